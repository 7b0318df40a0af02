import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { copyCluster } from '#platform/base-backup'
import type { Connection } from '#platform/db'
import type { Log } from '#platform/log'
import { prepareCluster, type Cluster } from '#platform/postgres-cluster'
import { chooseRunner } from '#platform/postgres-runner'

/** One PostgreSQL server of a pair. It is not restarted when it exits. */
export type PairNode = {
  /** Connection settings of its superuser, over TCP. */
  readonly connection: Required<Pick<Connection, 'host' | 'port' | 'user' | 'password' | 'database'>>
  start(): Promise<void>
  /** Kills the server with SIGKILL, like a power failure. */
  kill(): Promise<void>
  /** Runs one statement as its superuser and returns the rows. */
  ask<T extends pg.QueryResultRow>(statement: string, database?: string): Promise<T[]>
}

/** A primary and its standby by streaming replication, on two ports of this machine. */
export type PostgresPair = {
  readonly primary: PairNode
  readonly standby: PairNode
  /** The address of both, for a process that connects to the primary or to the standby. */
  address(wanted: 'read-write' | 'standby', database: string): string
  /** Makes commits wait for the standby's disk. */
  makeSynchronous(): Promise<void>
  /** Waits until the standby has replayed all that the primary has written. */
  caughtUp(): Promise<void>
  /** Stops both and removes their folders. */
  close(): Promise<void>
}

const settings = {
  shared_buffers: '64MB',
  max_connections: '120',
  max_locks_per_transaction: '512',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'fatal',
  dynamic_shared_memory_type: 'mmap',
  // A failed connection is retried quickly, so that tests do not wait for it.
  wal_retrieve_retry_interval: '100ms',
}

const polls = 1_200
const pollMs = 25

/** Creates a cluster and a standby from its copy, with a replication slot, and starts both. */
export async function openPostgresPair({ log }: { log: Log }): Promise<PostgresPair> {
  const base = await mkdtemp(join(tmpdir(), 'nare-pair-'))
  const [primaryDir, standbyDir] = [join(base, 'one'), join(base, 'two')]
  const ports = [await freePort(), await freePort()] as const
  const first = await prepareCluster({ dataDir: primaryDir, log })
  const primary = nodeOf(first, ports[0])
  await primary.start()
  await primary.ask(`select pg_create_physical_replication_slot('nare_standby', true)`)
  await mkdir(standbyDir, { mode: 0o700 })
  await cp(join(primaryDir, 'postgres.password'), join(standbyDir, 'postgres.password'))
  const runner = await chooseRunner({ dataDir: standbyDir, log })
  await copyCluster({ connection: primary.connection, from: first.folder, to: runner.clusterFolder, give: runner.give })
  const { host, port, user, password } = primary.connection
  const primaryAddress = `host=${host} port=${port} user=${user} password=${password} application_name=nare_standby`
  await appendFile(
    join(runner.clusterFolder, 'postgresql.auto.conf'),
    `primary_conninfo = '${primaryAddress}'\nprimary_slot_name = 'nare_standby'\n`,
  )
  await writeFile(join(runner.clusterFolder, 'standby.signal'), '')
  await runner.give(join(runner.clusterFolder, 'standby.signal'))
  const second = await prepareCluster({ dataDir: standbyDir, log })
  const standby = nodeOf(second, ports[1])
  await standby.start()

  return {
    primary,
    standby,
    address: (wanted, database) =>
      `postgres://${user}:${password}@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/${database}?target_session_attrs=${wanted}`,
    async makeSynchronous() {
      await primary.ask(`alter system set synchronous_standby_names = 'nare_standby'`)
      await primary.ask('select pg_reload_conf()')
      await until(async () => {
        const synchronous = await primary.ask(`select from pg_stat_replication where sync_state = 'sync'`)
        return synchronous.length === 1
      }, 'the standby did not become synchronous')
    },
    async caughtUp() {
      const [written] = await primary.ask<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
      await until(async () => {
        const [replayed] = await standby.ask<{ caught_up: boolean }>(
          `select pg_last_wal_replay_lsn() >= '${written?.lsn}'::pg_lsn as caught_up`,
        )
        return replayed?.caught_up === true
      }, 'the standby did not catch up with the primary')
    },
    async close() {
      await primary.kill()
      await standby.kill()
      await first.release()
      await second.release()
      await rm(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}

function nodeOf(cluster: Cluster, port: number): PairNode {
  const { user = '', password = '' } = cluster.connection
  const connection = { host: '127.0.0.1', port, user, password, database: 'postgres' }
  const flags = Object.entries({ ...settings, ...cluster.listen, listen_addresses: '127.0.0.1', port: String(port) })
  let child: ChildProcess | undefined

  async function ask<T extends pg.QueryResultRow>(statement: string, database = 'postgres'): Promise<T[]> {
    const client = new pg.Client({ ...connection, database })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<T>(statement)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  return {
    connection,
    ask,
    async start() {
      const { command, args, options } = cluster.as('postgres', [
        '-D',
        cluster.folder,
        ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ])
      child = spawn(command, args, { ...options, detached: true, stdio: 'ignore' })
      await until(
        () =>
          ask('select 1').then(
            () => true,
            () => false,
          ),
        `PostgreSQL did not start in ${cluster.folder}`,
      )
    },
    async kill() {
      const pid = Number(
        (await readFile(join(cluster.folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
      )
      if (!child || child.exitCode !== null || child.signalCode !== null || !pid) return
      const ended = once(child, 'exit')
      process.kill(pid, 'SIGKILL')
      await ended
    },
  }
}

async function until(isMet: () => Promise<boolean>, failure: string): Promise<void> {
  for (let poll = 0; poll < polls; poll++) {
    if (await isMet()) return
    await wait(pollMs)
  }
  throw new Error(failure)
}

/** A free port of this machine. */
async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('there is no free port')
  return address.port
}
