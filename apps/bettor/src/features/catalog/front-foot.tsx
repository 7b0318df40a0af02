import { loadWithMessages } from '../../i18n/locale.ts'
import { Busy } from '../../loading/busy.tsx'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { useLite } from '../../preferences/use-lite.ts'
import { Banners } from './banners.tsx'

const Popular = lazyPart(
  () => loadWithMessages(() => import('./popular/popular-part.ts'), ['catalog']).then((part) => part.Popular),
  { loading: <Busy />, failed: null },
)

/** What follows the list on the front page: what many bettors have picked and, unless the bettor saves data, the banners. */
export function FrontFoot({ sport }: { sport: string }) {
  const lite = useLite()
  return (
    <>
      <Popular sport={sport} />
      {!lite && <Banners />}
    </>
  )
}
