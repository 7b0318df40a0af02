import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDb, queryRow, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { embeddedConnection } from '#platform/postgres-cluster'

/** The real server as a separate process with a separate PostgreSQL. A test may kill either at any time. */
export type RealServer = {
  /** Its current address; the port changes with each start. */
  url(): URL
  /** The test's own connections to its database. */
  readonly db: Db
  /** Starts the server on its data folder and waits until it listens. */
  start(): Promise<void>
  /** Whether its process is running. */
  runs(): boolean
  /** The resident memory of its process in MB; undefined if the system does not report it. */
  memoryMb(): Promise<number | undefined>
  /** Waits until its process has exited without a kill. */
  gone(): Promise<void>
  /** Kills the process with SIGKILL. */
  killProcess(): Promise<void>
  /** Kills PostgreSQL with SIGKILL; the process keeps running. */
  killPostgres(): Promise<void>
  /** Waits until /readyz answers 200. */
  ready(): Promise<void>
  /** Stops everything and removes the data folder. */
  close(): Promise<void>
}

const main = new URL('../main.ts', import.meta.url).pathname
/** The flags of `npm start`. */
const flags = ['--max-semi-space-size=64']
const passing = 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"'
const pollMs = 25
const pollsMax = 2000

/** Opens a server on a copy of the prepared data folder of the test run, with the sandbox on, no feed and no league. */
export async function realServer(more: Record<string, string> = {}): Promise<RealServer> {
  const env = { NODE_ENV: 'development', ...more }
  const dataDir = await mkdtemp(join(tmpdir(), 'nare-server-'))
  await copyPrepared(dataDir)
  let child: ChildProcess | undefined
  let url = new URL('http://127.0.0.1:0')

  async function start(): Promise<void> {
    const started = await startProcess({ dataDir, env })
    child = started.child
    url = started.url
  }

  await start()
  const connection = await embeddedConnection(dataDir)
  const { db } = openDb(connection, { size: 4, log: openLog('silent') })

  /** PostgreSQL's process id, from its pid file: it may run in another namespace. */
  async function postgresId(): Promise<number> {
    const { db: owner } = openDb(connection, { size: 1, log: openLog('silent'), role: 'nare' })
    const setting = await queryRow<{ data_directory: string }>(owner)`show data_directory`
    await owner.destroy()
    const file = await readFile(join(setting?.data_directory ?? '', 'postmaster.pid'), 'utf8')
    return Number(file.split('\n')[0])
  }

  const runs = () => child !== undefined && child.exitCode === null && child.signalCode === null

  return {
    db,
    url: () => url,
    start,
    runs,
    async memoryMb() {
      const status = await readFile(`/proc/${child?.pid}/status`, 'utf8').catch(() => '')
      const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? []
      return kb === undefined ? undefined : Math.round(Number(kb) / 1024)
    },
    async gone() {
      if (child && runs()) await once(child, 'exit', { signal: AbortSignal.timeout(pollMs * pollsMax) })
    },
    async killProcess() {
      if (!child || !runs()) throw new Error('the server is not running')
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async killPostgres() {
      process.kill(await postgresId(), 'SIGKILL')
    },
    async ready() {
      for (let polls = 0; polls < pollsMax; polls++) {
        const answer = await fetch(new URL('/readyz', url)).catch(() => undefined)
        if (answer?.status === 200) return
        await wait(pollMs)
      }
      throw new Error('the server was not ready in time')
    },
    async close() {
      await db.destroy()
      if (child && runs()) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      } else {
        const pid = await postgresId().catch(() => 0)
        if (pid > 0) process.kill(pid, 'SIGQUIT')
      }
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}

/** Fills a data folder with the empty database of the test run, whose migrations need not run again; outside of a run it stays empty. */
async function copyPrepared(dataDir: string): Promise<void> {
  const prepared = process.env['PREPARED_DATA'] ?? ''
  if (existsSync(prepared)) await cp(prepared, dataDir, { recursive: true })
}

/**
 * Starts the server as a separate process on this data folder and a free port, with the sandbox on, no feed and no league unless `env`
 * differs, and waits until it listens. `logs` is the destination of its log. `socketFd` is passed to it as systemd passes a socket.
 */
export async function startProcess({
  dataDir,
  env,
  logs = 'ignore',
  socketFd,
}: {
  dataDir: string
  env: Record<string, string>
  logs?: 'ignore' | 'inherit'
  socketFd?: number
}): Promise<{ child: ChildProcess; url: URL }> {
  const command = [process.execPath, ...flags, main]
  // A shell knows the process id before the program runs in it.
  const [program = '', ...args] = socketFd === undefined ? command : ['sh', '-c', passing, 'sh', ...command]
  const child = spawn(program, args, {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      SANDBOX: 'on',
      FEED: 'none',
      LEAGUE: 'off',
      CRASH: 'off',
      ARCADE: 'off',
      LOG_LEVEL: 'warn',
      ...env,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', logs, ...(socketFd === undefined ? [] : [socketFd])],
  })
  return { child, url: await listeningAt(child) }
}

function listeningAt(child: ChildProcess): Promise<URL> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (data: Buffer) => {
      output = (output + data.toString()).slice(-20_000)
      const match = /Nare is listening on (\S+)/.exec(output)
      if (match?.[1]) resolve(new URL(match[1]))
    })
    child.once('exit', (code) => reject(new Error(`the server exited with ${code}:\n${output}`)))
  })
}
