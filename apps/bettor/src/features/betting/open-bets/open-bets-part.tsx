import '../../../play/cash-out-texts.ts'
import { useLocation } from 'wouter'
import { loadWithMessages } from '../../../i18n/locale.ts'
import { lazyPart } from '../../../loading/lazy-part.tsx'
import { useApp } from '../../../state/hooks.ts'

const load = () => loadWithMessages(() => import('./own-play.tsx'), ['betting', 'slip', 'forms'])

/** The open bets of the bettor, or with `match_id` those with a leg on a match; loaded when it is shown. */
export const OpenBets = lazyPart(() => load().then((part) => part.OpenBets), { failed: null })

/** Open bets, what was settled today, and the net of the week. */
const OwnPlay = lazyPart(() => load().then((part) => part.OwnPlay), { failed: null })

/** Below a slip: on the page of a match the bets on it, elsewhere all open bets while the slip is idle. My bets has them itself, and a guest has none. */
export function BetsBelowSlip({ isIdle }: { isIdle: boolean }) {
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const [path] = useLocation()
  const match_id = /^\/match\/([^/]+)/.exec(path)?.[1]
  if (!signedIn || path === '/my-bets') return null
  if (match_id) return <OpenBets match_id={match_id} />
  return isIdle && <OwnPlay />
}
