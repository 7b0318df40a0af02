import { sql } from 'kysely'
import { queryRow, queryRows, type Db } from './db.ts'

/** A history partitioned by month: `by` is the name of its time column, `id` the name of its id column. */
export type MonthlyTable = { readonly table: string; readonly by: string; readonly id: string }

/** A table partitioned by ranges of `width` ids in the column `by`; `used` returns the highest id used so far. */
export type RangedTable = {
  readonly table: string
  readonly by: string
  readonly width: bigint
  readonly used: (owner: Db) => Promise<bigint>
}

/** A partition of a month or a longer range: `from` is inclusive, `to` exclusive. `pending`: its detach was interrupted. */
export type Part = { readonly name: string; readonly from: string; readonly to: string; readonly pending: boolean }

const monthsAhead = 3
const rangesAhead = 2

/**
 * Creates the partitions of the next months and id ranges. Also closes the gap that an interrupted run may have left below the oldest
 * month. Returns the number of tables with new partitions. Needs a connection of the database owner.
 */
export async function makePartsAhead(
  owner: Db,
  { months, ranges }: { months: readonly MonthlyTable[]; ranges: readonly RangedTable[] },
): Promise<number> {
  let tablesExtended = 0
  for (const { table, by } of months) {
    const made = await sql<{ made: number }>`
      select platform.make_months(${table}::regclass, ${by}::name, ${monthsAhead}::int) as made`.execute(owner)
    if ((made.rows[0]?.made ?? 0) > 0) tablesExtended++
    await raiseEarlier(owner, table)
  }
  for (const { table, by, width, used } of ranges) {
    const made = await queryRow<{ made: number }>(owner)`
      select platform.make_ranges(${table}::regclass, ${by}::name, ${width}::bigint, ${await used(owner)}::bigint, ${rangesAhead}::int) as made`
    if ((made?.made ?? 0) > 0) tablesExtended++
  }
  return tablesExtended
}

/** The partitions that ended at least `years` ago in real time, oldest first. Leaves out partitions without a lower bound. */
export function partsOlderThan(owner: Db, { table }: MonthlyTable, years: number): Promise<Part[]> {
  return queryRows<Part>(owner)`
    select part::text as name, lower_bound as "from", upper_bound as "to", pending from platform.parts_of(${table}::regclass)
    where lower_bound is not null and upper_bound::timestamptz <= platform.unmoved_now() - make_interval(years => ${years}::int)
    order by lower_bound::timestamptz`
}

/** The state of a partition: attached to its table, half detached by an interrupted run, alone (detached), or gone (dropped). */
export async function stateOfPart(
  owner: Db,
  { table, part }: { table: string; part: string },
): Promise<'attached' | 'half detached' | 'alone' | 'gone'> {
  const rows = await queryRows<{ exists: boolean; pending: boolean | null }>(owner)`
    select to_regclass(${part}) is not null as exists,
      (select pending from platform.parts_of(${table}::regclass) where part = to_regclass(${part})) as pending`
  const [row] = rows
  if (!row?.exists) return 'gone'
  if (row.pending === null) return 'alone'
  return row.pending ? 'half detached' : 'attached'
}

/** Detaches a partition without blocking reads and writes of the table. Finishes an interrupted detach. */
export async function detachPart(owner: Db, { table, part }: { table: string; part: string }): Promise<void> {
  const state = await stateOfPart(owner, { table, part })
  if (state === 'half detached')
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(part)} finalize`.execute(owner)
  if (state === 'attached') {
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(part)} concurrently`.execute(owner)
  }
}

/** Extends the partition for all earlier rows up to the oldest month that exists, so that a row of a dropped month can still be stored. */
export async function raiseEarlier(owner: Db, table: string): Promise<void> {
  await sql`select platform.raise_earlier(${table}::regclass)`.execute(owner)
}

/**
 * Analyzes a partitioned table once a day. PostgreSQL automatically analyzes each partition but never the whole table, whose statistics the
 * planner uses for joins.
 */
export async function analyzeDaily(owner: Db, table: string): Promise<void> {
  const row = await queryRow<{ due: boolean }>(owner)`
    select coalesce(last_analyze < platform.unmoved_now() - interval '1 day', true) as due
    from pg_stat_user_tables where relid = ${table}::regclass`
  if (row?.due) await sql`analyze ${sql.table(table)}`.execute(owner)
}
