import { BetHistory } from '../features/account/bet-history.tsx'
import { BetCard } from '../features/betting/bet-card.tsx'
import { TicketParts } from '../features/betting/ticket-parts.ts'
import { JackpotTicket } from './jackpot-ticket.tsx'

const parts = { jackpot: JackpotTicket }

/** The account's bet history, with the cards of My bets. */
export function BetHistoryPage() {
  return (
    <TicketParts value={parts}>
      <BetHistory Card={BetCard} />
    </TicketParts>
  )
}
