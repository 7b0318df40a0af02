import { sql } from 'kysely'
import type { LegState, Score } from '@nare/bets/result'
import { queryRows, type Db } from '#platform/db'
import type { RestOfBet } from '../rest-of-bet.ts'

/** A pick of an open bet. */
export type OpenLeg = {
  readonly matchId: number
  readonly marketId: string
  readonly oddKey: string
  readonly scoreAtBet: Score | undefined
}

/** An open bet on matches: what cash-outs have left of it. `legs` are in the order of its prices and states. */
export type OpenBet = RestOfBet & {
  readonly betId: bigint
  readonly bettor: bigint
  readonly rulesVersion: string
  readonly placedAtMs: number
  readonly legs: readonly OpenLeg[]
}

type LegJson = [
  match: number,
  market: string,
  key: string,
  price: string,
  state: LegState,
  home: number | null,
  away: number | null,
]
type Row = Pick<OpenBet, 'betId' | 'bettor' | 'type' | 'system' | 'rulesVersion' | 'placedAtMs'> & {
  readonly stake: bigint
  readonly left: bigint | null
  readonly cashed: bigint
  readonly legs: LegJson[]
}

/** Those of these bets on matches that are open. */
export async function openBets(db: Db, betIds: readonly bigint[]): Promise<OpenBet[]> {
  if (betIds.length === 0) return []
  const rows = await queryRows<Row>(db)`
    select b.bet_id as "betId", b.bettor_id as bettor, b.type, b.system, b.rules_version as "rulesVersion", b.stake, b.left_stake as left, b.cashed,
      (extract(epoch from b.placed_at) * 1000)::float8 as "placedAtMs", l.legs
    from unnest(${betIds}::bigint[]) i (bet_id) join betting.bet b on b.bet_id = i.bet_id
      cross join lateral (
        select json_agg(json_build_array(match_id, market_id, odd_key, price::text, state, home_at_bet, away_at_bet) order by n) as legs
        from betting.leg where bet_id = i.bet_id) l
    where b.state = 'open' and b.product = 'sports' and l.legs is not null`
  return rows.map(({ left, cashed, stake, legs, ...bet }) => ({
    ...bet,
    stake: left ?? stake,
    ...(left !== null && { cashedOut: { originalStake: stake, paid: cashed } }),
    prices: legs.map(([, , , at]) => BigInt(at)),
    states: legs.map(([, , , , state]) => state),
    legs: legs.map(([matchId, marketId, oddKey, , , home, away]) => ({
      ...{ matchId, marketId, oddKey },
      scoreAtBet: home === null || away === null ? undefined : { home, away },
    })),
  }))
}

/** The ids of the bets with an open leg on one of these matches. */
export async function betsOn(db: Db, matchIds: readonly number[]): Promise<bigint[]> {
  if (matchIds.length === 0) return []
  const rows = await queryRows<{ betId: bigint }>(db)`
    select distinct l.bet_id as "betId" from unnest(${matchIds}::int[]) m (id)
      cross join lateral (select bet_id from betting.leg where match_id = m.id and state = 'open' offset 0) l`
  return rows.map(({ betId }) => betId)
}

/** The ids of the bets with an open leg on an outcome. */
export async function betsOnOutcome(
  db: Db,
  { matchId, marketId, oddKey }: { matchId: number; marketId: string; oddKey: string },
): Promise<bigint[]> {
  const rows = await queryRows<{ betId: bigint }>(db)`
    select bet_id as "betId" from betting.leg
    where match_id = ${matchId}::int and market_id = ${marketId} and odd_key = ${oddKey} and state = 'open'`
  return rows.map(({ betId }) => betId)
}

/** The matches with a result that is not settled yet. */
export async function settlingMatches(db: Db): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(db)`
    select distinct match_id as id from betting.settlement where done_at is null`
  return rows.map(({ id }) => id)
}

/** A time so many seconds ago, which an index can be asked for: `platform.now()` alone is read again for each row. */
const within = (seconds: number) => sql`(select platform.now()) - make_interval(secs => ${seconds}::float8)`

/** The settlements that ended in the last seconds: the match with the version of its result. */
export function settledWithin(db: Db, seconds: number): Promise<{ matchId: number; version: number }[]> {
  return queryRows<{ matchId: number; version: number }>(db)`
    select match_id as "matchId", version from betting.settlement where done_at >= ${within(seconds)}`
}

/** The bets that were cashed out in the last seconds, wholly or in part, each with the number of the cash-out. */
export function cashedWithin(db: Db, seconds: number): Promise<{ betId: bigint; n: number }[]> {
  return queryRows<{ betId: bigint; n: number }>(db)`
    select bet_id as "betId", n from betting.cash_out where at >= ${within(seconds)}`
}
