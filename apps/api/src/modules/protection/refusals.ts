import { sql } from 'kysely'
import type { Outcome } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'

const underWayMost = 50
const onceInMs = 60_000
const rememberedMost = 10_000
const keptDays = 90
const sweptMost = 5000

/**
 * Records what the gates refused, after the refusal and outside its transaction, for the search of harm markers: at most one
 * refusal a minute for each bettor, however often is tried. Best effort: beyond a bounded number under way, and where the
 * database fails, a refusal is not written.
 */
export function openRefusals({ db, log, clock }: { db: Db; log: Log; clock: Pick<Clock, 'now'> }) {
  const underWay = new Set<Promise<void>>()
  const isFirst = openOncePerMinute(clock)

  function record(bettor: bigint, reason: string): void {
    if (underWay.size >= underWayMost || !isFirst(bettor)) return
    const write = insert(db, bettor, reason)
      .catch((error: unknown) => log.warn({ err: error }, 'a refusal could not be written down'))
      .finally(() => underWay.delete(write))
    underWay.add(write)
  }

  return {
    /** Writes down an outcome that one of a bettor's own limits, a break or an exclusion refused; anything else passes. */
    recordOutcome(bettor: bigint, outcome: Outcome<unknown, FailureCode>): void {
      if (outcome.ok) return
      if (outcome.code === 'self_excluded') record(bettor, 'self_excluded')
      const limit = outcome.facts?.['limit']
      if (outcome.code === 'limit_reached') record(bettor, typeof limit === 'string' ? limit : 'limit')
    },

    /** Waits for what is being written. */
    settled: async (): Promise<void> => void (await Promise.all(underWay)),

    /** Removes what is older than the search looks back, a bounded number. */
    async sweep(): Promise<void> {
      await sql`
        delete from protection.refusal where ctid = any(array(
          select ctid from protection.refusal where at < platform.now() - make_interval(days => ${keptDays}::int)
          limit ${sweptMost}::int))`.execute(db)
    },
  }
}

/** Whether a bettor has had no refusal recorded in the last minute. Forgets the oldest of more than 10,000 bettors. */
export function openOncePerMinute(clock: Pick<Clock, 'now'>): (bettor: bigint) => boolean {
  const recorded = new Map<bigint, number>()
  return (bettor) => {
    const now = clock.now()
    const last = recorded.get(bettor)
    if (last !== undefined && now >= last && now - last < onceInMs) return false
    recorded.delete(bettor)
    const oldest = recorded.keys().next()
    if (recorded.size >= rememberedMost && !oldest.done) recorded.delete(oldest.value)
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
