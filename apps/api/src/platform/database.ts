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
  /** Straight to PostgreSQL, past any pooler: for session-level locks. */
  readonly direct: Connection
  readonly embedded: boolean
  stop(): Promise<void>
}

const databaseName = 'nare'

/** Uses DATABASE_URL where it is set, else starts PostgreSQL in DATA_DIR and creates the database on first use. */
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

/** Creates a database unless it exists; `template` is a database to copy. */
export async function makeDatabase(connection: Connection, name: string, template?: string): Promise<void> {
  const client = new DbClient(connection)
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount) return
    await client.query(
      `create database ${pg.escapeIdentifier(name)}${template ? ` template ${pg.escapeIdentifier(template)} strategy file_copy` : ''}`,
    )
  } finally {
    await client.end()
  }
}

/** Connections that are not in the pools: those of operators and commands, and of each process its locks and notices. */
const connectionsBeside = 12
const connectionsOfProcess = 4
const poolMin = 2

/** The sizes of the pools of a process. */
export type Pools = Readonly<Pick<Config, 'poolSize' | 'moneyPoolSize' | 'replicaPoolSize'>>

/**
 * The sizes of the pools of one of `processes` on a database: as configured, or less where PostgreSQL does not have so many connections. A
 * replica is another server and has as many at least: a standby refuses to start with less than its primary.
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
    const each = Math.floor((all - connectionsBeside) / processes) - connectionsOfProcess
    const part = (size: number, of: number) => Math.max(poolMin, Math.floor(size * Math.min(1, each / of)))
    const here = poolSize + moneyPoolSize
    return {
      poolSize: part(poolSize, here),
      moneyPoolSize: part(moneyPoolSize, here),
      replicaPoolSize: part(replicaPoolSize, replicaPoolSize),
    }
  } finally {
    await client.end()
  }
}

const locksWanted = 20_000

/**
 * Warns of settings of an external PostgreSQL: a batch of bets locks up to 500 matches, so the lock table must have room for several
 * batches; and an acknowledged commit must survive the loss of a machine.
 */
async function checkServer(connection: Connection, log: Log): Promise<void> {
  const client = new DbClient(connection)
  await client.connect().catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`DATABASE_URL: its PostgreSQL cannot be reached: ${why}`, { cause })
  })
  try {
    const found = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('max_locks_per_transaction', 'max_connections', 'max_prepared_transactions',
        'synchronous_commit', 'synchronous_standby_names')`,
    )
    const setting = (name: string) => found.rows.find((row) => row.name === name)?.setting ?? ''
    const value = (name: string) => Number(setting(name))
    const room = value('max_locks_per_transaction') * (value('max_connections') + value('max_prepared_transactions'))
    if (room < locksWanted) {
      log.warn({ room, wanted: locksWanted }, 'max_locks_per_transaction is low for batches of bets: set it to 512')
    }
    if (setting('synchronous_commit') === 'off')
      log.warn('synchronous_commit is off: a crash of the database loses acknowledged bets. Set it to on')
    else if (isListed(connection) && !replicates(setting('synchronous_commit'), setting('synchronous_standby_names')))
      log.warn(
        'no standby is synchronous: a failover loses acknowledged bets. Set synchronous_standby_names, and synchronous_commit to on',
      )
  } finally {
    await client.end()
  }
}

const isListed = ({ connectionString }: Connection): boolean => (serversOf(connectionString)?.list.length ?? 0) > 1

/** Whether a commit is answered only once a standby has it on its disk. */
const replicates = (commit: string, standbys: string): boolean => standbys !== '' && /^(on|remote_apply)$/.test(commit)
