import type { BetView } from '@nare/contract/betting'
import { createContext, type ComponentType } from 'react'

export type TicketProps = {
  bet: BetView
  /** Shows a newer state of the bet that the part has read. */
  learn: (bet: BetView) => void
}

/** What is inside the cards of tickets that have no legs, by product; a screen gives the parts of other features. */
export const TicketParts = createContext<{ jackpot?: ComponentType<TicketProps> }>({})
