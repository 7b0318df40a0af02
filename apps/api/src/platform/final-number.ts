import { setTimeout as wait } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import { queryRows, type Db, type Tx } from './db.ts'

/** How to find the final number of a table, as SQL expressions. */
export type Numbered = {
  /** The newest committed number. */
  readonly newest: RawBuilder<unknown>
  /** The other transactions that may have written rows, as text[]. */
  readonly writers: RawBuilder<unknown>
  /** An older number that was final before. */
  readonly fallback: RawBuilder<unknown>
}

const lookEveryMs = 20
const looksMax = 100

/**
 * The number up to which no row can still appear: the newest one, once those transactions have ended that wrote rows when it was read. If
 * one of them lasts longer than two seconds, the fallback. Between the looks no database connection is in use.
 */
export async function finalNumber(on: Db | Tx, { newest, writers, fallback }: Numbered): Promise<bigint> {
  const rows = await queryRows<{ newest: bigint; writers: string[] }>(on)`
    select ${newest}::bigint as newest, ${writers} as writers`
  const first = rows[0] ?? { newest: 0n, writers: [] }
  if (first.writers.length === 0) return first.newest
  for (let looks = 1; looks < looksMax; looks++) {
    await wait(lookEveryMs)
    const now = await queryRows<{ writing: boolean }>(on)`
      select ${first.writers}::text[] && ${writers} as writing`
    if (!now[0]?.writing) return first.newest
  }
  const older = await queryRows<{ no: bigint }>(on)`select ${fallback}::bigint as no`
  return older[0]?.no ?? 0n
}

/** The tables whose final numbers are read together: each has an identity column `no`, and nothing else draws its numbers. */
export type NumberedTables = readonly string[]

/**
 * The number of each of these tables up to which no row can still appear. A table that one transaction writes for longer than two seconds is left
 * out: it is read later. Numbers that were given out and rolled back count, so a number need not have a row.
 *
 * The highest number that was given out is final once those transactions have ended that wrote to the table when it was read: a writer has the
 * table's lock before it draws a number, and until its commit is visible. So the numbers are read first and the writers after them.
 */
export async function finalNumbers(on: Db, tables: NumberedTables): Promise<ReadonlyMap<string, bigint>> {
  const rows = await queryRows<{ name: string; no: bigint }>(on)`
    select name, coalesce(pg_sequence_last_value(pg_get_serial_sequence(name, 'no')::regclass), 0)::bigint as no
    from unnest(${tables}::text[]) name`
  const final = new Map(rows.map(({ name, no }) => [name, no]))
  let watched = await writersOf(on, tables)
  for (let looks = 1; watched.length > 0 && looks < looksMax; looks++) {
    await wait(lookEveryMs)
    const names = new Set((await writersOf(on, tables)).map(({ key }) => key))
    watched = watched.filter(({ key }) => names.has(key))
  }
  for (const { name } of watched) final.delete(name)
  return final
}

/** The transactions of others that may have written rows of these tables that nobody sees yet. */
function writersOf(on: Db, tables: NumberedTables): Promise<{ name: string; key: string }[]> {
  return queryRows<{ name: string; key: string }>(on)`
    select name, name || ' ' || virtualtransaction as key
    from unnest(${tables}::text[]) name join pg_locks l on l.relation = name::regclass
    where l.locktype = 'relation' and l.mode = 'RowExclusiveLock' and l.granted and l.pid is distinct from pg_backend_pid()
      and l.database = (select oid from pg_database where datname = current_database())`
}
