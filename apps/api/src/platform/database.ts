import pg from 'pg'
import type { Config } from '#config'
import { DbClient } from './db-client.ts'
import type { Connection } from './db.ts'
import type { Log } from './log.ts'
import { checkDirect } from './owner-session.ts'
import { startPostgres } from './postgres.ts'
import { serversOf } from './servers.ts'
import { StartError } from './start-error.ts'

/** The database of this process. */
export type Database = {
  readonly connection: Connection
  /** A direct connection to PostgreSQL, without a pooler, for session-level locks. */
  readonly direct: Connection
  readonly embedded: boolean
  stop(): Promise<void>
}

const databaseName = 'nare'

/** Uses DATABASE_URL if it is set. Otherwise starts PostgreSQL in DATA_DIR and creates the database on first use. */
export async function openDatabase({
  config,
  log,
}: {
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'backup'>
  log: Log
}): Promise<Database> {
  if (config.databaseUrl) {
    const connection = { connectionString: config.databaseUrl }
    await checkServer(connection, log)
    const direct = { connectionString: config.databaseDirectUrl ?? config.databaseUrl }
    await checkDirect(async () => {
      const client = new DbClient(direct)
      await client.connect()
      return client
    })
    return { connection, direct, embedded: false, stop: async () => undefined }
  }
  const { folder, logSeconds } = config.backup
  const archiving = folder === undefined ? undefined : { folder, logSeconds }
  const embedded = await startPostgres({ dataDir: config.dataDir, log, archiving })
  await makeDatabase(embedded.connection, databaseName)
  const connection = { ...embedded.connection, database: databaseName }
  return { connection, direct: connection, embedded: true, stop: () => embedded.stop() }
}

/** Creates a database unless it exists. */
export async function makeDatabase(connection: Connection, name: string): Promise<void> {
  const client = new DbClient(connection)
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount) return
    await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

/** Connections outside the pools for operators and their commands. */
const operatorConnections = 12
/** Connections outside the pools of each process, for its locks and notices. */
const processConnections = 4
const poolMin = 2

/** The sizes of the pools of a process. */
export type Pools = Readonly<Pick<Config, 'poolSize' | 'moneyPoolSize' | 'replicaPoolSize'>>

/**
 * The pool sizes of one of `processes` on a database: as configured, or smaller if PostgreSQL does not have enough connections. A replica
 * is another server with at least as many connections, because a standby refuses to start with fewer than its primary.
 */
export async function poolsOf(
  connection: Connection,
  { poolSize, moneyPoolSize, replicaPoolSize }: Pools,
  processes: number,
): Promise<Pools> {
  const client = new DbClient(connection)
  await client.connect()
  try {
    const found = await client.query<{ max_connections: string }>('show max_connections')
    const all = Number(found.rows[0]?.max_connections)
    const perProcess = Math.floor((all - operatorConnections) / processes) - processConnections
    const part = (size: number, total: number) => Math.max(poolMin, Math.floor(size * Math.min(1, perProcess / total)))
    const onPrimary = poolSize + moneyPoolSize
    return {
      poolSize: part(poolSize, onPrimary),
      moneyPoolSize: part(moneyPoolSize, onPrimary),
      replicaPoolSize: part(replicaPoolSize, replicaPoolSize),
    }
  } finally {
    await client.end()
  }
}

const locksMin = 20_000

/**
 * Warns about unsuitable settings of an external PostgreSQL. A batch of bets locks up to 500 matches, so the lock table must have room for
 * several batches. An acknowledged commit must survive the loss of a machine.
 */
async function checkServer(connection: Connection, log: Log): Promise<void> {
  const client = new DbClient(connection)
  await client.connect().catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`DATABASE_URL: PostgreSQL cannot be reached: ${why}`, { cause })
  })
  try {
    const found = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('max_locks_per_transaction', 'max_connections', 'max_prepared_transactions',
        'synchronous_commit', 'synchronous_standby_names')`,
    )
    const setting = (name: string) => found.rows.find((row) => row.name === name)?.setting ?? ''
    const value = (name: string) => Number(setting(name))
    const room = value('max_locks_per_transaction') * (value('max_connections') + value('max_prepared_transactions'))
    if (room < locksMin) {
      log.warn({ room, wanted: locksMin }, 'max_locks_per_transaction is low for batches of bets: set it to 512')
    }
    if (setting('synchronous_commit') === 'off')
      log.warn('synchronous_commit is off: a crash of the database loses acknowledged bets. Set it to on')
    else if (
      hasSeveralServers(connection) &&
      !replicates(setting('synchronous_commit'), setting('synchronous_standby_names'))
    )
      log.warn(
        'no standby is synchronous: a failover loses acknowledged bets. Set synchronous_standby_names, and synchronous_commit to on',
      )
  } finally {
    await client.end()
  }
}

const hasSeveralServers = ({ connectionString }: Connection): boolean =>
  (serversOf(connectionString)?.list.length ?? 0) > 1

/** Whether PostgreSQL confirms a commit only after a standby has written it to disk. */
const replicates = (commit: string, standbys: string): boolean => standbys !== '' && /^(on|remote_apply)$/.test(commit)
