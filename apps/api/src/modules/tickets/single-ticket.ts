import type { TicketCommand } from './place.ts'
import type { NewTicket } from './store.ts'

type SingleTicket = Pick<NewTicket, 'betId' | 'product' | 'rulesVersion' | 'placedAt'>

/** The row of a ticket on a round of a game: one stake without legs, odds, boost or a fixed possible win. */
export const singleTicket = (
  { bettor, id, hash, stake }: TicketCommand,
  { betId, product, rulesVersion, placedAt }: SingleTicket,
): NewTicket => ({
  betId,
  product,
  bettor,
  clientId: id,
  hash,
  stake,
  rulesVersion,
  placedAt,
  type: 'single',
  system: undefined,
  accept: 'none',
  totalOdds: null,
  possibleWin: null,
  boostPercent: 0,
  boostAmount: 0n,
  attribution: undefined,
})
