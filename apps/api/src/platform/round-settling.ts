import { sql, type RawBuilder } from 'kysely'
import { openBackground } from './background.ts'
import { queryRows, transact, type Db, type Tx } from './db.ts'
import type { Log } from './log.ts'
import type { Ownership } from './owners.ts'
import { openWokenWork, type WokenWork } from './woken-work.ts'

type Owner = Pick<Ownership, 'name' | 'check'>

/** A finished round whose settlement is due. */
export type DueRound = { readonly id: number; readonly roundId: string }

type Deps = {
  readonly db: Db
  readonly log: Log
  /**
   * Settles a round, and calls `markRoundSettled` in its last transaction. Repeating it changes nothing. May return early once the signal
   * has aborted.
   */
  readonly settle: (round: DueRound, signal: AbortSignal) => Promise<void>
}

const roundsAtOnce = 10
/** The pause after the first failure doubles with each further one, up to this. */
const pauseSecondsMax = 300
const timerMsMax = 60_000

/**
 * Settles the finished rounds of an owner in order, in the background. A round that cannot be settled is marked, skipped and tried again
 * later, less often with each failure, so the rounds after it do not wait for it. After a restart it continues with the unsettled rounds.
 */
export function openRoundSettling({ db, log, settle }: Deps, own: Ownership): WokenWork {
  const { name } = own
  const { workThroughDue } = openBackground({ db, log })
  let timer: NodeJS.Timeout | undefined

  async function settleDue(signal: AbortSignal): Promise<void> {
    clearTimeout(timer)
    await workThroughDue({
      what: `round of ${name}`,
      id: ({ roundId }) => roundId,
      next: () => dueRounds(db, name),
      work: (round: DueRound) => settle(round, signal),
      failed: ({ id }, error) => transact(db, (tx) => postpone(tx, own, { id, error })),
      signal,
    })
    const dueInMs = await msUntilNext(db, name)
    if (dueInMs === undefined || signal.aborted) return
    timer = setTimeout(() => work.wake(), Math.min(dueInMs, timerMsMax))
    timer.unref()
  }

  const work = openWokenWork({
    work: settleDue,
    onFailure: (error) => log.error({ err: error, name }, 'settling rounds failed; retrying'),
  })
  return work
}

/** Marks a finished round as settled; call it in the transaction that settles its last bet. */
export async function markRoundSettled(tx: Tx, id: number): Promise<void> {
  await sql`update platform.round set settle_at = null, settle_error = null where id = ${id}::int`.execute(tx)
}

async function postpone(tx: Tx, own: Owner, { id, error }: { id: number; error: unknown }): Promise<void> {
  await own.check(tx)
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  await sql`
    update platform.round set settle_failures = settle_failures + 1, settle_error = ${reason},
      settle_at = platform.real_now() + make_interval(secs => least(${pauseSecondsMax}::int, 2 ^ least(settle_failures, 20)))
    where id = ${id}::int and settle_at is not null`.execute(tx)
}

function dueRounds(db: Db, name: string): Promise<DueRound[]> {
  return queryRows<DueRound>(db)`
    select id, round_id as "roundId" from platform.round
    where name = ${name} and settle_at <= platform.real_now() order by round_no limit ${roundsAtOnce}::int`
}

async function msUntilNext(db: Db, name: string): Promise<number | undefined> {
  const rows = await queryRows<{ ms: number | null }>(db)`
    select (extract(epoch from min(settle_at) - platform.real_now()) * 1000)::float8 as ms from platform.round
    where name = ${name} and settle_at is not null`
  const ms = rows[0]?.ms ?? undefined
  return ms === undefined ? undefined : Math.max(1, Math.ceil(ms))
}

/** SQL for the number of finished rounds of a name (a text expression) that are not settled. */
export const unsettledCount = (name: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from platform.round unsettled where unsettled.name = ${name} and unsettled.settle_at is not null)::int`

/** A gauge of the age of the oldest finished round that is not settled, by the name of its owner. */
export const oldestUnsettledGauge = (db: Db) => ({
  name: 'nare_round_unsettled_seconds',
  help: 'Seconds since the end of the oldest round that is not settled',
  read: async () => {
    const rows = await queryRows<{ name: string; age: number }>(db)`
      select name, extract(epoch from platform.now() - min(ended_at))::float8 as age
      from platform.round where settle_at is not null group by name`
    return rows.map(({ name, age }) => ({ labels: { part: name }, value: age }))
  },
})
