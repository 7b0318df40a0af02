import './jackpot-ticket.tsx'
import { BetHistory } from '../features/account/bet-history.tsx'
import { BetCard } from '../features/betting/bet-card.tsx'

/** The bet history of the account feature, with the bet card of the betting feature. */
export function BetHistoryPage() {
  return <BetHistory Card={BetCard} />
}
