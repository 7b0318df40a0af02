import * as z from 'zod/mini'
import { betFilter } from '@nare/contract/bet-days'
import { betting as calls, type BetView } from '@nare/contract/betting'
import type { Tickets } from '#modules/tickets/tickets'
import type { Mounting } from '#platform/calls'
import { serveCsv } from '#platform/csv'

const columns = [
  'bet_id',
  'placed_at',
  'settled_at',
  'product',
  'type',
  'stake',
  'total_odds',
  'possible_win',
  'state',
  'returned',
  'picks',
  'bonus_stake',
  'bonus_returned',
  'replaced_by',
  'replaces',
  'tax',
] as const

/** Serves a bettor's bets as a CSV file, one line per bet, with the same filter as the paged call. */
export function serveBetsFile(mounting: Mounting, tickets: Tickets): void {
  serveCsv(mounting, {
    path: `${calls.bets.path}.csv`,
    name: 'bets.csv',
    filter: z.object(betFilter),
    columns,
    async *rows({ bettor }, filter) {
      for await (const bets of tickets.all(bettor, filter))
        yield bets.map((bet) => cellsOf(bet, tickets.picksText(bet)))
    },
  })
}

function cellsOf({ tax, ...bet }: BetView, picks: string): string[] {
  const cells = { ...bet, picks, tax: tax?.amount }
  return columns.map((name) => cells[name] ?? '')
}
