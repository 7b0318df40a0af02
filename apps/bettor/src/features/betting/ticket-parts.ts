import type { BetView } from '@nare/contract/betting'
import type { ComponentType } from 'react'

export type TicketProps = {
  bet: BetView
  /** Shows a newer state of the bet that the ticket has loaded. */
  learn: (bet: BetView) => void
}

/** The contents of the cards of tickets without legs, by type; screens/jackpot-ticket.tsx registers those of other features. */
export const ticketParts: { jackpot?: ComponentType<TicketProps> } = {}
