import { sql } from 'kysely'
import type { Db } from './db.ts'

/** A history kept in parts by months: `by` is the time that decides on the part, `id` the number of its rows. */
export type MonthlyTable = { readonly table: string; readonly by: string; readonly id: string }

/** A table kept in parts of `width` ids each; `used` answers the highest id handed out so far. */
export type RangedTable = {
  readonly table: string
  readonly by: string
  readonly width: bigint
  readonly used: (owner: Db) => Promise<bigint>
}

/** A month, or a longer stretch that became one part: its rows are from `from` on and before `to`. */
export type Part = { readonly name: string; readonly from: string; readonly to: string; readonly pending: boolean }

const monthsAhead = 3
const rangesAhead = 2

/**
 * Makes the parts that will be needed next, and closes the gap that an interrupted turn may have left below. Returns how many tables
 * got new parts; works on the owner's connection.
 */
export async function makePartsAhead(
  owner: Db,
  { months, ranges }: { months: readonly MonthlyTable[]; ranges: readonly RangedTable[] },
): Promise<number> {
  let extended = 0
  for (const { table, by } of months) {
    const made = await sql<{ made: number }>`
      select platform.make_months(${table}::regclass, ${by}::name, ${monthsAhead}::int) as made`.execute(owner)
    if ((made.rows[0]?.made ?? 0) > 0) extended++
    await raiseEarlier(owner, table)
  }
  for (const { table, by, width, used } of ranges) {
    const made = await sql<{ made: number }>`
      select platform.make_ranges(${table}::regclass, ${by}::name, ${width}::bigint, ${await used(owner)}::bigint, ${rangesAhead}::int) as made`.execute(
      owner,
    )
    if ((made.rows[0]?.made ?? 0) > 0) extended++
  }
  return extended
}

/** The parts of a history that ended at least `years` ago in real time, the oldest first. Open ends are never among them. */
export async function partsOlderThan(owner: Db, { table }: MonthlyTable, years: number): Promise<Part[]> {
  const rows = await sql<Part>`
    select part::text as name, lower_bound as "from", upper_bound as "to", pending from platform.parts_of(${table}::regclass)
    where lower_bound is not null and upper_bound::timestamptz <= platform.unmoved_now() - make_interval(years => ${years}::int)
    order by lower_bound::timestamptz`.execute(owner)
  return rows.rows
}

/** Whether a part is attached to its table, detached half-way by somebody who was interrupted, alone, or gone. */
export async function stateOfPart(
  owner: Db,
  { table, part }: { table: string; part: string },
): Promise<'attached' | 'half detached' | 'alone' | 'gone'> {
  const rows = await sql<{ exists: boolean; pending: boolean | null }>`
    select to_regclass(${part}) is not null as exists,
      (select pending from platform.parts_of(${table}::regclass) where part = to_regclass(${part})) as pending`.execute(
    owner,
  )
  const [row] = rows.rows
  if (!row?.exists) return 'gone'
  if (row.pending === null) return 'alone'
  return row.pending ? 'half detached' : 'attached'
}

/** Takes a part out of its table while others read and write it. What an interrupted try left is finished. */
export async function detachPart(owner: Db, { table, part }: { table: string; part: string }): Promise<void> {
  const state = await stateOfPart(owner, { table, part })
  if (state === 'half detached')
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(part)} finalize`.execute(owner)
  if (state === 'attached') {
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(part)} concurrently`.execute(owner)
  }
}

/** Lets the open end below reach up to the oldest part, so that a row of a month that is gone still finds a place. */
export async function raiseEarlier(owner: Db, table: string): Promise<void> {
  await sql`select platform.raise_earlier(${table}::regclass)`.execute(owner)
}

/**
 * Counts a parted table anew where that was not done for a day. PostgreSQL does it by itself for each part, and never for the whole,
 * by which joins are planned.
 */
export async function analyzeDaily(owner: Db, table: string): Promise<void> {
  const rows = await sql<{ due: boolean }>`
    select coalesce(last_analyze < platform.unmoved_now() - interval '1 day', true) as due
    from pg_stat_user_tables where relid = ${table}::regclass`.execute(owner)
  if (rows.rows[0]?.due) await sql`analyze ${sql.table(table)}`.execute(owner)
}
