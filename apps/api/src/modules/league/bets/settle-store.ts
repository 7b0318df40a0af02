import { sql } from 'kysely'
import type { DecidedState, LegState } from '@nare/bets/result'
import { rangeOf } from '#modules/betting/betting'
import { queryRow, queryRows, type Tx } from '#platform/db'

/** The selection of a leg. Legs on the same selection have the same outcome. */
export type LeagueSelection = { readonly matchId: number; readonly marketId: string; readonly oddKey: string }

/** The progress of the settlement of a round. `round` is the id of its row in platform.round. */
export type Job = { readonly round: number; readonly upTo: bigint; readonly done: boolean }

/** Locks the job of a round until the transaction ends, creating it if there is none. Undefined for a round that was never on offer. */
export async function lockJob(tx: Tx, roundId: string): Promise<Job | undefined> {
  await sql`
    insert into league.settlement (round) select id from platform.round where round_id = ${roundId} on conflict do nothing`.execute(
    tx,
  )
  return queryRow<Job>(tx)`
    select s.round, s.up_to as "upTo", s.done_at is not null as done from league.settlement s
    where s.round = (select id from platform.round where round_id = ${roundId}) for update`
}

export async function advanceJob(
  tx: Tx,
  job: { round: number; upTo: bigint; legs: number; bets: number; done: boolean },
): Promise<void> {
  await sql`
    update league.settlement set up_to = ${job.upTo}::bigint, legs = legs + ${job.legs}::int, bets = bets + ${job.bets}::int,
      done_at = case when ${job.done}::boolean then platform.now() end
    where round = ${job.round}::int`.execute(tx)
}

/** The legs of a round with bet ids from `first` to `last`, both included. */
export type LegRange = {
  readonly round: number
  readonly first: bigint
  readonly last: bigint
  readonly legs: number
  readonly selections: readonly LeagueSelection[]
}

/**
 * The next legs of a round in the order of their bet ids; undefined if there are none. Has `limit` legs, or a few more to complete the last
 * bet.
 */
export async function nextRange(
  tx: Tx,
  { round, after, limit }: { round: number; after: bigint; limit: number },
): Promise<LegRange | undefined> {
  const rows = await queryRows<LeagueSelection & { first: bigint; last: bigint; legs: number }>(tx)`
    select match_id as "matchId", market_id as "marketId", odd_key as "oddKey", min(bet_id) as first, max(bet_id) as last,
      count(*)::int as legs
    from (
      select bet_id, match_id, market_id, odd_key from league.leg where round = ${round}::int and bet_id > ${after}::bigint
      order by bet_id fetch first (${limit}::int) rows with ties) next
    group by match_id, market_id, odd_key`
  const range = rangeOf(rows)
  return range && { round, ...range, selections: rows }
}

/** Stores the states of the open legs of a range. Returns their bets, each once, and whether one of its legs lost. */
export async function decideLegs(
  tx: Tx,
  { round, first, last }: LegRange,
  outcomes: readonly (LeagueSelection & { readonly state: DecidedState })[],
): Promise<{ legs: number; bets: readonly { betId: bigint; loses: boolean }[] }> {
  const rows = await queryRows<{ betId: bigint; loses: boolean; legs: number }>(tx)`
    with changed as (
      update league.leg l set state = o.state
      from unnest(${outcomes.map((o) => o.matchId)}::int[], ${outcomes.map((o) => o.marketId)}::text[],
        ${outcomes.map((o) => o.oddKey)}::text[], ${outcomes.map((o) => o.state)}::text[]) as o (match_id, market_id, odd_key, state)
      where l.round = ${round}::int and l.bet_id between ${first}::bigint and ${last}::bigint
        and l.match_id = o.match_id and l.market_id = o.market_id and l.odd_key = o.odd_key and l.state = 'open'
      returning l.bet_id, l.state
    )
    select bet_id as "betId", bool_or(state = 'lost') as loses, count(*)::int as legs from changed group by bet_id`
  return { legs: rows.reduce((sum, row) => sum + row.legs, 0), bets: rows }
}

/** The prices and states of the legs of these bets, in the order of the slip. */
export async function legStates(
  tx: Tx,
  betIds: readonly bigint[],
): Promise<Map<bigint, { prices: bigint[]; states: LegState[] }>> {
  if (betIds.length === 0) return new Map()
  const rows = await queryRows<{ bet_id: bigint; prices: bigint[]; states: LegState[] }>(tx)`
    select bet_id, array_agg(price order by n) as prices, array_agg(state order by n) as states
    from league.leg where bet_id = any(${betIds}::bigint[]) group by bet_id`
  return new Map(rows.map(({ bet_id, prices, states }) => [bet_id, { prices, states }]))
}

/** The matches of a round. */
export async function matchIdsOf(tx: Tx, roundId: string): Promise<number[]> {
  const rows = await queryRows<{ match_id: number }>(tx)`
    select m.match_id from league.match m join league.round r using (season_id, round_number) where r.round_id = ${roundId}`
  return rows.map((row) => row.match_id)
}
