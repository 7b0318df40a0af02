import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder } from 'kysely'
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
