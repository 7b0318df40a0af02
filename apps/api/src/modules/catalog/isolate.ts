import { isReachable, type Db } from '#platform/db'
import type { Log } from '#platform/log'
import { NotOwner } from '#platform/owners'

type Isolation<T> = {
  readonly db: Db
  readonly log: Log
  /** A value that identifies the item in the log. */
  readonly name: (item: T) => unknown
}

/**
 * Processes each item separately, at most `concurrency` at a time. An item that throws is logged and skipped. If the database
 * does not respond, or another process owns the feed, throws and starts no further item. Returns the results of the items that succeeded,
 * and the items that failed.
 */
export async function isolateEach<T, R>(
  { db, log, name }: Isolation<T>,
  items: readonly T[],
  { concurrency, work }: { concurrency: number; work: (item: T) => Promise<R> },
): Promise<{ results: R[]; failed: T[] }> {
  const results: R[] = []
  const failed: T[] = []
  const remaining = items.values()
  let isOver = false
  async function worker(): Promise<void> {
    for (const item of remaining) {
      if (isOver) return
      try {
        results.push(await work(item))
      } catch (error) {
        isOver ||= error instanceof NotOwner || !(await isReachable(db))
        if (isOver) throw error
        failed.push(item)
        log.error({ err: error, item: name(item) }, 'feed message failed and was skipped')
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  return { results, failed }
}

/**
 * Processes all items in one call. If that throws, processes each item separately as `isolateEach` does. Returns the results, and the
 * items that failed and were skipped.
 */
export async function batchOrEach<T, R>(
  isolation: Isolation<T>,
  items: readonly T[],
  work: (items: readonly T[]) => Promise<R>,
): Promise<{ results: R[]; failed: readonly T[] }> {
  try {
    return { results: [await work(items)], failed: [] }
  } catch (error) {
    if (items.length === 0 || error instanceof NotOwner || !(await isReachable(isolation.db))) throw error
    return isolateEach(isolation, items, { concurrency: 1, work: (item) => work([item]) })
  }
}
