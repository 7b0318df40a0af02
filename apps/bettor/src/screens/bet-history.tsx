import { BetHistory } from '../features/account/bet-history.tsx'
import { BetCard } from '../features/betting/bet-card.tsx'

/** The account's history of bets, each shown as among one's own bets. */
export function BetHistoryPage() {
  return <BetHistory Card={BetCard} />
}
