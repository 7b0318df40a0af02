import { sql, type RawBuilder } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type OrderKey, type Page, type Paged } from '#platform/paging'
import { periods, type Period } from './store.ts'

export type BoardName = 'sports' | 'crash'

/** A period of a board. */
export type Season = {
  readonly id: number
  readonly board: BoardName
  readonly period: Period
  readonly since: Date
  readonly endsAt: Date
  readonly markedAt: Date
  readonly closedAt: Date | null
  /** What the players of a sports board lost so far, in cents. */
  readonly lost: bigint
  /** When the prizes of a closed season are paid; null without prizes. `endedAt`: when they were paid or withheld. */
  readonly paysAt: Date | null
  readonly endedAt: Date | null
  /** The prizes and their most that a season keeps from its beginning; null where those of now hold. */
  readonly prizes: string | null
  readonly prizePercent: number | null
}

const columns = sql`id, board, period, since, ends_at as "endsAt", marked_at as "markedAt", closed_at as "closedAt", lost, pays_at as "paysAt",
  ended_at as "endedAt", prizes, prize_percent as "prizePercent"`

/** The beginning of the period of a time, in a zone, `ahead` periods later. */
const beginningOf = (
  at: RawBuilder<unknown>,
  { period, zone }: { period: RawBuilder<unknown>; zone: string },
  ahead = 0,
) =>
  sql`((date_trunc(${period}, ${at} at time zone ${zone}::text) + ${ahead}::int * ('1 ' || ${period})::interval) at time zone ${zone}::text)`

/** Creates the missing seasons of a board that contain these times. Returns all seasons that contain them. */
export async function seasonsAt(
  db: Db | Tx,
  { board, zone, times }: { board: BoardName; zone: string; times: readonly Date[] },
): Promise<Season[]> {
  const each = sql`
    select distinct p.period, ${beginningOf(sql`t.at`, { period: sql`p.period`, zone })} as since, ${beginningOf(sql`t.at`, { period: sql`p.period`, zone }, 1)} as ends_at
    from unnest(${times.map((at) => at.toISOString())}::timestamptz[]) t (at), unnest(${[...periods]}::text[]) p (period)`
  const read = () =>
    sql<Season>`
    select ${columns} from boards.season s where board = ${board}
      and exists (select from (${each}) each where each.period = s.period and each.since = s.since)`.execute(db)
  const first = await read()
  if (first.rows.length > 0 && (await countOf(db, each)) === first.rows.length) return first.rows
  await sql`
    insert into boards.season (board, period, since, ends_at, marked_at)
    select ${board}, period, since, ends_at, since from (${each}) each order by 2, 3 on conflict do nothing`.execute(db)
  return (await read()).rows
}

async function countOf(db: Db | Tx, query: RawBuilder<unknown>): Promise<number> {
  const rows = await queryRows<{ n: number }>(db)`select count(*)::int as n from (${query}) each`
  return rows[0]?.n ?? 0
}

/** The current season of a board; `season` is undefined if nobody has a score yet. */
export async function presentSeason(
  db: Db,
  { board, period, zone }: { board: BoardName; period: Period; zone: string },
): Promise<{ season: Season | undefined; since: Date; endsAt: Date; now: Date }> {
  const p = sql`${period}::text`
  const rows = await queryRows<{ since: Date; endsAt: Date; now: Date }>(db)`
    select ${beginningOf(sql`platform.now()`, { period: p, zone })} as since,
      ${beginningOf(sql`platform.now()`, { period: p, zone }, 1)} as "endsAt", platform.now() as now`
  const [time] = rows
  if (!time) throw new Error('the query of the current period returned no row')
  const found = await queryRow<Season>(db)`
    select ${columns} from boards.season where board = ${board} and period = ${period} and since = ${time.since}`
  return { ...time, season: found }
}

/** Resets the time since which rank changes are counted: to the start of the hour for a board of the day, to the start of the day for the others. */
export async function markSeasons(tx: Tx, zone: string): Promise<void> {
  const at = sql`(date_trunc(case period when 'day' then 'hour' else 'day' end, platform.now() at time zone ${zone}::text) at time zone ${zone}::text)`
  await sql`
    update boards.season set marked_at = ${at}
    where board = 'sports' and closed_at is null and ends_at > platform.now() and marked_at < ${at}`.execute(tx)
}

/** Keeps these prizes for the seasons that run and keep none yet. */
export async function keepPrizes(tx: Tx, { prizes, percent }: { prizes: string; percent: number }): Promise<void> {
  await sql`
    update boards.season set prizes = ${prizes}, prize_percent = ${percent}::int
    where prizes is null and closed_at is null and ends_at > platform.now()`.execute(tx)
}

/** Seasons that ended at least `afterS` seconds ago and are not closed, oldest first. */
export function endedSeasons(db: Db | Tx, { afterS, most }: { afterS: number; most: number }): Promise<Season[]> {
  return queryRows<Season>(db)`
    select ${columns} from boards.season
    where closed_at is null and ends_at <= platform.now() - make_interval(secs => ${afterS}::int) order by ends_at, id limit ${most}::int`
}

/** The season with this id, if there is one. */
export async function seasonOf(db: Db | Tx, id: number): Promise<Season | undefined> {
  return (await sql<Season>`select ${columns} from boards.season where id = ${id}::bigint`.execute(db)).rows[0]
}

/** Locks a season. */
export async function lockSeason(tx: Tx, id: number): Promise<Season | undefined> {
  return (await sql<Season>`select ${columns} from boards.season where id = ${id}::bigint for update`.execute(tx))
    .rows[0]
}

/** Adds to what the players of these open seasons lost. */
export async function addLost(tx: Tx, lost: ReadonlyMap<number, bigint>): Promise<void> {
  await sql`
    update boards.season s set lost = s.lost + l.lost
    from unnest(${[...lost.keys()]}::int[], ${[...lost.values()]}::bigint[]) as l (id, lost)
    where s.id = l.id and s.closed_at is null`.execute(tx)
}

/** Closes a season. Its prizes, if there are any, wait for this number of seconds. Returns when it was closed, and when they are paid. */
export async function closeSeason(
  tx: Tx,
  { id, by, paid, kept, waitS }: { id: number; by: string | null; paid: bigint; kept: bigint; waitS: number },
): Promise<{ closedAt: Date; paysAt: Date | null }> {
  const rows = await queryRows<{ closedAt: Date; paysAt: Date | null }>(tx)`
    update boards.season set closed_at = platform.now(), closed_by = ${by}, paid = ${paid}::bigint, kept = ${kept}::bigint,
      pays_at = case when ${paid}::bigint > 0 then platform.now() + make_interval(secs => ${waitS}::int) end
    where id = ${id}::int returning closed_at as "closedAt", pays_at as "paysAt"`
  const [closed] = rows
  if (!closed) throw new Error(`season ${id} does not exist`)
  return closed
}

/** The closed seasons whose prizes are due, in the order of their closing. */
export async function dueSeasons(db: Db, most: number): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(db)`
    select id from boards.season where pays_at <= platform.now() and ended_at is null order by pays_at, id limit ${most}::int`
  return rows.map(({ id }) => id)
}

/** Marks the prizes of a locked season as paid or withheld. */
export async function endSeason(
  tx: Tx,
  { id, by, withheld }: { id: number; by: string | null; withheld: boolean },
): Promise<void> {
  await sql`
    update boards.season set ended_at = platform.now(), ended_by = ${by}, withheld = ${withheld}
    where id = ${id}::int`.execute(tx)
}

export type SeasonState = 'running' | 'ended' | 'waiting' | 'closed'

export type ListedSeason = Season & {
  readonly state: SeasonState
  readonly closedBy: string | null
  readonly endedBy: string | null
  readonly withheld: boolean
  readonly paid: bigint
  readonly kept: bigint
  readonly winners: number
}

const seasonState = sql<SeasonState>`
  case when s.closed_at is not null then case when s.pays_at is not null and s.ended_at is null then 'waiting' else 'closed' end
    when s.ends_at <= platform.now() then 'ended' else 'running' end`
const ends: OrderKey[] = [
  { by: sql`ends_at`, type: 'time', desc: true },
  { by: sql`id`, type: 'number', desc: true },
]

/** A page of the seasons of all boards, or of those in a state, newest first. */
export const listSeasons = (
  db: Db,
  { state, ...page }: Page & { readonly state?: SeasonState | undefined },
): Promise<Paged<ListedSeason>> =>
  readPage(
    db,
    {
      columns: sql`${columns}, closed_by as "closedBy", ended_by as "endedBy", withheld, paid, kept, ${seasonState} as state,
        (select count(*)::int from boards.prize p where p.season_id = s.id) as winners`,
      from: state === undefined ? sql`boards.season s` : sql`boards.season s where ${seasonState} = ${state}`,
      order: ends,
    },
    page,
  )

const rowsInChunk = 20_000

/** Deletes the scores of seasons that were closed more than 40 days ago, a bounded number of rows a call. */
export async function forgetScores(db: Db): Promise<void> {
  const old = sql`select id from boards.season where closed_at < platform.now() - interval '40 days'`
  for (const table of [sql`boards.score`, sql`boards.step`])
    await sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where season_id in (${old}) limit ${rowsInChunk}::int))`.execute(db)
}
