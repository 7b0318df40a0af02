import { answers, type Db } from '#platform/db'
import type { Log } from '#platform/log'

type Apart<T> = {
  readonly db: Db
  readonly log: Log
  /** Names an item in the log. */
  readonly name: (item: T) => unknown
}

/**
 * Does work on each item, at most `atOnce` of them at a time. An item that faults is logged and left out, so that it harms no
 * other; where the database itself is gone the fault is thrown, and nothing more is begun. Answers what came of the others.
 */
export async function eachApart<T, R>(
  { db, log, name }: Apart<T>,
  items: readonly T[],
  { atOnce, work }: { atOnce: number; work: (item: T) => Promise<R> },
): Promise<R[]> {
  const came: R[] = []
  const left = items.values()
  let gone = false
  async function lane(): Promise<void> {
    for (const item of left) {
      if (gone) return
      try {
        came.push(await work(item))
      } catch (error) {
        gone ||= !(await answers(db))
        if (gone) throw error
        log.error({ err: error, item: name(item) }, 'a message of a feed could not be taken; the others are')
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
  return came
}

/** Does work on items together, and where that faults on each by itself as `eachApart` does. */
export async function togetherOrApart<T, R>(
  apart: Apart<T>,
  items: readonly T[],
  work: (items: readonly T[]) => Promise<R>,
): Promise<R[]> {
  try {
    return [await work(items)]
  } catch (error) {
    if (items.length === 0 || !(await answers(apart.db))) throw error
    return eachApart(apart, items, { atOnce: 1, work: (item) => work([item]) })
  }
}
