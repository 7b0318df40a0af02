import type { Product } from '@nare/contract/products'
import { monotonicMs } from '#platform/clock'
import { queryRows, type Db } from '#platform/db'
import { settledSince } from './settled-feed.ts'

/** A ticket is committed within this time of the moment that it was placed at (`databaseMsMax`), with room to spare. */
const commitMsMax = 15_000
const overlapMs = 500
/** How often the whole time in which a ticket can commit late is looked at again. */
const thoroughEveryMs = 5_000
const placedMax = 50_000

type Placed = { readonly betId: bigint; readonly atMs: number }

/**
 * The tickets of a product that were placed, settled or settled again since the call before, by ids: a reader in memory, from the moment of
 * `begin`. Placing does nothing for it. A ticket may be named twice; one whose commit was late is named within five seconds of it.
 */
export function openChangedTickets(db: Db, product: Product) {
  const seen = new Map<bigint, number>()
  let newestMs = 0
  let cursor = 0n
  let thoroughMs = 0

  function placedSince(fromMs: number): Promise<Placed[]> {
    return queryRows<Placed>(db)`
      select bet_id as "betId", (extract(epoch from placed_at) * 1000)::float8 as "atMs" from betting.bet
      where placed_at >= to_timestamp(${fromMs}::float8 / 1000) and product = ${product}
      order by placed_at, bet_id limit ${placedMax}::int`
  }

  function fresh(rows: readonly Placed[]): bigint[] {
    const added = rows.filter(({ betId }) => !seen.has(betId))
    for (const { betId, atMs } of added) {
      seen.set(betId, atMs)
      newestMs = Math.max(newestMs, atMs)
    }
    // The oldest were seen first, but for a few.
    for (const [betId, atMs] of seen) {
      if (atMs >= newestMs - 2 * commitMsMax) break
      seen.delete(betId)
    }
    return added.map(({ betId }) => betId)
  }

  return {
    /** Begins now. What was committed before is not named. */
    async begin(): Promise<void> {
      seen.clear()
      newestMs = await databaseMs(db)
      cursor = (await settledSince(db, { after: undefined, product })).cursor
      fresh(await placedSince(newestMs - commitMsMax))
      thoroughMs = monotonicMs()
    },
    /** The ids of the tickets that have changed since. */
    async next(): Promise<bigint[]> {
      const isThorough = monotonicMs() - thoroughMs >= thoroughEveryMs
      if (isThorough) thoroughMs = monotonicMs()
      const placed = fresh(await placedSince(newestMs - (isThorough ? commitMsMax : overlapMs)))
      const settled = await settledSince(db, { after: cursor, product })
      cursor = settled.cursor
      return [...new Set([...placed, ...settled.betIds])]
    },
  }
}

async function databaseMs(db: Db): Promise<number> {
  const rows = await queryRows<{ ms: number }>(db)`select (extract(epoch from platform.now()) * 1000)::float8 as ms`
  return rows[0]?.ms ?? 0
}

export type ChangedTickets = ReturnType<typeof openChangedTickets>
