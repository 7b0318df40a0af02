import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { Skeleton } from '../loading/skeleton.tsx'

/** A jackpot ticket in lists of own bets, in a chunk of its own. */
export const JackpotTicket = lazyPart(
  () =>
    loadWithMessages(() => import('../features/jackpot/ticket.tsx'), ['jackpot']).then((part) => part.JackpotTicket),
  { loading: <Skeleton rows={3} />, failed: null },
)
