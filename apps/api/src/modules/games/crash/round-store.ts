import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { keyset, type Page, type Paged } from '#platform/paging'
import { markRoundSettled, unsettledCount } from '#platform/round-settling'
import type { RoundState } from '#platform/rounds'

/** The name of the owner in platform.owner and of the rounds in platform.round. */
export const ownerName = 'crash'

/** A round of the game. Multipliers in hundredths; values that are not public yet are null. */
export type CrashRoundRow = {
  /** The id in platform.round, which is also the id of its locks. */
  readonly id: number
  readonly roundNo: bigint
  readonly roundId: string
  readonly state: RoundState
  readonly locksAt: Date | null
  readonly endedAt: Date | null
  readonly chainId: string
  readonly gameNo: number
  readonly startedAt: Date | null
  readonly flownMs: number | null
  readonly crashPoint: bigint | null
  readonly hash: string | null
  readonly unwatched: boolean
}

export const roundColumns = sql`p.id, p.round_no as "roundNo", p.round_id as "roundId", p.state, p.locks_at as "locksAt",
  p.ended_at as "endedAt", r.chain_id as "chainId", r.game_no as "gameNo", r.started_at as "startedAt", r.flown_ms as "flownMs",
  r.crash_point as "crashPoint", r.hash, r.unwatched`

const joined = sql`platform.round p join games.crash_round r on r.round = p.id`

/** The rounds that have not ended, in order: at most one in flight, then those that accept bets. */
export function unfinished(on: Db | Tx): Promise<CrashRoundRow[]> {
  return queryRows<CrashRoundRow>(on)`
    select ${roundColumns} from ${joined}
    where p.name = ${ownerName} and p.state in ('open', 'locked') order by p.round_no`
}

/** The last finished round; undefined if there is none. */
export function lastEnded(on: Db | Tx): Promise<CrashRoundRow | undefined> {
  return queryRow<CrashRoundRow>(on)`
    select ${roundColumns} from ${joined}
    where p.name = ${ownerName} and p.state in ('ended', 'voided') order by p.round_no desc limit 1`
}

/** A round by its id; undefined if there is none. */
export function roundById(on: Db, id: number): Promise<CrashRoundRow | undefined> {
  return queryRow<CrashRoundRow>(on)`select ${roundColumns} from ${joined} where p.id = ${id}::int`
}

/** The finished round with this id. */
export async function finishedRound(on: Db, id: number): Promise<CrashRoundRow> {
  const rows = await queryRows<CrashRoundRow>(on)`
    select ${roundColumns} from ${joined} where p.id = ${id}::int and p.state in ('ended', 'voided')`
  const [round] = rows
  invariant(round, `crash round ${id} has ended`)
  return round
}

/** A filter of settled rounds: by chain, or by round id. All by default. */
export type RoundFilter = { readonly chainId?: string | undefined; readonly roundId?: string | undefined }

/** A crash round as a search of the console shows it; `crashPoint` is in hundredths, null before its end. */
export type FoundCrashRound = { readonly roundId: string; readonly round: number; readonly crashPoint: bigint | null }

/** The crash round with this id or number. */
export function roundNamed(db: Db, id: string): Promise<FoundCrashRound | undefined> {
  return queryRow<FoundCrashRound>(db)`
    select round_id as "roundId", round, case when settled_at is not null then crash_point end as "crashPoint" from games.crash_round
    where round_id = ${id} or round = ${/^\d{1,9}$/.test(id) ? id : null}::int order by round limit 1`
}

/** A page of the settled rounds, newest first. The total is the sum of the chains' counters. */
export async function settledRounds(
  on: Db,
  { chainId, roundId }: RoundFilter,
  page: Page,
): Promise<Paged<CrashRoundRow>> {
  const ofChain = chainId === undefined ? sql`` : sql`and chain_id = ${chainId}`
  const one = roundId === undefined ? sql`` : sql`and round_id = ${roundId}`
  const by = chainId === undefined ? sql`round` : sql`game_no`
  const parts = keyset([{ by, type: 'number', desc: true }], page)
  const [listed, counted] = await Promise.all([
    sql<CrashRoundRow & { keys: string[] }>`
      select ${roundColumns}, listed.keys from (
        select round, ${parts.keys} from games.crash_round
        where settled_at is not null and hash is not null ${ofChain} ${one} and ${parts.isAfter}
        order by ${parts.order} ${parts.window}) listed
      join games.crash_round r using (round) join platform.round p on p.id = r.round order by r.round desc`.execute(on),
    sql<{ total: number }>`
      select coalesce(sum(listed), 0)::int as total from games.crash_chain
      where true ${ofChain}`.execute(on),
  ])
  const rows = parts.cut(listed.rows)
  return { ...rows, total: roundId === undefined ? (counted.rows[0]?.total ?? 0) : rows.rows.length }
}

/** The number of the last finished game of a chain. */
export async function lastGameNo(on: Db, chainId: string): Promise<number> {
  const rows = await queryRows<{ played: number }>(on)`
    select coalesce(max(game_no), 0) as played from games.crash_round where chain_id = ${chainId} and hash is not null`
  return rows[0]?.played ?? 0
}

type NewRound = { readonly id: number; readonly roundId: string; readonly chainId: string; readonly gameNo: number }

export async function insertRound(tx: Tx, { id, roundId, chainId, gameNo }: NewRound): Promise<void> {
  await sql`
    insert into games.crash_round (round_id, round, chain_id, game_no)
    values (${roundId}, ${id}::int, ${chainId}, ${gameNo}::int)`.execute(tx)
}

/** Starts a flight now, by the database's clock: every process shows it from there, whatever its machine's clock shows. */
export async function startFlight(tx: Tx, id: number): Promise<void> {
  await sql`
    update games.crash_round set started_at = platform.now(), flown_ms = 0 where round = ${id}::int`.execute(tx)
}

/** Stores the owner's heartbeat. The commit does not wait for the disk: if it is lost, some losing bets are voided instead. */
export async function storeHeartbeat(tx: Tx, id: number, flownMs: number): Promise<void> {
  await sql`set local synchronous_commit to off`.execute(tx)
  await sql`update games.crash_round set flown_ms = ${flownMs}::int where round = ${id}::int`.execute(tx)
}

/** Publishes the hash and crash point of a finished round. The database refuses them before its end. */
export async function publishCrash(
  tx: Tx,
  given: { id: number; crashPoint: number; hash: string; unwatched: boolean },
): Promise<void> {
  await sql`
    update games.crash_round set crash_point = ${given.crashPoint}::bigint, hash = ${given.hash}, unwatched = ${given.unwatched}::boolean
    where round = ${given.id}::int`.execute(tx)
}

/**
 * Marks a round as settled, adds it to the listed rounds of its chain, and deletes the cash-outs that other processes forwarded for earlier
 * rounds.
 */
export async function markSettled(tx: Tx, id: number): Promise<void> {
  await sql`
    with settled as (
      update games.crash_round r set settled_at = platform.now(),
        empty = not exists (select from games.crash_bet b where b.round = r.round)
      where r.round = ${id}::int and r.settled_at is null returning r.chain_id, r.hash)
    update games.crash_chain c set listed = c.listed + 1 from settled s
    where c.chain_id = s.chain_id and s.hash is not null`.execute(tx)
  await markRoundSettled(tx, id)
  // Cash-outs on an earlier round that cannot be settled yet are kept.
  await sql`
    delete from games.crash_ask a where a.round < ${id}::int
      and not exists (select from platform.round p where p.id = a.round and p.settle_at is not null)`.execute(tx)
}

/** While more finished rounds than this are not settled, no stakes are accepted; the rounds continue. */
const unsettledMax = 3

/** The round for new stakes. `accepts` is true while an owner runs the game and the finished rounds are being settled. */
export type RoundForStakes = { readonly id: number; readonly roundId: string; readonly accepts: boolean }

/** The first round that accepts bets; undefined if there is none. */
export function roundForStakes(on: Db | Tx): Promise<RoundForStakes | undefined> {
  return queryRow<RoundForStakes>(on)`
    select p.id, p.round_id as "roundId",
      exists (select from platform.owner o where o.name = p.name and o.beat_at > platform.real_now() - interval '15 seconds')
        and ${unsettledCount(sql`p.name`)} <= ${unsettledMax}::int as accepts
    from platform.round p where p.name = ${ownerName} and p.state = 'open' order by p.round_no limit 1`
}
