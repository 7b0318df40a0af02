import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { arrayText } from './array-text.ts'
import { attempt } from './attempt.ts'
import { monotonicMs } from './clock.ts'
import { DbClient, openReadTime } from './db-client.ts'
import { isRetryable } from './db-faults.ts'
import type { Db, Tables, Tx } from './db-types.ts'
import { invariant } from './invariant.ts'
import type { Log } from './log.ts'
import { publicWork, spendThisTurn } from './public-work.ts'

export { codeOf } from './db-faults.ts'
export { queryRow, queryRows } from './rows.ts'
export type { Db, Tables, Tx } from './db-types.ts'

// The driver's type list has no array types; this is pg_type.oid of bigint[].
const int8Array: number = 1016

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
// bigint[] arrives as "{1,2}"; our arrays contain no nulls.
pg.types.setTypeParser(int8Array, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt)))

export type Connection = {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
}

/** The database role of the process. It owns nothing, so it can neither alter a table nor edit the ledger. */
export const workingRole = 'nare_app'

const preparedMax = 400

export type PoolOptions = {
  size: number
  log: Log
  role?: string
  /** How long a statement waits for a lock; by default as long as a statement may take. */
  lockMsMax?: number
  /** Whether the sessions refuse every write. */
  readOnly?: boolean
}

export type DbOptions = PoolOptions & {
  /** How long a transaction of `transact` may take; unbounded by default. */
  transactionMsMax?: number
  /** Sends statements outside transactions to the replica if their results may be slightly old. */
  reads?: { connect(primary: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> } | undefined
}

/** Opens a database with a separate connection pool, see `openPool`. */
export function openDb(connection: Connection, options: DbOptions): { db: Db; pool: pg.Pool } {
  const pool = openPool(connection, options)
  const { reads, transactionMsMax } = options
  const withReplica = reads && {
    options: pool.options,
    connect: () => reads.connect(() => pool.connect()),
    end: () => pool.end(),
  }
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withReplica ?? pool }) })
  pools.set(db, { pool, transactionMsMax })
  return { db, pool }
}

/**
 * Opens a pool that prepares every statement once per connection, because planning a frequent statement takes as long as running it. The
 * number of prepared statements is bounded; further statements run unprepared.
 */
export function openPool(connection: Connection, options: PoolOptions): pg.Pool {
  const readOnly = options.readOnly ? ' -c default_transaction_read_only=on' : ''
  const pool = new pg.Pool({
    ...connection,
    Client: DbClient,
    max: options.size,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Statements of one transaction that are started together are sent together, see `transact`.
    pipeline: true,
    // A read after a lock must see the newest commit, so a stricter default isolation of an external database must not apply.
    options: `-c role=${options.role ?? workingRole} -c default_transaction_isolation=read\\ committed -c jit=off -c statement_timeout=60000 -c lock_timeout=${options.lockMsMax ?? 0} -c idle_in_transaction_session_timeout=60000 -c timezone=UTC${readOnly}`,
  })
  pool.on('error', (error) => options.log.warn({ error: error.message }, 'an idle database connection was lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => options.log.warn({ error: error.message }, 'a database connection was lost'))
    prepareByText(client)
    measurePublicWork(client)
  })
  return pool
}

const pools = new WeakMap<Db, { pool: pg.Pool; transactionMsMax: number | undefined }>()

const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const existing = names.get(text)
  if (existing !== undefined || names.size >= preparedMax) return existing
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

function prepareByText(client: pg.PoolClient): void {
  const plain = client.query.bind(client) as (...given: unknown[]) => unknown
  const prepared = (...given: unknown[]): unknown => {
    const [text, values] = given
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return plain(...given)
    const name = nameOf(text)
    const sent = values.map(asText)
    return name === undefined
      ? plain(text, sent, ...given.slice(2))
      : plain({ name, text, values: sent }, ...given.slice(2))
  }
  client.query = prepared as typeof client.query
}

/** Counts the time that the answers to statements of public calls take, from the first byte that is read. */
function measurePublicWork(client: pg.PoolClient): void {
  const plain = client.query as (...given: unknown[]) => unknown
  const readTime = openReadTime(client)
  const measured = (...given: unknown[]): unknown => {
    const work = publicWork()
    if (!work) return plain(...given)
    work.wasMade = true
    const readMs = readTime()
    const answer = plain(...given)
    const spend = (): void => spendThisTurn(work, readMs())
    if (answer instanceof Promise) void answer.then(spend, spend)
    return answer
  }
  client.query = measured as typeof client.query
}

const asText = (value: unknown): unknown => (Array.isArray(value) ? (arrayText(value) ?? value) : value)

const attemptsMax = 3

/**
 * Runs `work` in one transaction. A returned value, refusals included, commits; a thrown error rolls back. Throws `OutcomeUnknown` if COMMIT
 * was sent but not confirmed. If the deadline (`untilMs` of `monotonicMs`, by default the pool's `transactionMsMax` from now) passes before
 * COMMIT, throws `Overloaded`: nothing was or will be committed. Statements that `work` starts without awaiting each other take one round
 * trip; PostgreSQL runs them in the order in which they were started, each with its own snapshot. Deadlocks and serialization failures are
 * retried here and nowhere else, with at most three attempts.
 */
export async function transact<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { untilMs: deadlineMs }: { untilMs?: number } = {},
): Promise<T> {
  const opened = pools.get(db)
  invariant(opened, 'openDb must have opened the database of a transaction')
  const { pool, transactionMsMax } = opened
  const untilMs = deadlineMs ?? (transactionMsMax === undefined ? undefined : monotonicMs() + transactionMsMax)
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt({ pool, work, untilMs })
    } catch (error) {
      if (attempts >= attemptsMax || !isRetryable(error)) throw error
    }
  }
}

const responseMsMax = 3_000

/** Whether the database responds within three seconds. */
export async function isReachable(db: Db): Promise<boolean> {
  const timeout = new AbortController()
  const query = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  const reachable = await Promise.race([
    query,
    wait(responseMsMax, false, { signal: timeout.signal }).catch(() => false),
  ])
  timeout.abort()
  return reachable
}
