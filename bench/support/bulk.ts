import { openDb, type Connection, type Db } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { sql, type RawBuilder } from 'kysely'

/** Ids that follow each other. */
export type Range = { readonly first: number; readonly count: number }

const chunk = 500_000
const daySeconds = 86_400

// The pool replaces a connection that was idle for long, so each new one is told.
const fillerSettings =
  "set statement_timeout = 0; set synchronous_commit = off; set session_replication_role = replica; set maintenance_work_mem = '1GB'"

/** Runs work with connections that check and link nothing while rows are written, and commit without waiting for the disk. */
export async function withFillers<T>(
  connection: Connection,
  count: number,
  work: (fillers: readonly Db[]) => Promise<T>,
): Promise<T> {
  const fillers = Array.from({ length: count }, () => {
    const { db, pool } = openDb(connection, { size: 1, log: openLog('warn'), role: 'none' })
    pool.on('connect', (client) => void client.query(fillerSettings))
    return db
  })
  try {
    return await work(fillers)
  } finally {
    for (const db of fillers) await db.destroy()
  }
}

/** Inserts many rows, in several statements. */
export async function inChunks(count: number, insert: (low: number, high: number) => Promise<unknown>): Promise<void> {
  for (let low = 1; low <= count; low += chunk) await insert(low, Math.min(count, low + chunk - 1))
}

/** Does work on tables without their indexes and makes these again: many times faster than keeping them while millions of rows come. */
export async function withoutIndexes<T>(
  fillers: readonly Db[],
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const [owner] = fillers
  if (!owner) throw new Error('no connection fills')
  const { rows } = await sql<{ drop: string; make: string; name: string }>`
    select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
      case when c.oid is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as make,
      i.indrelid::regclass::text as name
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = any(${tables}::text[]::regclass[])
      and not exists (select from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f')`.execute(owner)
  for (const { drop } of rows) await sql.raw(drop).execute(owner)
  const done = await work()
  // Two indexes of one table would wait for each other: a connection makes all of a table.
  const queue = [...Map.groupBy(rows, ({ name }) => name).values()]
  await Promise.all(
    fillers.map(async (db) => {
      for (let next = queue.shift(); next; next = queue.shift())
        for (const { make } of next) await sql.raw(make).execute(db)
    }),
  )
  return done
}

/** The last days over which a world is spread: they end at `until`, by the platform's clock. */
export type Span = { readonly until: Date; readonly days: number }

/** When the n-th of `count` things was, spread evenly over the days. */
export const spread = (count: number, { until, days }: Span): RawBuilder<Date> =>
  sql`${until}::timestamptz - make_interval(secs => ${days * daySeconds}::float8 * (${count}::float8 - n) / ${count}::float8)`
