import { sql } from 'kysely'
import type { Outcome } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import { onceWithin } from './once-within.ts'
import type { openShown } from './shown.ts'

const writesMax = 50
const intervalMs = 60_000
const keptDays = 90
const sweptMax = 5000

type Deps = {
  readonly db: Db
  readonly log: Log
  readonly clock: Pick<Clock, 'now'>
  readonly shown: Pick<ReturnType<typeof openShown>, 'record'>
}

/**
 * Records refusals of the gates for harm markers, after the response and outside its transaction: at most one a minute for each
 * bettor. Its sentence counts as shown to the bettor. Best effort: a refusal is dropped while too many are being written, and if the database fails.
 */
export function openRefusals({ db, log, clock, shown }: Deps) {
  const writing = new Set<Promise<void>>()
  const isFirst = onceWithin<bigint>(clock, intervalMs)

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
      if (outcome.code === 'self_excluded') {
        record(bettor, 'self_excluded')
        shown.record({ bettor, what: 'break_refused' })
      }
      if (outcome.code !== 'limit_reached') return
      const limit = outcome.facts?.['limit']
      const named = typeof limit === 'string' ? limit : 'limit'
      record(bettor, named)
      shown.record({ bettor, what: 'limit_refused', about: named.slice(0, 80) })
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

async function insert(db: Db, bettor: bigint, reason: string): Promise<void> {
  await sql`
    insert into protection.refusal (bettor_id, at, reason) values (${bettor}::bigint, platform.now(), ${reason})`.execute(
    db,
  )
}
