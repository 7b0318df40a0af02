import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { monotonicMs } from './clock.ts'
import { codeOf, commitWasRefused, deadlineCode, OutcomeUnknown, Overloaded } from './db-faults.ts'
import type { Tables, Tx } from './db.ts'

/** PostgreSQL's code for a statement of a transaction in which an earlier one failed. */
const abortedCode = '25P02'

type Attempt<T> = {
  readonly pool: pg.Pool
  readonly work: (tx: Tx) => Promise<T>
  /** When the caller stops waiting, in milliseconds of `monotonicMs`; undefined for no deadline. */
  readonly untilMs: number | undefined
}

/**
 * Runs `work` once in one transaction. After `untilMs` it throws `Overloaded` where COMMIT was not sent, and never sends it;
 * `OutcomeUnknown` where COMMIT was sent. In both cases the connection is destroyed, so that a hung database keeps none. The database
 * checks the same deadline in the message that contains COMMIT, so a COMMIT that arrives late does nothing.
 */
export function attempt<T>({ pool, work, untilMs }: Attempt<T>): Promise<T> {
  let phase: 'open' | 'committing' | 'over' = 'open'
  let release: (given: { broken: boolean }) => void = () => undefined

  async function run(): Promise<T> {
    const client = await pool.connect()
    let released = false
    release = ({ broken }) => {
      if (!released) client.release(broken)
      released = true
    }
    try {
      assertOpen()
      const allowedMs = untilMs === undefined ? undefined : Math.max(0, Math.floor(untilMs - monotonicMs()))
      const begun = client.query('begin')
      const { tx, end } = openTx(client)
      // BEGIN is sent together with the first statements of `work`; if it fails, they fail too.
      const [result] = await Promise.all([work(tx).finally(end), begun])
      assertOpen()
      phase = 'committing'
      await commit(client, allowedMs)
      release({ broken: false })
      return result
    } catch (fault) {
      throw await endFailed(client, fault)
    }
  }

  function assertOpen(): void {
    if (phase === 'over') throw new Overloaded('the deadline has passed')
  }

  /** Rolls back an uncommitted transaction and returns the error to throw. */
  async function endFailed(client: pg.PoolClient, fault: unknown): Promise<unknown> {
    const unknown = phase === 'committing' && !commitWasRefused(fault)
    const broken = unknown || phase === 'over' || !(await rolledBack(client))
    release({ broken })
    if (unknown) return new OutcomeUnknown('COMMIT was not answered', { cause: fault })
    return codeOf(fault) === deadlineCode ? new Overloaded('the deadline has passed', { cause: fault }) : fault
  }

  if (untilMs === undefined) return run()
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(
      () => {
        const sent = phase === 'committing'
        phase = 'over'
        release({ broken: true })
        reject(sent ? new OutcomeUnknown('COMMIT was not answered in time') : new Overloaded('the deadline has passed'))
      },
      Math.max(0, untilMs - monotonicMs()),
    )
    void run()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** Commits in one message; with a deadline, its check is the statement before COMMIT. */
async function commit(client: pg.PoolClient, allowedMs: number | undefined): Promise<void> {
  const check = allowedMs === undefined ? '' : `select platform.assert_in_time('${allowedMs} milliseconds'); `
  const cancelled = whenNotReplicated(client)
  const answered: unknown = await client.query(`${check}commit`).finally(cancelled.end)
  if (cancelled.seen()) throw new Error('COMMIT was answered before a synchronous standby had it')
  const last = (Array.isArray(answered) ? answered.at(-1) : answered) as pg.QueryResult
  // PostgreSQL answers COMMIT with ROLLBACK if an earlier statement failed and its error was ignored.
  if (last.command !== 'COMMIT')
    throw Object.assign(new Error('the transaction had failed before'), { code: abortedCode })
}

/**
 * PostgreSQL answers a COMMIT whose wait for a synchronous standby was cancelled with success and a warning: a failover may lose it.
 * The warning's text is translated, the name of its function is not.
 */
function whenNotReplicated(client: pg.PoolClient) {
  let seen = false
  const notice = ({ routine }: { routine?: string | undefined }) => (seen ||= routine === 'SyncRepWaitForLSN')
  client.on('notice', notice)
  return { seen: () => seen, end: () => void client.off('notice', notice) }
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}

/**
 * A Kysely on the open transaction of this client, until `end`. Kysely's own transactions wait for each answer before they send the
 * next statement; this one does not, so statements that are started together take one round trip.
 */
function openTx(client: pg.PoolClient): { tx: Tx; end: () => void } {
  let ended = false
  let first: unknown
  /** Statements sent behind a failed one fail because of it: they throw its error, which determines whether to retry. */
  const query = (...given: unknown[]): Promise<unknown> =>
    (client.query as (...all: unknown[]) => Promise<unknown>)(...given).catch((error: unknown) => {
      first ??= error
      throw codeOf(error) === abortedCode ? first : error
    })
  const proxy = { query, release: () => undefined } as unknown as pg.PoolClient
  const connect = async (): Promise<pg.PoolClient> => {
    if (ended) throw new Error('the transaction has ended')
    return proxy
  }
  const dialect = new PostgresDialect({ pool: { options: {}, connect, end: async () => undefined } })
  return { tx: new Kysely<Tables>({ dialect }) as Tx, end: () => void (ended = true) }
}
