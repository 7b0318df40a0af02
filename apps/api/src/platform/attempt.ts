import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { monotonicMs } from './clock.ts'
import { codeOf, commitWasRefused, deadlineCode, OutcomeUnknown, Overloaded } from './db-faults.ts'
import type { Tables, Tx } from './db-types.ts'

/** PostgreSQL's error code for a statement after a failed one of the same transaction. */
const abortedCode = '25P02'

type Attempt<T> = {
  readonly pool: pg.Pool
  readonly work: (tx: Tx) => Promise<T>
  /** When the caller stops waiting, in milliseconds of `monotonicMs`; undefined for no deadline. */
  readonly untilMs: number | undefined
}

/**
 * Runs `work` once in one transaction. If `untilMs` passes before COMMIT is sent, throws `Overloaded` and never sends COMMIT. If it
 * passes afterwards, throws `OutcomeUnknown`. Either way the connection of the transaction is destroyed, so that a hung database cannot
 * use up the pool. The database checks the same deadline in the message that contains COMMIT, so a COMMIT that arrives late does nothing.
 */
export function attempt<T>({ pool, work, untilMs }: Attempt<T>): Promise<T> {
  let phase: 'open' | 'committing' | 'expired' = 'open'
  let release: (given: { broken: boolean }) => void = () => undefined

  async function run(): Promise<T> {
    const client = await pool.connect()
    if (phase === 'expired') {
      client.release()
      throw new Overloaded('the deadline passed before a connection was free')
    }
    let released = false
    release = ({ broken }) => {
      if (!released) client.release(broken)
      released = true
    }
    try {
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
    } catch (error) {
      throw await rollBackAndClassify(client, error)
    }
  }

  function assertOpen(): void {
    if (phase === 'expired') throw new Overloaded('the deadline has passed')
  }

  /** Rolls back an uncommitted transaction and returns the error to throw. */
  async function rollBackAndClassify(client: pg.PoolClient, error: unknown): Promise<unknown> {
    const unknown = phase === 'committing' && !commitWasRefused(error)
    const broken = unknown || phase === 'expired' || !(await rolledBack(client))
    release({ broken })
    if (unknown) return new OutcomeUnknown('COMMIT was not answered', { cause: error })
    return codeOf(error) === deadlineCode ? new Overloaded('the deadline has passed', { cause: error }) : error
  }

  if (untilMs === undefined) return run()
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(
      () => {
        const sent = phase === 'committing'
        phase = 'expired'
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
  const warning = watchForUnreplicatedCommit(client)
  const answered: unknown = await client.query(`${check}commit`).finally(warning.stop)
  if (warning.wasRaised()) throw new Error('the server confirmed COMMIT before a synchronous standby had received it')
  const last = (Array.isArray(answered) ? answered.at(-1) : answered) as pg.QueryResult
  // PostgreSQL answers COMMIT with ROLLBACK if an earlier statement failed and its error was ignored.
  if (last.command !== 'COMMIT')
    throw Object.assign(new Error('an earlier statement of the transaction failed'), { code: abortedCode })
}

/**
 * When the wait for a synchronous standby is cancelled, PostgreSQL still confirms the COMMIT, with a warning. A failover may then lose the
 * transaction. The text of the warning depends on the server's language, so the name of the C function that raised it is checked.
 */
function watchForUnreplicatedCommit(client: pg.PoolClient) {
  let raised = false
  const onNotice = ({ routine }: { routine?: string | undefined }) => (raised ||= routine === 'SyncRepWaitForLSN')
  client.on('notice', onNotice)
  return { wasRaised: () => raised, stop: () => void client.off('notice', onNotice) }
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
  let firstError: unknown
  /** A statement that was sent after a failed one throws the error of that one, which decides whether the transaction is retried. */
  const query = (...given: unknown[]): Promise<unknown> =>
    (client.query as (...all: unknown[]) => Promise<unknown>)(...given).catch((error: unknown) => {
      firstError ??= error
      throw codeOf(error) === abortedCode ? firstError : error
    })
  const proxy = { query, release: () => undefined } as unknown as pg.PoolClient
  const connect = async (): Promise<pg.PoolClient> => {
    if (ended) throw new Error('the transaction has ended')
    return proxy
  }
  const dialect = new PostgresDialect({ pool: { options: {}, connect, end: async () => undefined } })
  return { tx: new Kysely<Tables>({ dialect }) as Tx, end: () => void (ended = true) }
}
