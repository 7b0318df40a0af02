import { sql } from 'kysely'
import type { LegState } from '@nare/bets/result'
import type { MatchSchedule } from '#modules/catalog/catalog'
import type { UndecidedTicket } from '#modules/tickets/tickets'
import { queryRows, type Db, type Tx } from '#platform/db'
import { waitingIn, type Waiting } from '#platform/waiting'
import { isMistimed } from '../mistimed.ts'

/** The selection of a leg; a live leg includes the score at placement. Legs on the same selection have the same outcome. */
export type Selection = {
  marketId: string
  oddKey: string
  homeAtBet: number | null
  awayAtBet: number | null
  /** Whether the time of its match makes the leg void (`isMistimed`). Absent if the match was played as first announced. */
  mistimed?: boolean
}
export type Outcome = Selection & { state: LegState }

/** `isLast` if no other job of the match is unfinished. */
export type Job = { version: number; upTo: bigint; isLast: boolean }

/** A locked bet with the prices and states of its legs, in the order of the slip. */
export type BetToSettle = UndecidedTicket & { readonly prices: readonly bigint[]; readonly states: readonly LegState[] }

/** Creates the job that settles this version of a match's result. Repeating it changes nothing. */
export async function insertJob(tx: Tx, { matchId, version }: { matchId: number; version: number }): Promise<void> {
  await sql`insert into betting.settlement (match_id, version) values (${matchId}, ${version}) on conflict do nothing`.execute(
    tx,
  )
}

/**
 * The matches with unfinished jobs: fewest failures first, then oldest first. Jobs younger than five seconds are left to the
 * process that created them. A job that failed repeatedly is listed again after its pause.
 */
export async function waitingMatches(db: Db, most: number): Promise<number[]> {
  const rows = await queryRows<{ match_id: number }>(db)`
    select match_id from betting.settlement
    where done_at is null and asked_at < platform.now() - interval '5 seconds' and (again_at is null or again_at <= platform.now())
    group by match_id order by min(tries), min(asked_at) limit ${most}`
  return rows.map((row) => row.match_id)
}

/** How many results are not settled yet, and since when. */
export const waitingSettlements = (db: Db): Promise<Waiting> =>
  waitingIn(db, sql`betting.settlement where done_at is null`, sql`asked_at`)

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
  const rows = await sql<{ version: number; up_to: bigint; is_last: boolean }>`
    select version, up_to, not exists (
        select from betting.settlement n where n.match_id = s.match_id and n.version > s.version and n.done_at is null) as is_last
    from betting.settlement s where match_id = ${matchId} and done_at is null order by version limit 1 for update`.execute(
    tx,
  )
  const row = rows.rows[0]
  return row && { version: row.version, upTo: row.up_to, isLast: row.is_last }
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

/** How many legs bets have on a match. */
export async function legsOn(on: Db | Tx, matchId: number): Promise<number> {
  const rows = await queryRows<{ legs: number }>(on)`
    select count(*)::int as legs from betting.leg where match_id = ${matchId}::int`
  return rows[0]?.legs ?? 0
}

/** A range of bet ids on one match, both ends included. */
export type BetRange = { readonly matchId: number; readonly first: bigint; readonly last: bigint }

/** Legs of a match in the order of their bet ids. */
export type LegRange = BetRange & {
  readonly legs: number
  /** Whether an earlier result has settled some of the legs. */
  readonly settledBefore: boolean
  /** The distinct selections of the legs. */
  readonly selections: readonly Selection[]
}

/** The next legs of a match, about `most` of them; undefined if none is left. */
export async function nextRange(
  tx: Tx,
  {
    matchId,
    after,
    most,
    schedule,
  }: { matchId: number; after: bigint; most: number; schedule: MatchSchedule | undefined },
): Promise<LegRange | undefined> {
  const rows = await queryRows<Selection & Omit<BetRange, 'matchId'> & { legs: number; settledBefore: boolean }>(tx)`
    select market_id as "marketId", odd_key as "oddKey", home_at_bet as "homeAtBet", away_at_bet as "awayAtBet", mistimed,
      min(bet_id) as first, max(bet_id) as last, count(*)::int as legs, bool_or(state <> 'open') as "settledBefore"
    from (
      select bet_id, market_id, odd_key, home_at_bet, away_at_bet, state, ${isMistimed(schedule)} as mistimed from betting.leg l
      where match_id = ${matchId} and bet_id > ${after}::bigint order by bet_id fetch first (${most}::int) rows with ties) next
    group by market_id, odd_key, home_at_bet, away_at_bet, mistimed`
  const range = rangeOf(rows)
  return range && { matchId, ...range, settledBefore: rows.some((row) => row.settledBefore), selections: rows }
}

/** The range of legs that are grouped by selection; undefined if there are none. */
export function rangeOf(rows: readonly { readonly first: bigint; readonly last: bigint; readonly legs: number }[]) {
  const [one] = rows
  if (!one) return undefined
  return {
    first: rows.reduce((first, row) => (row.first < first ? row.first : first), one.first),
    last: rows.reduce((last, row) => (row.last > last ? row.last : last), one.last),
    legs: rows.reduce((sum, row) => sum + row.legs, 0),
  }
}

/**
 * Writes the states of this match's legs in a range and locks the bets of the legs that changed, by id. Open bets with a lost leg are
 * set to lost: nothing is paid on them, so no rules are needed. System bets are not, because one lost leg does not decide them.
 * A leg that is void because of its time keeps an earlier decision: what was decided in time remains valid. Returns the number of changed legs, the number of lost bets, and the locked bets whose settlement may change. A lost bet is among
 * these only if an earlier result had settled legs of this range. Read the other legs of these bets in a later statement: it sees what
 * the settlement of another match committed while this one waited for the locks.
 */
export async function decideLegs(
  tx: Tx,
  range: DecidedRange,
): Promise<{ legs: number; lost: number; undecided: readonly bigint[] }> {
  const { outcomes } = range
  const rows = await queryRows<{ legs: number; lost: number; undecided: bigint[] | null }>(tx)`
    with at as materialized (select platform.now() as now),
    changed as (
      update betting.leg l set state = o.state
      from ${outcomeRows(outcomes)} where ${isChanged(range)}
      returning l.bet_id, l.state
    ),
    locked as materialized (
      select b.bet_id, b.state, ${loses} as loses
      from changed c join betting.bet b on b.bet_id = c.bet_id order by b.bet_id for update of b
    ),
    lost as (
      update betting.bet b set state = 'lost', settled_at = at.now, times_settled = times_settled + 1
      from locked, at where b.bet_id = locked.bet_id and locked.loses and locked.state = 'open'
      returning b.bet_id
    )
    select (select count(*)::int from changed) as legs, (select count(*)::int from lost) as lost,
      (select array_agg(bet_id) from locked where ${mayChange(range)}) as undecided`
  const row = rows[0]
  return { legs: row?.legs ?? 0, lost: row?.lost ?? 0, undecided: row?.undecided ?? [] }
}

/** What `decideLegs` would do with a range, as far as a snapshot shows it: the legs that change, with the bets that may be settled. It writes nothing. */
export async function foreseeLegs(
  tx: Tx,
  range: DecidedRange,
): Promise<{
  lost: readonly { betId: bigint; bettor: bigint }[]
  undecided: readonly { betId: bigint; state: LegState }[]
}> {
  type Row = { betId: bigint; bettor: bigint; state: LegState; isLost: boolean; isUndecided: boolean }
  const rows = await queryRows<Row>(tx)`
    with changed as materialized (
      select l.bet_id, o.state from betting.leg l cross join ${outcomeRows(range.outcomes)} where ${isChanged(range)}),
    locked as (
      select b.bet_id, b.bettor_id, b.state, c.state as leg_state, ${loses} as loses from changed c join betting.bet b on b.bet_id = c.bet_id)
    select bet_id as "betId", bettor_id as bettor, leg_state as state, loses and state = 'open' as "isLost", ${mayChange(range)} as "isUndecided"
    from locked order by bet_id`
  return { lost: rows.filter(({ isLost }) => isLost), undecided: rows.filter(({ isUndecided }) => isUndecided) }
}

/** A range of legs with the outcomes of its selections. */
export type DecidedRange = Omit<LegRange, 'legs' | 'selections'> & {
  readonly outcomes: readonly Outcome[]
  readonly schedule: MatchSchedule | undefined
}

/** The outcomes as rows `o`. */
const outcomeRows = (outcomes: readonly Outcome[]) => sql`
  unnest(${outcomes.map((o) => o.marketId)}::text[], ${outcomes.map((o) => o.oddKey)}::text[],
    ${outcomes.map((o) => o.homeAtBet ?? -1)}::smallint[], ${outcomes.map((o) => o.awayAtBet ?? -1)}::smallint[],
    ${outcomes.map((o) => o.state)}::text[], ${outcomes.map((o) => o.mistimed ?? false)}::boolean[])
    as o (market_id, odd_key, home, away, state, mistimed)`

/** Whether an outcome `o` changes the state of a leg `l` of the range. */
const isChanged = ({ matchId, first, last, schedule }: DecidedRange) => sql`
  l.match_id = ${matchId} and l.bet_id between ${first}::bigint and ${last}::bigint
  and l.market_id = o.market_id and l.odd_key = o.odd_key
  and coalesce(l.home_at_bet, -1) = o.home and coalesce(l.away_at_bet, -1) = o.away and l.state <> o.state
  and (not o.mistimed or l.state = 'open' or o.state = 'open') and o.mistimed = ${isMistimed(schedule)}`

/** Whether a changed leg `c` decides its bet `b` as lost. */
const loses = sql`(b.type <> 'system' and c.state = 'lost')`

/** Whether the settlement of a bet with a changed leg may change, by its state before. */
const mayChange = ({ settledBefore }: Pick<DecidedRange, 'settledBefore'>) => sql`
  case state when 'open' then not loses when 'lost' then not loses and ${settledBefore}::boolean else state <> 'cashed_out' end`

/**
 * Reads which of these locked bets the new result decides or changes. Example: of four doubles on the match, one waits for its other leg and
 * one has already lost by it; the two whose legs are all decided are read. The ids are between `first` and `last`, which limits the
 * partitions that PostgreSQL reads.
 * Bets that people have declared void are left out. With `foreseen` legs have these states.
 */
export async function betsToSettle(
  tx: Tx,
  { betIds, first, last, foreseen }: Omit<BetRange, 'matchId'> & { betIds: readonly bigint[]; foreseen?: ForeseenLegs },
): Promise<BetToSettle[]> {
  if (betIds.length === 0) return []
  const state = foreseen ? foreseenState(foreseen) : sql`o.state`
  const legs = sql`(select o.n, o.price, ${state} as state from betting.leg o
    where o.bet_id = b.bet_id and o.bet_id between ${first}::bigint and ${last}::bigint) o`
  type Row = Omit<BetToSettle, 'cashedOut'> & { left: bigint | null; cashed: bigint; cashedTax: bigint }
  const rows = await queryRows<Row>(tx)`
    select b.bet_id as "betId", b.bettor_id as bettor, b.type, b.system, b.stake, b.left_stake as left, b.cashed,
      nullif(b.bonus_stake, 0) as "bonusStake", b.rules_version as "rulesVersion", b.state, b.returned, b.tax, b.cashed_tax as "cashedTax", b.times_settled as "timesSettled",
      l.prices, l.states
    from unnest(${betIds}::bigint[], ${foreseen?.states ?? []}::text[]) i (bet_id, foreseen) join betting.bet b on b.bet_id = i.bet_id
      cross join lateral (select array_agg(price order by n) as prices, array_agg(state order by n) as states from ${legs}) l
    where (b.type = 'system' or case b.state
      when 'open' then not exists (select from ${legs} where o.state = 'open')
      when 'lost' then not exists (select from ${legs} where o.state = 'lost')
      else true end) and (b.state <> 'void' or ${isNotVoidByHand})`
  return rows.map(({ left, cashed, cashedTax, bonusStake, ...bet }) => ({
    ...bet,
    ...(left !== null && { stake: left, cashedOut: { originalStake: bet.stake, paid: cashed, tax: cashedTax } }),
    bonusStake: bonusStake ?? undefined,
  }))
}

/**
 * The most that these bets can still pay, in cents, which a match decides without deciding them: they stay open or become so again. Example: a
 * double of 100 at 20.00 and 1.10 whose first leg is declared won may pay 2,200.
 */
export async function mayPay(
  tx: Tx,
  { matchId, first, last, betIds }: BetRange & { betIds: readonly bigint[] },
): Promise<bigint> {
  if (betIds.length === 0) return 0n
  const rows = await queryRows<{ sum: bigint }>(tx)`
    select coalesce(sum(coalesce(b.left_win, b.possible_win)), 0)::bigint as sum
    from betting.bet b
    where b.bet_id = any(${betIds}::bigint[]) and b.state in ('open', 'lost') and (b.type = 'system' or not exists (
      select from betting.leg o where o.bet_id = b.bet_id and o.bet_id between ${first}::bigint and ${last}::bigint
        and o.match_id <> ${matchId}::int and o.state = 'lost'))`
  return rows[0]?.sum ?? 0n
}

/** The states that legs of bets would have: of each bet, in the order of the ids, that of its leg on one match. */
export type ForeseenLegs = { readonly matchId: number; readonly states: readonly LegState[] }

const foreseenState = ({ matchId }: ForeseenLegs) =>
  sql`case when o.match_id = ${matchId}::int then coalesce(i.foreseen, o.state) else o.state end`

/** Whether nobody has declared a bet `b` void. */
const isNotVoidByHand = sql`
  not exists (select from betting.hand_void v where v.bet_id = b.bet_id and v.lifted_at is null)`
