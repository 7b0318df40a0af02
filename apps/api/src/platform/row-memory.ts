import { monotonicMs } from './clock.ts'

type Options<R> = {
  /** Reads the rows of these ids; an id without a row is left out. */
  readonly read: (ids: readonly number[]) => Promise<ReadonlyMap<number, R>>
  /** The maximum age of a row. */
  readonly keptMs: number
  /** The maximum number of rows read at a time. Other work of the process runs between the readings. */
  readonly readAtOnce: number
  /** The maximum number of rows kept; the oldest are removed first. */
  readonly rowsMax: number
  readonly nowMs?: () => number
}

export type RowMemory<R> = ReturnType<typeof openRowMemory<R>>

/**
 * A memory of rows that are the same in all lists: whatever filter, order and limit a list has, a row is read once and kept for `keptMs`.
 * Lists that lack the same row share its reading. One reading runs at a time.
 */
export function openRowMemory<R>({ read, keptMs, readAtOnce, rowsMax, nowMs = monotonicMs }: Options<R>) {
  const rows = new Map<number, { readonly atMs: number; readonly row: Promise<R | undefined> }>()
  const none = Promise.resolve(undefined)
  let last: Promise<unknown> = none

  function readParts(ids: readonly number[]): void {
    for (let from = 0; from < ids.length; from += readAtOnce) {
      const part = ids.slice(from, from + readAtOnce)
      const found = last.then(
        () => read(part),
        () => read(part),
      )
      last = found
      for (const id of part) {
        const kept = { atMs: nowMs(), row: found.then((all) => all.get(id)) }
        rows.set(id, kept)
        // A failed reading is repeated by the next list.
        kept.row.catch(() => rows.get(id) === kept && rows.delete(id))
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
      for (const id of missing) rows.delete(id)
      readParts(missing)
      const found = ids.map((id) => rows.get(id)?.row ?? none)
      for (const oldest of rows.keys()) if (rows.size > rowsMax) rows.delete(oldest)
      const all = await Promise.all(found)
      return all.flatMap((row) => (row === undefined ? [] : [row]))
    },

    /** Drops these rows, by default all, also those that are being read: a later list reads them again. */
    forget(ids: Iterable<number> = [...rows.keys()]): void {
      for (const id of ids) rows.delete(id)
    },
  }
}
