import { useRoute } from 'wouter'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { useMedia } from '../state/use-media.ts'
import { LeftNavLists } from './left-nav-lists.tsx'
import style from './left-nav.module.css'

const Switcher = lazyPart(
  () => loadWithMessages(() => import('../features/catalog/live/switcher.tsx'), ['live']).then((live) => live.Switcher),
  { loading: <div className={style.nav} /> },
)

/** The content of the left column: leagues and sports; beside a match, where there is room, the other live matches. */
export function LeftColumn() {
  const isDesktop = useMedia('(min-width: 75em)')
  const [isMatch, match] = useRoute('/match/:match_id')
  if (!isMatch || !isDesktop) return <LeftNavLists />
  return <Switcher matchId={match.match_id} className={style.nav} />
}
