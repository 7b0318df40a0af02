import { sql, type RawBuilder } from 'kysely'
import type { RiskBet } from '@nare/bets/risk/event-risk'
import { price } from '@nare/money/money'
import { queryRows, type Db, type Tx } from '#platform/db'

/** A query of the legs of a product: bet_id, bettor_id, n, match_id, market_id, odd_key, price, home_at_bet and away_at_bet. */
export type RiskLegs = RawBuilder<unknown>

/** The legs of the product sports. */
export const sportsRiskLegs: RiskLegs = sql`betting.leg`

/** A bet with its bettor. `near`: it shares a match with one of the bets that were asked for, or is one of them. */
export type NearBet = RiskBet & { readonly bettor: bigint; readonly timesSettled: number; readonly near: boolean }

type Row = Omit<NearBet, 'state' | 'legs' | 'cashed' | 'placedAt' | 'settledAt'> & {
  readonly cashedStake: bigint
  readonly cashedPaid: bigint
  readonly state: 'open' | 'won' | 'lost' | 'void' | 'cashed_out'
  readonly placedAt: Date
  readonly settledAt: Date | null
  readonly legs: readonly [
    match: number,
    marketId: string,
    oddKey: string,
    price: string,
    home: number | null,
    away: number | null,
  ][]
}

/**
 * These bets, all bets of the same bettors that share a match with one of them, and all that share a match with one of those, in the order of
 * acceptance. Each step reads by bettor and match, so the cost grows with the bets of these bettors on these matches only.
 */
export async function betsOnSameMatches(
  on: Db | Tx,
  { betIds, legs }: { betIds: readonly bigint[]; legs: RiskLegs },
): Promise<NearBet[]> {
  // OFFSET 0 keeps each lateral read a look-up in the index, whatever the planner expects of the arrays.
  const sharing = (of: RawBuilder<unknown>) => sql`
    select bet_id from ${of}
    union select m.bet_id from (
        select distinct l.bettor_id, l.match_id
        from ${of} o cross join lateral (select bettor_id, match_id from ${legs} l where l.bet_id = o.bet_id offset 0) l
        where l.bettor_id is not null) l
      cross join lateral (select bet_id from ${legs} m where m.bettor_id = l.bettor_id and m.match_id = l.match_id offset 0) m`
  const rows = await queryRows<Row>(on)`
    with asked as materialized (select bet_id from unnest(${betIds}::bigint[]) as a (bet_id)),
    near as materialized (${sharing(sql`asked`)}),
    wide as materialized (${sharing(sql`near`)})
    select b.bet_id as "betId", b.bettor_id as bettor, b.type, b.system, b.state, coalesce(b.left_stake, b.stake) as stake,
      greatest(b.returned - b.cashed - b.paid_boost, 0) as returned, b.stake - coalesce(b.left_stake, b.stake) as "cashedStake",
      b.cashed as "cashedPaid", b.placed_at as "placedAt", b.settled_at as "settledAt",
      b.times_settled as "timesSettled", exists (select from near where near.bet_id = b.bet_id) as near, l.legs
    from wide join betting.bet b on b.bet_id = wide.bet_id
      cross join lateral (
        select json_agg(json_build_array(match_id, market_id, odd_key, price::text, home_at_bet, away_at_bet) order by n) as legs
        from ${legs} l where l.bet_id = b.bet_id) l
    where l.legs is not null
    order by b.placed_at, b.bet_id`
  return rows.map(({ legs: list, placedAt, settledAt, state, cashedStake, cashedPaid, ...row }) => ({
    ...row,
    ...(cashedStake > 0n && { cashed: { stake: cashedStake, paid: cashedPaid } }),
    state: state === 'open' ? 'open' : state === 'won' || state === 'lost' ? 'decided' : 'gone',
    placedAt: placedAt.getTime(),
    settledAt: settledAt?.getTime() ?? Infinity,
    legs: list.map(([match, marketId, oddKey, at, home, away]) => ({
      match,
      marketId,
      oddKey,
      price: price(BigInt(at)),
      ...(home !== null && away !== null && { scoreAtBet: { home, away } }),
    })),
  }))
}

/** A leg of an open bet, with what still plays of the bet and the number of its legs. */
export type OpenLeg = {
  readonly bettor: bigint
  readonly matchId: number
  readonly marketId: string
  readonly oddKey: string
  readonly stake: bigint
  readonly possibleWin: bigint
  readonly legs: number
}

const openLegsMax = 5_000

/** The legs on these matches of the open bets of these bettors that may win more than `above` stakes, at most 5,000. Each is read by bettor and match. */
export const openLegsOn = (
  on: Db | Tx,
  of: readonly Pick<OpenLeg, 'bettor' | 'matchId'>[],
  { legs, above }: { readonly legs: RiskLegs; readonly above: bigint },
): Promise<OpenLeg[]> =>
  queryRows<OpenLeg>(on)`
    select b.bettor_id as bettor, l.match_id as "matchId", l.market_id as "marketId", l.odd_key as "oddKey", b.stake, b.win as "possibleWin", n.legs
    from (select distinct * from unnest(${of.map(({ bettor }) => bettor)}::bigint[], ${of.map(({ matchId }) => matchId)}::int[])
        as o (bettor_id, match_id)) o
      cross join lateral (
        select bet_id, match_id, market_id, odd_key from ${legs} l where l.bettor_id = o.bettor_id and l.match_id = o.match_id offset 0) l
      cross join lateral (
        select bettor_id, coalesce(left_stake, stake) as stake, div(possible_win::numeric * coalesce(left_stake, stake), stake)::bigint as win
        from betting.bet b
        where b.bet_id = l.bet_id and b.state = 'open' and b.possible_win > b.stake * ${above}::bigint offset 0) b
      cross join lateral (select count(*)::int as legs from ${legs} a where a.bet_id = l.bet_id) n
    limit ${openLegsMax}::int`
