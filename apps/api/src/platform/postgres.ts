import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { DbClient } from './db-client.ts'
import type { Connection } from './db.ts'
import type { Log } from './log.ts'
import { prepareCluster, type Cluster } from './postgres-cluster.ts'
import { StartError } from './start-error.ts'
import { openArchive, type Archiving } from './wal-archive.ts'

/** The embedded PostgreSQL. It is restarted whenever it dies, until `stop` shuts it down cleanly. */
export type Embedded = {
  readonly connection: Connection
  readonly processId: () => number | undefined
  stop(): Promise<void>
}

/** The settings of every embedded PostgreSQL. */
export const settings: Readonly<Record<string, string | undefined>> = {
  shared_buffers: '256MB',
  max_connections: '120',
  max_locks_per_transaction: '512',
  wal_buffers: '16MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  dynamic_shared_memory_type: process.platform === 'linux' ? 'mmap' : undefined,
}

/** For a cluster whose data need not survive a crash. */
const withoutDurability = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_wal_size: '256MB' }

const startsInMs = 60_000
/** After this time PostgreSQL is stopped without a last checkpoint, and recovers from its log at the next start. */
const stopsInMs = 3500

type Start = {
  dataDir: string
  log: Log
  /** Whether commits must survive a crash of the machine. False only in tests of other behaviour. */
  durable?: boolean
  /** Where the write-ahead log is archived; without it the log is not archived. */
  archiving?: Archiving | undefined
}

/** Starts PostgreSQL 18 in `dataDir`, which is created on first use, and waits until it accepts connections. */
export async function startPostgres({ dataDir, log, durable = true, archiving }: Start): Promise<Embedded> {
  const cluster = await prepareCluster({ dataDir, log })
  const { folder: clusterFolder, give } = cluster
  const archive = archiving
    ? await openArchive({ archiving, clusterFolder, give }).catch(async (error: unknown) => {
        await cluster.release()
        throw error
      })
    : undefined
  const release = async () => {
    await archive?.release()
    await cluster.release()
  }
  const options = { ...settings, ...(!durable && withoutDurability), ...archive?.settings }
  // PostgreSQL applies archive_timeout only after the first checkpoint, because the checkpointer process sleeps without it before.
  const first = archive ? 'checkpoint' : 'select 1'
  const launch = () => launchPostgres(cluster, log, options)
  let stopping = false
  let child = launch()
  let settled: Promise<void> = Promise.resolve()
  const watch = (running: ChildProcess) => {
    running.once('exit', (code, signal) => {
      if (stopping) return
      log.error({ exitCode: code, signal }, 'PostgreSQL stopped; restarting it')
      settled = restart()
    })
  }
  async function restart(): Promise<void> {
    for (let delayMs = 100; !stopping; delayMs = Math.min(delayMs * 2, 3000)) {
      await wait(delayMs)
      if (stopping) return
      child = launch()
      if (await ready(cluster.connection, child, first)) {
        log.info('PostgreSQL restarted')
        if (child.exitCode === null) return watch(child)
      }
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGQUIT')
    }
  }
  if (!(await ready(cluster.connection, child, first))) {
    child.kill('SIGQUIT')
    await release()
    throw new StartError(`PostgreSQL did not start in ${dataDir}; its messages are above`)
  }
  watch(child)
  return {
    connection: cluster.connection,
    processId: () => child.pid,
    async stop() {
      stopping = true
      await settled
      await end(child)
      await release()
    },
  }
}

/** Starts PostgreSQL on a prepared cluster. `onLine` is called with each line of its log, in addition to `log`. */
export function launchPostgres(
  cluster: Cluster,
  log: Log,
  options: Readonly<Record<string, string | undefined>>,
  onLine?: (line: string) => void,
): ChildProcess {
  const given = Object.entries({ ...options, ...cluster.listen })
  const flags = given.flatMap(([name, value]) => (value === undefined ? [] : ['-c', `${name}=${value}`]))
  const { command, args, options: as } = cluster.as('postgres', ['-D', cluster.folder, ...flags])
  const child = spawn(command, args, { ...as, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const logLines = (text: Buffer) => {
    for (const line of text.toString().split('\n')) {
      if (line.trim() === '') continue
      log[levelOf(line)]({ postgres: line.trim() }, 'postgres')
      onLine?.(line.trim())
    }
  }
  child.stdout.on('data', logLines)
  child.stderr.on('data', logLines)
  child.on('error', (error) => log.error({ error: error.message }, 'PostgreSQL could not be started'))
  return child
}

/** The level of a line of PostgreSQL's log. Failed statements are logged at debug level, because their sender reports them. */
export function levelOf(line: string): 'debug' | 'warn' | 'error' {
  if (/\] PANIC:/.test(line)) return 'error'
  return /\] (LOG|DETAIL|HINT|STATEMENT|CONTEXT|ERROR):|the database system is starting up/.test(line)
    ? 'debug'
    : 'warn'
}

/** Waits until a server completes this statement; false if the server has ended or takes too long. */
async function ready(connection: Connection, child: ChildProcess, statement: string): Promise<boolean> {
  const until = performance.now() + startsInMs
  while (performance.now() < until && child.exitCode === null && child.signalCode === null) {
    const client = new DbClient({ ...connection, connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(statement)
      return true
    } catch {
      await wait(20)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return false
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGINT')
  const late = new AbortController()
  await Promise.race([
    ended,
    wait(stopsInMs, undefined, { signal: late.signal }).then(
      () => child.kill('SIGQUIT'),
      () => undefined,
    ),
  ])
  late.abort()
  await ended
}
