import { sql } from 'kysely'
import type { Outcome } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'

const writesMax = 50
const intervalMs = 60_000
const bettorsMax = 10_000
const keptDays = 90
const sweptMax = 5000

/**
 * Records refusals of the gates for harm markers, after the response and outside its transaction: at most one a minute for each
 * bettor. Best effort: a refusal is dropped while too many are being written, and if the database fails.
 */
export function openRefusals({ db, log, clock }: { db: Db; log: Log; clock: Pick<Clock, 'now'> }) {
  const writing = new Set<Promise<void>>()
  const isFirst = openOncePerMinute(clock)

  function record(bettor: bigint, reason: string): void {
    if (writing.size >= writesMax || !isFirst(bettor)) return
    const write = insert(db, bettor, reason)
      .catch((error: unknown) => log.warn({ err: error }, 'could not record a refusal'))
      .finally(() => writing.delete(write))
    writing.add(write)
  }

  return {
    /** Records an outcome that was refused by a bettor's own limit, break or exclusion; ignores any other. */
    recordOutcome(bettor: bigint, outcome: Outcome<unknown, FailureCode>): void {
      if (outcome.ok) return
      if (outcome.code === 'self_excluded') record(bettor, 'self_excluded')
      const limit = outcome.facts?.['limit']
      if (outcome.code === 'limit_reached') record(bettor, typeof limit === 'string' ? limit : 'limit')
    },

    /** Waits for refusals that are being written. */
    settled: async (): Promise<void> => void (await Promise.all(writing)),

    /** Removes refusals older than harm markers need, a bounded number. */
    async sweep(): Promise<void> {
      await sql`
        delete from protection.refusal where ctid = any(array(
          select ctid from protection.refusal where at < platform.now() - make_interval(days => ${keptDays}::int)
          limit ${sweptMax}::int))`.execute(db)
    },
  }
}

/** Whether a bettor has had no refusal recorded in the last minute. Keeps the latest 10,000 bettors. */
export function openOncePerMinute(clock: Pick<Clock, 'now'>): (bettor: bigint) => boolean {
  const recorded = new Map<bigint, number>()
  return (bettor) => {
    const now = clock.now()
    const last = recorded.get(bettor)
    if (last !== undefined && now >= last && now - last < intervalMs) return false
    recorded.delete(bettor)
    const oldest = recorded.keys().next()
    if (recorded.size >= bettorsMax && !oldest.done) recorded.delete(oldest.value)
    recorded.set(bettor, now)
    return true
  }
}

async function insert(db: Db, bettor: bigint, reason: string): Promise<void> {
  await sql`
    insert into protection.refusal (bettor_id, at, reason) values (${bettor}::bigint, platform.now(), ${reason})`.execute(
    db,
  )
}
