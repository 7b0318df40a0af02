import './later-catalogues.ts'
import { MyBets as OwnBets } from '../features/betting/my-bets.tsx'
import { TicketParts } from '../features/betting/ticket-parts.ts'
import { JackpotTicket } from './jackpot-ticket.tsx'

const parts = { jackpot: JackpotTicket }

/** The own bets, with the loaders of what only open bets need and the tickets of other features. */
export function MyBets() {
  return (
    <TicketParts value={parts}>
      <OwnBets />
    </TicketParts>
  )
}
