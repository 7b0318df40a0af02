import { outcomeText } from '@nare/bets/grading/outcome-text'
import type { BetView } from '@nare/contract/betting'
import type { TicketRow } from '@nare/contract/console-tickets'
import { ticketState, type HouseView } from '#modules/tickets/tickets'

/** A ticket as the list and the live topic show it. */
export function rowOf({ bettor, bet }: HouseView): TicketRow {
  const { bet_id, product, type, placed_at, settled_at, stake, total_odds, possible_win, returned } = bet
  return {
    ...{ bet_id, bettor_id: String(bettor), product, type, placed_at },
    ...(settled_at !== undefined && { settled_at }),
    ...{ stake, total_odds, possible_win, returned, state: ticketState(bet) },
    legs: bet.legs.length > 0 ? bet.legs.length : (bet.picks?.length ?? 0),
    text: textOf(bet),
  }
}

/** What a ticket is about, in a few words. */
function textOf({ legs: [leg], game, casino, jackpot, product }: BetView): string {
  if (leg) return `${leg.home_team} v ${leg.away_team}: ${leg.market}, ${outcomeText(leg)} at ${leg.odd_value}`
  return casino?.name ?? jackpot?.name ?? game?.game ?? product
}

export const ticketColumns = [
  'bet_id',
  'bettor_id',
  'product',
  'type',
  'placed_at',
  'settled_at',
  'stake',
  'total_odds',
  'possible_win',
  'state',
  'returned',
  'legs',
  'picks',
] as const

/** A ticket as a line of the file; `picks` is all of its picks as text. */
export const lineOf = (ticket: HouseView, picks: string) => ({ ...rowOf(ticket), picks })
