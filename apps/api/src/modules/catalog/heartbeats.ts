import { sql } from 'kysely'
import { monotonicMs } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import type { FeedMessage } from './feeds/port.ts'

/** Records the signs of life of the sources. */
export type Heartbeats = {
  /**
   * A heartbeat is stored at most once a second for each source. After its first one every other message of the source counts as well.
   * `check` throws when another process owns the feed.
   */
  receive(messages: readonly FeedMessage[], check?: (tx: Tx) => Promise<void>): Promise<void>
}

const storedEveryMs = 1_000

/** The heartbeats that this process receives. */
export function openHeartbeats({ db }: { db: Db }): Heartbeats {
  const storedAt = new Map<string, number>()

  return {
    async receive(messages, check) {
      const sources = new Set(
        messages.flatMap((one) => {
          const source = one.kind === 'heartbeat' ? one.source : one.match.source
          return one.kind === 'heartbeat' || storedAt.has(source) ? [source] : []
        }),
      )
      const now = monotonicMs()
      const due = [...sources].filter((source) => now - (storedAt.get(source) ?? -Infinity) >= storedEveryMs)
      if (due.length === 0) return
      await transact(db, async (tx) => {
        await check?.(tx)
        await storeHeartbeats(tx, due.toSorted())
      })
      for (const source of due) storedAt.set(source, now)
    },
  }
}

async function storeHeartbeats(tx: Tx, sources: readonly string[]): Promise<void> {
  await sql`
    insert into catalog.feed (source, beat_at) select source, platform.real_now() from unnest(${sources}::text[]) source
    on conflict (source) do update set beat_at = excluded.beat_at`.execute(tx)
}
