import type { RawBuilder } from 'kysely'
import { queryRows, type Db } from './db.ts'

/** How many rows of a queue wait for a person, and since when the oldest does; null if none waits. */
export type Waiting = { readonly count: number; readonly oldestAt: Date | null }

/** What waits in a queue: `from` is everything after "from", `since` the time from which a row waits. */
export async function waitingIn(db: Db, from: RawBuilder<unknown>, since: RawBuilder<unknown>): Promise<Waiting> {
  const rows = await queryRows<Waiting>(db)`select count(*)::int as count, min(${since}) as "oldestAt" from ${from}`
  return rows[0] ?? { count: 0, oldestAt: null }
}
