import type { Db } from '@nare/api/platform/db'
import { sql, type RawBuilder } from 'kysely'

/** Ids that follow each other. */
export type Range = { readonly first: number; readonly count: number }

const chunk = 500_000

/** Inserts many rows, in several statements. */
export async function inChunks(count: number, insert: (low: number, high: number) => Promise<unknown>): Promise<void> {
  for (let low = 1; low <= count; low += chunk) await insert(low, Math.min(count, low + chunk - 1))
}

/** Does work on tables without their indexes and makes these again: many times faster than keeping them while millions of rows come. */
export async function withoutIndexes<T>(owner: Db, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ drop: string; make: string }>`
    select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
      case when c.oid is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as make
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = any(${tables}::text[]::regclass[])
      and not exists (select from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f')`.execute(owner)
  await sql`set maintenance_work_mem = '1GB'`.execute(owner)
  for (const { drop } of rows) await sql.raw(drop).execute(owner)
  const done = await work()
  for (const { make } of rows) await sql.raw(make).execute(owner)
  return done
}

const fortnightS = 1_209_600

/** When the n-th of `count` things was, spread evenly over the last two weeks. */
export const spread = (count: number): RawBuilder<Date> =>
  sql`platform.now() - make_interval(secs => ${fortnightS}::float8 * (${count}::float8 - n) / ${count}::float8)`
