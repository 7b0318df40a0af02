import { sql, type RawBuilder } from 'kysely'
import { queryRows, transact, type Db, type Tx } from '#platform/db'
import { beginning, type BoardSource, type Period } from './store.ts'

/** Seconds from the end of a day to its first reading. By then the bets that were decided on it are committed. */
const settleS = 300
/** Seconds until a day that may still change is read again, for each day of its age. */
const rereadS = 600
const daysMax = 31

type Query = { readonly period: Period; readonly timeZone: string; readonly sources: readonly BoardSource[] }
/** The days that start at `from` or later and end at `until` or earlier. */
type Days = Pick<Query, 'timeZone' | 'sources'> & {
  readonly from: RawBuilder<unknown>
  readonly until: RawBuilder<unknown>
}
/** A past day of one source. `isDue`: it was not read yet, or may have changed since. */
export type SourceDay = { readonly since: Date; readonly until: Date; readonly source: string; readonly isDue: boolean }

/**
 * Stores the wins of each past day of the current period, once for each day and source, and again if they may have changed. Returns the time
 * before which all days are stored; null for a period of one day. Processes share the stored days; one process reads each day.
 */
export async function storeDays(db: Db, query: Query): Promise<Date | null> {
  const { period, timeZone } = query
  if (period === 'day') return null
  const days = { ...query, from: beginning(period, timeZone), until: beginning('day', timeZone) }
  return storeAll(days, (work) => transact(db, work), db)
}

/** Stores the days of an ended season, in the caller's transaction. */
export async function storeSeason(
  tx: Tx,
  query: Pick<Query, 'timeZone' | 'sources'>,
  { since, endsAt }: { since: Date; endsAt: Date },
): Promise<void> {
  await storeAll(
    { ...query, from: sql`${since}::timestamptz`, until: sql`${endsAt}::timestamptz` },
    (work) => work(tx),
    tx,
  )
}

/** The days of an ended season that `storeSeason` would read: those that were not read yet or may have changed. */
export async function daysToRead(
  tx: Tx,
  query: Pick<Query, 'timeZone' | 'sources'>,
  { since, endsAt }: { since: Date; endsAt: Date },
): Promise<SourceDay[]> {
  const days = await daysOver(tx, { ...query, from: sql`${since}::timestamptz`, until: sql`${endsAt}::timestamptz` })
  return days.filter(({ isDue }) => isDue)
}

/** A query of the players of a day who won: (bettor, cents, at), `at` their last win. */
export const totalsOfDay = ({ since, until }: Pick<SourceDay, 'since' | 'until'>, { wins }: BoardSource) => sql`
  select bettor, sum(cents)::bigint as cents, max(at) as at
  from (${wins(sql`${since}::timestamptz`)}) win where at < ${until}::timestamptz group by bettor having sum(cents) > 0`

/** A query of what all players lost together on a day. */
export const lostOnDay = ({ since, until }: Pick<SourceDay, 'since' | 'until'>, { losses }: BoardSource) =>
  losses(sql`${since}::timestamptz`, sql`${until}::timestamptz`)

async function storeAll(
  query: Days,
  within: (work: (tx: Tx) => Promise<void>) => Promise<void>,
  db: Db | Tx,
): Promise<Date | null> {
  const days = await daysOver(db, query)
  for (const day of days.filter(({ isDue }) => isDue)) {
    const source = query.sources.find(({ name }) => name === day.source)
    if (source) await within((tx) => storeDay(tx, day, source))
  }
  return days.at(-1)?.until ?? null
}

/** The days among these that ended at least `settleS` seconds ago, in order. */
function daysOver(db: Db | Tx, { from, until, timeZone, sources }: Days): Promise<SourceDay[]> {
  const local = (at: RawBuilder<unknown>) => sql`${at} at time zone ${timeZone}::text`
  return queryRows<SourceDay>(db)`
    select day.since, day.until, source.name as source,
      not exists (select from boards.day d where d.since = day.since and d.source = source.name and d.read_at >= ${goodSince}) as "isDue"
    from (
      select ${local(sql`at`)} as since, ${local(sql`(at + interval '1 day')`)} as until
      from generate_series(${local(from)}, ${local(until)} - interval '1 day', interval '1 day') at
      order by at limit ${daysMax}::int) day
      cross join unnest(${sources.map(({ name }) => name)}::text[], ${sources.map(({ isFinal }) => isFinal)}::boolean[]) source (name, is_final)
    where day.until <= platform.now() - make_interval(secs => ${settleS}::int)
    order by day.since`
}

/** A day is read again unless it was read since this time: its end, or recently if it may have changed. */
const goodSince = sql`case when source.is_final then day.until
  else platform.now() - make_interval(secs => ${rereadS}::int) * ceil(extract(epoch from platform.now() - day.until) / 86400) end`

/** Reads a day, unless another process has done so meanwhile. */
async function storeDay(tx: Tx, day: SourceDay, from: BoardSource): Promise<void> {
  const { since, until, source } = day
  const claimed = await sql`
    insert into boards.day as d (since, source, read_at) values (${since}::timestamptz, ${source}, platform.now())
    on conflict (since, source) do update set read_at = excluded.read_at
    where d.read_at < (
      select ${goodSince} from (select ${until}::timestamptz as until) day, (select ${from.isFinal}::boolean as is_final) source)`.execute(
    tx,
  )
  if (claimed.numAffectedRows !== 1n) return
  await sql`
    update boards.day set lost = (${lostOnDay(day, from)})
    where since = ${since}::timestamptz and source = ${source}`.execute(tx)
  await sql`delete from boards.day_total where since = ${since}::timestamptz and source = ${source}`.execute(tx)
  await sql`
    insert into boards.day_total (since, source, bettor_id, cents, last_at)
    select ${since}::timestamptz, ${source}, bettor, cents, at from (${totalsOfDay(day, from)}) total`.execute(tx)
}

/** Deletes days that no board needs any more. */
export async function forgetDays(db: Db): Promise<void> {
  await sql`delete from boards.day where since < platform.now() - make_interval(days => ${2 * daysMax}::int)`.execute(
    db,
  )
}
