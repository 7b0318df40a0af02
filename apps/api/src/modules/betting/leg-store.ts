import { sql, type RawBuilder } from 'kysely'
import { combinationId } from '@nare/bets/markets/combination'
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

/** For the figures of the house: the picks of a ticket, as rows (match_id, market_id). */
export const picksOf = (betId: RawBuilder<unknown>) => sql`
  select match_id, market_id from betting.leg where bet_id = ${betId}`

/** A leg of one of these bets, and the leg of a linked bettor on another outcome of the same market. */
export type OppositeLeg = Record<'betId' | 'bettor' | 'otherBet' | 'other', bigint> &
  Record<'market' | 'odd' | 'otherOdd', string> & { readonly match: number }

/** The legs of the linked bettors that stand against those of these bets, without combinations, which do not exclude each other; at most 1,000. Each is read by bettor and match. */
export const oppositeLegs = (
  tx: Tx,
  { betIds, pairs }: { betIds: readonly bigint[]; pairs: readonly { bettor: bigint; other: bigint }[] },
): Promise<OppositeLeg[]> =>
  queryRows<OppositeLeg>(tx)`
    select l.bet_id as "betId", l.bettor_id as bettor, o.bet_id as "otherBet", o.bettor_id as other, l.match_id as match,
      l.market_id as market, l.odd_key as odd, o.odd_key as "otherOdd"
    from unnest(${pairs.map(({ bettor }) => bettor)}::bigint[], ${pairs.map(({ other }) => other)}::bigint[]) as p (bettor, other)
      join betting.leg l on l.bettor_id = p.bettor and l.bet_id = any(${betIds}::bigint[]) and l.market_id <> ${combinationId}
      cross join lateral (
        select bet_id, bettor_id, odd_key from betting.leg o
        where o.bettor_id = p.other and o.match_id = l.match_id and o.market_id = l.market_id and o.odd_key <> l.odd_key offset 0) o
    order by l.bet_id, o.bet_id limit 1000`

/** The tickets with a leg on a match, as rows (bet_id). */
export const ticketsOnMatch = (matchId: number) => sql`select bet_id from betting.leg where match_id = ${matchId}::int`

/** The bettors with an open ticket on an open leg of a match, by their ids; those after one of them. */
export async function openTicketsOnMatch(
  on: Db | Tx,
  { match, after, most }: { match: number; after: bigint; most: number },
): Promise<bigint[]> {
  const rows = await queryRows<{ bettor: bigint }>(on)`
    select distinct b.bettor_id as bettor from betting.leg l join betting.bet b on b.bet_id = l.bet_id
    where l.match_id = ${match}::int and l.state = 'open' and b.state = 'open' and b.product = 'sports' and b.bettor_id > ${after}::bigint
    order by b.bettor_id limit ${most}::int`
  return rows.map(({ bettor }) => bettor)
}

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
