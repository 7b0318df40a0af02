import { sql } from 'kysely'
import { queryRow, type Db, type Tx } from '#platform/db'

/** The attempts that are answered at once, and those after which nothing is accepted for a quarter of an hour. */
const freeMax = 5
const attemptsMax = 10
const waitMinutes = 15
/** How much later each further attempt is answered. */
const slowerMs = 1000

/** The attempts of one network address at one name, so that a stranger slows down nobody else. */
export type Lane = { readonly name: string; readonly source: string }

/**
 * Counts an attempt before it is checked, so that attempts at the same time count like ones after another. Returns how long its answer is
 * delayed, and whether it is refused whatever it contains. Attempts during the wait do not make it longer.
 */
export async function countAttempt(db: Db, { name, source }: Lane): Promise<{ delayMs: number; isRefused: boolean }> {
  const isWaiting = sql`f.failed_at > platform.now() - make_interval(mins => ${waitMinutes}::int)`
  const counted = await queryRow<{ failures: number }>(db)`
    insert into operator.staff_failure as f (name, source, failures, failed_at)
    values (left(${name}, 40), left(${source}, 100), 1, platform.now())
    on conflict (name, source) do update set
      failures = case when ${isWaiting} then least(f.failures + 1, 1000) else 1 end,
      failed_at = case when ${isWaiting} and f.failures >= ${attemptsMax}::int then f.failed_at else platform.now() end
    returning failures`
  const { failures = 0 } = counted ?? {}
  return {
    delayMs: slowerMs * Math.max(0, Math.min(failures, attemptsMax) - freeMax),
    isRefused: failures > attemptsMax,
  }
}

/** Forgets the attempts of an address at a name after a login. */
export async function clearAttempts(tx: Tx, { name, source }: Lane): Promise<void> {
  await sql`delete from operator.staff_failure where name = ${name} and source = left(${source}, 100)`.execute(tx)
}

/** Forgets all attempts at a name. */
export async function clearName(tx: Tx, name: string): Promise<void> {
  await sql`delete from operator.staff_failure where name = ${name}`.execute(tx)
}
