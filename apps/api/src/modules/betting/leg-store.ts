import { sql } from 'kysely'
import type { LegState } from '@nare/bets/result'
import type { Db, Tx } from '#platform/db'

/** A leg read as JSON: the price is text, so that it never becomes a float. */
export type LegRow = {
  match_id: number
  market_id: string
  odd_key: string
  price: string
  state: LegState
  start_time: string
}

/** The legs of these bets in `betting.leg`, by bet id, in the order of the slip. */
export async function legsOf(on: Db | Tx, betIds: readonly bigint[]): Promise<Map<bigint, LegRow[]>> {
  const { rows } = await sql<{ bet_id: bigint; legs: LegRow[] }>`
    select bet_id, json_agg(json_build_object('match_id', match_id, 'market_id', market_id, 'odd_key', odd_key,
      'price', price::text, 'state', state, 'start_time', start_time) order by n) as legs
    from betting.leg where bet_id = any(${betIds}::bigint[]) group by bet_id`.execute(on)
  return new Map(rows.map((row) => [row.bet_id, row.legs]))
}

/** The tickets with a leg on a match, as rows (bet_id). */
export const ticketsOnMatch = (matchId: number) => sql`select bet_id from betting.leg where match_id = ${matchId}::int`
