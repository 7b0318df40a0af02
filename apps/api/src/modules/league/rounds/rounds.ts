import { sql } from 'kysely'
import { matchOfGoals, type DrawnMatch, type Goal } from '@nare/league/draw'
import { queryRows, type Db, type Tx } from '#platform/db'
import { unsettledCount } from '#platform/round-settling'
import { weightsOf } from '../weight-bytes.ts'

/** The stored state of a round. `playing`, which depends on the time, comes from `stateOf`. */
export type RoundRow = {
  readonly roundId: string
  readonly seasonId: string
  readonly competitionId: string
  readonly roundNumber: number
  readonly rounds: number
  readonly chainTip: string
  readonly commitment: string
  readonly tablesHash: string
  readonly kicksOffAt: Date | null
  readonly endsAt: Date | null
  readonly seed: string | null
  readonly link: string | null
  readonly settledAt: Date | null
  /** The id of its row in platform.round and of the advisory lock that stakes take; null before it is on offer. */
  readonly lockId: number | null
  /** The number of the round in the competition over all seasons, from 1. */
  readonly roundNo: bigint | null
  readonly state: 'open' | 'locked' | 'ended' | 'voided' | null
  readonly locksAt: Date | null
  readonly voidReason: string | null
  /** Whether an operator, a fault, or more than one unsettled round has stopped betting on the coming rounds of the competition. */
  readonly stopped: boolean
  /** The database's time of the read. */
  readonly now: Date
}

/** A round that is or was on offer. */
export type OfferedRound = RoundRow & {
  readonly lockId: number
  readonly roundNo: bigint
  readonly locksAt: Date
  readonly kicksOffAt: Date
  readonly endsAt: Date
}

/** While more finished rounds of a competition than this are not settled, no stakes are accepted on it; the rounds continue. */
const unsettledMax = 1

const roundColumns = sql`
  r.round_id as "roundId", r.season_id as "seasonId", s.competition_id as "competitionId", r.round_number as "roundNumber",
  s.rounds, s.chain_tip as "chainTip", r.commitment, r.tables_hash as "tablesHash", r.kicks_off_at as "kicksOffAt",
  r.ends_at as "endsAt", r.seed, r.link, r.settled_at as "settledAt", p.id as "lockId", p.round_no as "roundNo", p.state, p.locks_at as "locksAt",
  p.void_reason as "voidReason", c.paused_by is not null or c.fault is not null
    or ${unsettledCount(sql`'league:' || c.competition_id`)} > ${unsettledMax}::int as stopped, platform.now() as now`
const roundTables = sql`
  league.round r join league.season s using (season_id) join league.competition c using (competition_id)
  left join platform.round p using (round_id)`

/** The rounds with these ids, in the order of their competition, season and number. */
export async function roundsById(on: Db | Tx, roundIds: readonly string[]): Promise<RoundRow[]> {
  if (roundIds.length === 0) return []
  return await queryRows<RoundRow>(on)`
    select ${roundColumns} from ${roundTables} where r.round_id = any(${roundIds}::text[])
    order by s.competition_id, s.number, r.round_number`
}

/** The rounds of a competition on offer that have not ended, in order: the current one and the next. */
export function roundsOnOffer(on: Db | Tx, competitionId: string): Promise<OfferedRound[]> {
  return queryRows<OfferedRound>(on)`
    select ${roundColumns} from ${roundTables}
    where s.competition_id = ${competitionId} and p.state in ('open', 'locked') order by p.round_no`
}

/** The latest finished or void rounds of a competition, newest first. */
export function latestEndedRounds(on: Db | Tx, competitionId: string, most: number): Promise<OfferedRound[]> {
  return queryRows<OfferedRound>(on)`
    select ${roundColumns} from ${roundTables}
    where s.competition_id = ${competitionId} and p.state in ('ended', 'voided') order by p.round_no desc limit ${most}::int`
}

/** The rounds of a competition with `roundNo` from `from` to `to`, in order. Rounds that were never on offer are left out. */
export function roundsNumbered(
  on: Db | Tx,
  { competitionId, from, to }: { competitionId: string; from: bigint; to: bigint },
): Promise<OfferedRound[]> {
  return queryRows<OfferedRound>(on)`
    select ${roundColumns} from ${roundTables}
    where s.competition_id = ${competitionId} and p.round_no between ${from}::bigint and ${to}::bigint order by p.round_no`
}

/** The public state of a round at a time. */
export function stateOf(round: RoundRow, at: Date = round.now): 'open' | 'locked' | 'playing' | 'ended' | 'voided' {
  if (round.state === 'ended' || round.state === 'voided') return round.state
  if (round.state === 'locked') return round.kicksOffAt && round.kicksOffAt <= at ? 'playing' : 'locked'
  return round.locksAt && round.locksAt <= at ? 'locked' : 'open'
}

/** Whether the round accepted bets when it was read. To place a stake, read the round after `lockRounds` in the same transaction. */
export const acceptsBets = (round: RoundRow): boolean =>
  round.state === 'open' && !round.stopped && stateOf(round) === 'open'

/** A match of a published season. Only `roundId` and `drawn`, which is null until its round has ended, ever change. */
export type MatchRow = {
  readonly matchId: number
  readonly seasonId: string
  readonly roundNumber: number
  /** Null until the season's salt is drawn. */
  readonly roundId: string | null
  readonly homeTeam: string
  readonly awayTeam: string
  readonly weights: readonly number[]
  readonly drawn: DrawnMatch | null
}

type StoredMatch = Omit<MatchRow, 'weights' | 'drawn'> & { weights: Buffer; goals: [number, Goal['side']][] | null }

const playedColumns = sql`
  m.match_id as "matchId", m.season_id as "seasonId", m.round_number as "roundNumber", r.round_id as "roundId",
  m.home as "homeTeam", m.away as "awayTeam", m.goals`
const matchColumns = sql`${playedColumns}, m.weights`
const matchTables = sql`league.match m left join league.round r using (season_id, round_number)`

/** The matches with these ids. Unknown ids are left out. */
export async function matchesById(on: Db | Tx, matchIds: readonly number[]): Promise<ReadonlyMap<number, MatchRow>> {
  if (matchIds.length === 0) return new Map()
  const rows = await queryRows<StoredMatch>(on)`
    select ${matchColumns} from ${matchTables} where m.match_id = any(${matchIds}::int[])`
  return new Map(rows.map((row) => [row.matchId, matchOf(row)]))
}

/** The matches of these rounds, by round in the order of their ids. */
export async function matchesOfRounds(on: Db | Tx, roundIds: readonly string[]): Promise<MatchRow[]> {
  if (roundIds.length === 0) return []
  const rows = await queryRows<StoredMatch>(on)`
    select ${matchColumns} from ${matchTables} where r.round_id = any(${roundIds}::text[])
    order by m.season_id, m.round_number, m.match_id`
  return rows.map(matchOf)
}

/** The matches of a season in the order of their rounds. */
export async function matchesOfSeason(on: Db | Tx, seasonId: string): Promise<MatchRow[]> {
  const rows = await queryRows<StoredMatch>(on)`
    select ${matchColumns} from ${matchTables} where m.season_id = ${seasonId} order by m.round_number, m.match_id`
  return rows.map(matchOf)
}

/** A match without its weights, which are most of its row. */
export type PlayedMatch = Omit<MatchRow, 'weights'>

/** The matches of a season that were drawn, in the order of their rounds. */
export async function playedMatchesOfSeason(on: Db | Tx, seasonId: string): Promise<PlayedMatch[]> {
  const rows = await queryRows<Omit<StoredMatch, 'weights'>>(on)`
    select ${playedColumns} from ${matchTables}
    where m.season_id = ${seasonId} and m.goals is not null order by m.round_number, m.match_id`
  return rows.map(({ goals, ...row }) => ({ ...row, drawn: drawnOf(goals) }))
}

const matchOf = ({ weights, goals, ...row }: StoredMatch): MatchRow => ({
  ...row,
  weights: weightsOf(weights),
  drawn: drawnOf(goals),
})

const drawnOf = (goals: StoredMatch['goals']): DrawnMatch | null =>
  goals && matchOfGoals(goals.map(([minute, side]) => ({ minute, side })))

/**
 * The outcome of a round, for settling its bets. The owner passes outcomes in round order, and repeats them after a restart until
 * settlement has succeeded and set `league.round.settled_at`.
 */
export type RoundOutcome = { readonly roundId: string; readonly competitionId: string } & (
  | { readonly kind: 'ended'; readonly matches: ReadonlyMap<number, DrawnMatch> }
  | { readonly kind: 'void'; readonly reason: string }
)
/** Settles the bets on a round. Repeating a call with the same outcome changes nothing. */
export type SettleRound = (outcome: RoundOutcome) => Promise<void>
