import type { BetView } from '@nare/contract/betting'
import type { ComponentType } from 'react'

export type TicketProps = {
  bet: BetView
  /** Shows a newer state of the bet that the part has read. */
  learn: (bet: BetView) => void
}

/** What is inside the cards of tickets without legs, by type; screens/jackpot-ticket.tsx adds the parts of other features. */
export const ticketParts: { jackpot?: ComponentType<TicketProps> } = {}
