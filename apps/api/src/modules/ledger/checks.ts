import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '#platform/db'

/** A rule of the books, how many rows were scanned for it, and how many of them break it. */
export type Check = { readonly name: string; readonly scanned: number; readonly broken: number }

export type Counts = { scanned: bigint; broken: bigint }

/** Runs one check: `query` counts the rows that were `scanned` and those that are `broken`. */
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
 * Reads a table in chunks, each by a statement of its own, so that no statement or transaction lasts long. `read` returns
 * the checks of the rows after a key and the last key.
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

/** Below every number of a row. */
export const lowestNo = -(2n ** 63n)
export const highestNo = 2n ** 63n - 1n
