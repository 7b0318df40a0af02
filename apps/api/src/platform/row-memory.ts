import { monotonicMs } from './clock.ts'

type Options<R> = {
  /**
   * Reads the rows of these ids; an id without a row is left out. `before` has the rows that were read earlier: one that has not changed
   * can be returned again.
   */
  readonly read: (ids: readonly number[], before: ReadonlyMap<number, R>) => Promise<ReadonlyMap<number, R>>
  /** The maximum age of a row. */
  readonly keptMs: number
  /** The maximum number of rows read at a time. Other work of the process runs between the readings. */
  readonly readAtOnce: number
  /** The maximum number of rows kept; the oldest are removed first. */
  readonly rowsMax: number
  readonly nowMs?: () => number
}

/** A row, or its reading; `value` once it has been read. */
type Kept<R> = { readonly atMs: number; readonly row: Promise<R | undefined>; value?: R | undefined }

export type RowMemory<R> = ReturnType<typeof openRowMemory<R>>

/**
 * A memory of rows that are the same in all lists: whatever filter, order and limit a list has, a row is read once and kept for `keptMs`.
 * Lists that lack the same row share its reading. One reading runs at a time.
 */
export function openRowMemory<R>({ read, keptMs, readAtOnce, rowsMax, nowMs = monotonicMs }: Options<R>) {
  const rows = new Map<number, Kept<R>>()
  const none = Promise.resolve(undefined)
  let last: Promise<unknown> = none

  function readParts(ids: readonly number[], before: ReadonlyMap<number, R>): void {
    for (let from = 0; from < ids.length; from += readAtOnce) {
      const part = ids.slice(from, from + readAtOnce)
      const found = last.then(
        () => read(part, before),
        () => read(part, before),
      )
      last = found
      for (const id of part) {
        const kept: Kept<R> = { atMs: nowMs(), row: found.then((all) => all.get(id)) }
        rows.set(id, kept)
        kept.row.then(
          (row) => (kept.value = row),
          // A failed reading is repeated by the next list.
          () => rows.get(id) === kept && rows.delete(id),
        )
      }
    }
  }

  return {
    /** The rows of these ids, in this order; ids without a row are left out. */
    async of(ids: readonly number[]): Promise<R[]> {
      const missing = ids.filter((id) => {
        const kept = rows.get(id)
        return !kept || Math.abs(nowMs() - kept.atMs) >= keptMs
      })
      const before = new Map<number, R>()
      for (const id of missing) {
        const value = rows.get(id)?.value
        if (value !== undefined) before.set(id, value)
        rows.delete(id)
      }
      readParts(missing, before)
      const found = ids.map((id) => rows.get(id)?.row ?? none)
      for (const oldest of rows.keys()) if (rows.size > rowsMax) rows.delete(oldest)
      const all = await Promise.all(found)
      return all.flatMap((row) => (row === undefined ? [] : [row]))
    },

    /** Ends the use of these rows, by default of all, also of those that are being read: a later list reads them again. */
    forget(ids: Iterable<number> = [...rows.keys()]): void {
      for (const id of ids) {
        const value = rows.get(id)?.value
        if (value === undefined) rows.delete(id)
        else rows.set(id, { atMs: Number.NEGATIVE_INFINITY, row: none, value })
      }
    },
  }
}
