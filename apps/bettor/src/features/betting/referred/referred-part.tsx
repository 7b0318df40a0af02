import '../../../slip/referred-texts.ts'
import { loadWithMessages } from '../../../i18n/locale.ts'
import { lazyPart } from '../../../loading/lazy-part.tsx'
import { useReferred } from './use-referred.ts'

const ReferredBets = lazyPart(() =>
  loadWithMessages(() => import('./referred-bets.tsx'), ['referred', 'slip']).then((part) => part.ReferredBets),
)

/** The bets that wait for a trader. Its screen is loaded with the first of them. */
export function Referred() {
  const ids = useReferred()
  return ids.length > 0 && <ReferredBets ids={ids} />
}
