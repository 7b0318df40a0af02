import './jackpot-ticket.tsx'
import { BetHistory } from '../features/account/bet-history.tsx'
import { BetCard } from '../features/betting/bet-card.tsx'

/** The account's bet history, with the cards of My bets. */
export function BetHistoryPage() {
  return <BetHistory Card={BetCard} />
}
