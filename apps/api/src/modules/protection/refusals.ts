import { sql } from 'kysely'
import type { Outcome } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'

const underWayMost = 50
const keptDays = 90
const sweptMost = 5000

/**
 * Writes down what the gates refused, after the refusal and outside its transaction, for the search of harm markers. Best effort:
 * beyond a bounded number under way, and where the database fails, a refusal is not written.
 */
export function openRefusals({ db, log }: { db: Db; log: Log }) {
  const underWay = new Set<Promise<void>>()

  function note(bettor: bigint, reason: string): void {
    if (underWay.size >= underWayMost) return
    const write = insert(db, bettor, reason)
      .catch((error: unknown) => log.warn({ err: error }, 'a refusal could not be written down'))
      .finally(() => underWay.delete(write))
    underWay.add(write)
  }

  return {
    /** Writes down an outcome that one of a bettor's own limits, a break or an exclusion refused; anything else passes. */
    noteOutcome(bettor: bigint, outcome: Outcome<unknown, FailureCode>): void {
      if (outcome.ok) return
      if (outcome.code === 'self_excluded') note(bettor, 'self_excluded')
      const limit = outcome.facts?.['limit']
      if (outcome.code === 'limit_reached') note(bettor, typeof limit === 'string' ? limit : 'limit')
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

async function insert(db: Db, bettor: bigint, reason: string): Promise<void> {
  await sql`
    insert into protection.refusal (bettor_id, at, reason) values (${bettor}::bigint, platform.now(), ${reason})`.execute(
    db,
  )
}
