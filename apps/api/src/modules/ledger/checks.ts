import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '#platform/db'

/** A rule of the books, with the number of scanned rows and the number of rows that break it. */
export type Check = { readonly name: string; readonly scanned: number; readonly broken: number }

export type Counts = { scanned: bigint; broken: bigint }

/** Runs one check: `query` counts the `scanned` and the `broken` rows. */
export async function runCheck(db: Db | Tx, name: string, query: RawBuilder<Counts>): Promise<Check> {
  const { rows } = await query.execute(db)
  return { name, scanned: Number(rows[0]?.scanned ?? 0n), broken: Number(rows[0]?.broken ?? 0n) }
}

/** Sums the checks of several steps by name, in the order of their first step. */
export function sumChecks(checks: readonly Check[]): Check[] {
  const sums = new Map<string, Check>()
  for (const { name, scanned, broken } of checks) {
    const sum = sums.get(name) ?? { name, scanned: 0, broken: 0 }
    sums.set(name, { name, scanned: sum.scanned + scanned, broken: sum.broken + broken })
  }
  return [...sums.values()]
}

export const hasBroken = (checks: readonly Check[]): boolean => checks.some((check) => check.broken > 0)

/**
 * Reads a table in chunks with one statement each, so that no statement or transaction takes long. `read` returns the checks of the next
 * rows after a key, and their last key.
 */
export async function inChunks(
  read: (after: bigint) => Promise<{ readonly checks: readonly Check[]; readonly last: bigint | null }>,
  onChunk: (last: bigint) => void = () => undefined,
): Promise<Check[]> {
  const all: Check[] = []
  for (let after = lowestNo; ;) {
    const { checks, last } = await read(after)
    all.push(...checks)
    if (last === null) return sumChecks(all)
    onChunk(last)
    after = last
  }
}

/** Lower than every number of a row. */
export const lowestNo = -(2n ** 63n)
export const highestNo = 2n ** 63n - 1n
