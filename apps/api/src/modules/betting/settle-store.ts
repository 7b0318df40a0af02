import { sql } from 'kysely'
import type { Boost } from '@nare/bets/boost'
import type { LegState } from '@nare/bets/result'
import type { Db, Tx } from '#platform/db'

/** What a leg backs, with the score at the bet for a live one. Legs on the same selection have the same outcome. */
export type Selection = { marketId: string; oddKey: string; homeAtBet: number | null; awayAtBet: number | null }
export type Outcome = Selection & { state: LegState }

export type Job = { version: number; upTo: bigint; legs: bigint; bets: bigint }

export type BetToSettle = {
  betId: bigint
  bettor: bigint
  type: 'single' | 'multi' | 'system'
  system: number[] | null
  stake: bigint
  rulesVersion: string
  state: 'open' | 'won' | 'lost' | 'void'
  returned: bigint
  timesSettled: number
  prices: bigint[]
  states: LegState[]
}

export type BetSettlement = {
  betId: bigint
  state: 'open' | 'won' | 'lost' | 'void'
  returned: bigint
  paidBoost: Boost
}

/** Creates the job that settles this version of a match's result. Repeating it changes nothing. */
export async function insertJob(tx: Tx, { matchId, version }: { matchId: number; version: number }): Promise<void> {
  await sql`insert into betting.settlement (match_id, version) values (${matchId}, ${version}) on conflict do nothing`.execute(
    tx,
  )
}

/**
 * The matches with unfinished jobs: fewest failures first, then oldest first. Jobs younger than five seconds are left to the
 * process that wrote them; one that failed repeatedly is listed again after its pause.
 */
export async function waitingMatches(db: Db, most: number): Promise<number[]> {
  const rows = await sql<{ match_id: number }>`
    select match_id from betting.settlement
    where done_at is null and asked_at < platform.now() - interval '5 seconds' and (again_at is null or again_at <= platform.now())
    group by match_id order by min(tries), min(asked_at) limit ${most}`.execute(db)
  return rows.rows.map((row) => row.match_id)
}

const triesWithoutPause = 5

/**
 * Records that the jobs of a match failed. The first tries have no pause between them; then each pause is twice the one before,
 * from one second up to about four minutes. A job is never abandoned, because the money is owed.
 */
export async function recordFailure(db: Db, matchId: number): Promise<void> {
  await sql`
    update betting.settlement set tries = tries + 1, again_at = case when tries + 1 >= ${triesWithoutPause}::int
      then platform.now() + interval '1 second' * power(2, least(tries + 1 - ${triesWithoutPause}::int, 8)) end
    where match_id = ${matchId} and done_at is null`.execute(db)
}

/** Locks the oldest unfinished job of a match until the transaction ends; waits if another process has it. */
export async function lockJob(tx: Tx, matchId: number): Promise<Job | undefined> {
  const rows = await sql<{ version: number; up_to: bigint; legs: bigint; bets: bigint }>`
    select version, up_to, legs, bets from betting.settlement
    where match_id = ${matchId} and done_at is null order by version limit 1 for update`.execute(tx)
  const row = rows.rows[0]
  return row && { version: row.version, upTo: row.up_to, legs: row.legs, bets: row.bets }
}

export async function advanceJob(
  tx: Tx,
  job: { matchId: number; version: number; upTo: bigint; legs: number; bets: number; done: boolean },
): Promise<void> {
  await sql`
    update betting.settlement set up_to = ${job.upTo}::bigint, legs = legs + ${job.legs}::int, bets = bets + ${job.bets}::int,
      done_at = case when ${job.done}::boolean then platform.now() end
    where match_id = ${job.matchId} and version = ${job.version}`.execute(tx)
}

/** The distinct selections of a match's legs. No legs are added after its result. */
export async function selectionsOf(db: Db | Tx, matchId: number): Promise<Selection[]> {
  const rows = await sql<{
    market_id: string
    odd_key: string
    home_at_bet: number | null
    away_at_bet: number | null
  }>`
    select distinct market_id, odd_key, home_at_bet, away_at_bet from betting.leg where match_id = ${matchId}`.execute(
    db,
  )
  return rows.rows.map((row) => ({
    marketId: row.market_id,
    oddKey: row.odd_key,
    homeAtBet: row.home_at_bet,
    awayAtBet: row.away_at_bet,
  }))
}

/** A range of bet ids on one match: greater than `after`, up to and including `last`. */
export type BetRange = { readonly matchId: number; readonly after: bigint; readonly last: bigint }

/** The next range that holds at most `most` bets. */
export async function nextRange(
  tx: Tx,
  { matchId, after, most }: { matchId: number; after: bigint; most: number },
): Promise<{ last: bigint; count: number }> {
  const rows = await sql<{ last: bigint | null; count: bigint }>`
    select max(bet_id) as last, count(*) as count from (
      select bet_id from betting.leg where match_id = ${matchId} and bet_id > ${after}::bigint order by bet_id limit ${most}) found`.execute(
    tx,
  )
  return { last: rows.rows[0]?.last ?? after, count: Number(rows.rows[0]?.count ?? 0n) }
}

/**
 * Locks the bets of a range that also have legs on other matches, by id. Read their legs in a later statement: that one sees what
 * was committed by the settlement of another match while this one waited.
 */
export async function lockSharedBets(tx: Tx, { matchId, after, last }: BetRange): Promise<void> {
  await sql`
    select from betting.bet where type <> 'single' and bet_id in (
      select bet_id from betting.leg where match_id = ${matchId} and bet_id > ${after}::bigint and bet_id <= ${last}::bigint)
    order by bet_id for update`.execute(tx)
}

/**
 * Writes the states of this match's legs in a range, and marks the open bets that lose by it: nothing is paid on them, so no rules
 * are needed. Systems are left out, since one lost leg need not decide them. Returns the numbers of legs changed and bets lost.
 */
export async function decideLegs(
  tx: Tx,
  { matchId, after, last, outcomes }: BetRange & { outcomes: readonly Outcome[] },
): Promise<{ legs: number; lost: number }> {
  const changed = await sql<{ legs: bigint; lost: bigint }>`
    with at as materialized (select platform.now() as now),
    decided as (
      update betting.leg l set state = o.state
      from unnest(${outcomes.map((o) => o.marketId)}::text[], ${outcomes.map((o) => o.oddKey)}::text[],
        ${outcomes.map((o) => o.homeAtBet ?? -1)}::smallint[], ${outcomes.map((o) => o.awayAtBet ?? -1)}::smallint[],
        ${outcomes.map((o) => o.state)}::text[]) as o (market_id, odd_key, home, away, state)
      where l.match_id = ${matchId} and l.bet_id > ${after}::bigint and l.bet_id <= ${last}::bigint
        and l.market_id = o.market_id and l.odd_key = o.odd_key
        and coalesce(l.home_at_bet, -1) = o.home and coalesce(l.away_at_bet, -1) = o.away and l.state <> o.state
      returning l.bet_id, l.state
    ),
    lost as (
      update betting.bet b set state = 'lost', settled_at = at.now, times_settled = times_settled + 1
      from decided, at
      where decided.state = 'lost' and b.bet_id = decided.bet_id and b.state = 'open' and b.type <> 'system'
        and b.bet_id > ${after}::bigint and b.bet_id <= ${last}::bigint
      returning b.bet_id
    )
    select (select count(*) from decided) as legs, (select count(*) from lost) as lost`.execute(tx)
  const row = changed.rows[0]
  return { legs: Number(row?.legs ?? 0n), lost: Number(row?.lost ?? 0n) }
}

/**
 * Locks and reads the bets of a range that need the rules: all except those with an open leg, the lost ones that stay lost and the
 * cashed out.
 */
export async function betsToSettle(tx: Tx, { matchId, after, last }: BetRange): Promise<BetToSettle[]> {
  // The range is repeated so that each subquery opens one partition of the legs instead of all of them.
  const inRange = sql`o.bet_id > ${after}::bigint and o.bet_id <= ${last}::bigint`
  const rows = await sql<{
    bet_id: bigint
    bettor_id: bigint
    type: BetToSettle['type']
    system: number[] | null
    stake: bigint
    rules_version: string
    state: BetToSettle['state']
    returned: bigint
    times_settled: number
    prices: bigint[]
    states: LegState[]
  }>`
    select b.bet_id, b.bettor_id, b.type, b.system, b.stake, b.rules_version, b.state, b.returned, b.times_settled,
      (select array_agg(price order by n) from betting.leg o where o.bet_id = b.bet_id and ${inRange}) as prices,
      (select array_agg(state order by n) from betting.leg o where o.bet_id = b.bet_id and ${inRange}) as states
    from betting.leg l join betting.bet b using (bet_id)
    where l.match_id = ${matchId} and l.bet_id > ${after}::bigint and l.bet_id <= ${last}::bigint
      and b.bet_id > ${after}::bigint and b.bet_id <= ${last}::bigint and b.state <> 'cashed_out'
      and (b.type = 'system' or case b.state
        when 'open' then not exists (select from betting.leg o where o.bet_id = b.bet_id and ${inRange} and o.state = 'open')
        when 'lost' then l.state <> 'lost' and not exists (select from betting.leg o where o.bet_id = b.bet_id and ${inRange} and o.state = 'lost')
        else true end)
    order by b.bet_id for update of b`.execute(tx)
  return rows.rows.map((row) => ({
    betId: row.bet_id,
    bettor: row.bettor_id,
    type: row.type,
    system: row.system,
    stake: row.stake,
    rulesVersion: row.rules_version,
    state: row.state,
    returned: row.returned,
    timesSettled: row.times_settled,
    prices: row.prices,
    states: row.states,
  }))
}

/** Writes the settlements of bets; 'open' undoes an earlier one. */
export async function writeSettlements(tx: Tx, settled: readonly BetSettlement[]): Promise<void> {
  await sql`
    update betting.bet b set state = d.state, returned = d.returned, paid_boost = d.boost, paid_percent = d.percent, times_settled = times_settled + 1,
      settled_at = case when d.state <> 'open' then platform.now() end
    from unnest(${settled.map((d) => d.betId)}::bigint[], ${settled.map((d) => d.state)}::text[], ${settled.map((d) => d.returned)}::bigint[],
      ${settled.map((d) => d.paidBoost.amount)}::bigint[], ${settled.map((d) => d.paidBoost.percent)}::numeric[]) as d (bet_id, state, returned, boost, percent)
    where b.bet_id = d.bet_id`.execute(tx)
}
