import { sql } from 'kysely'
import type { LegState } from '@nare/bets/result'
import { placedAround } from '#modules/tickets/tickets'
import { queryRows, type Db, type Tx } from '#platform/db'

/** A leg read as JSON: the price is text, so that it never becomes a float. */
export type LegRow = {
  match_id: number
  market_id: string
  odd_key: string
  price: string
  state: LegState
  start_time: string
}

/** The legs of bets in a table, by bet id, in the order of the slip. */
export type ReadLegs = (on: Db | Tx, betIds: readonly bigint[]) => Promise<Map<bigint, LegRow[]>>
export const legsIn =
  (table: string): ReadLegs =>
  async (on, betIds) => {
    const rows = await queryRows<{ bet_id: bigint; legs: LegRow[] }>(on)`
    select bet_id, json_agg(json_build_object('match_id', match_id, 'market_id', market_id, 'odd_key', odd_key,
      'price', price::text, 'state', state, 'start_time', start_time) order by n) as legs
    from ${sql.table(table)} where bet_id = any(${betIds}::bigint[]) group by bet_id`
    return new Map(rows.map((row) => [row.bet_id, row.legs]))
  }

export const legsOf = legsIn('betting.leg')

/** For the figures of the house: the picks of these tickets, as rows (bet_id, match_id, market_id). */
export const picksOf = (betIds: readonly bigint[]) => sql`
  select bet_id, match_id, market_id from betting.leg where bet_id = any(${betIds}::bigint[])`

/** The tickets with a leg on a match, as rows (bet_id). */
export const ticketsOnMatch = (matchId: number) => sql`select bet_id from betting.leg where match_id = ${matchId}::int`

/** Bets on the outcome of leg `n` around a bet, at one price. */
export type Others = {
  readonly n: number
  readonly price: bigint
  readonly bets: number
  readonly firstAt: Date
  readonly lastAt: Date
}

/**
 * The bets on the outcomes of these legs that were placed within a minute of a bet, this one among them, by their prices: of the 5,000 bets
 * before it and the 5,000 after it.
 */
export function othersAround(
  db: Db,
  betId: bigint,
  legs: readonly { readonly n: number; readonly matchId: number; readonly marketId: string; readonly oddKey: string }[],
): Promise<Others[]> {
  return queryRows<Others>(db)`
    select o.n, l.price, count(*)::int as bets, min(b.placed_at) as "firstAt", max(b.placed_at) as "lastAt"
    from unnest(${legs.map(({ n }) => n)}::int[], ${legs.map(({ matchId }) => matchId)}::int[],
        ${legs.map(({ marketId }) => marketId)}::text[], ${legs.map(({ oddKey }) => oddKey)}::text[]) as o (n, match_id, market_id, odd_key)
      cross join (${placedAround(betId)}) b
      join betting.leg l on l.bet_id = b.bet_id and l.match_id = o.match_id and l.market_id = o.market_id and l.odd_key = o.odd_key
    group by o.n, l.price order by o.n, min(b.placed_at)`
}
