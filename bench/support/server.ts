import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb, type Connection, type Db } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { embeddedConnection } from '@nare/api/platform/postgres-cluster'

export type BenchServer = {
  readonly url: URL
  readonly db: Db
  readonly connection: Connection
  readonly process: ChildProcess
  stop(): Promise<void>
}

const main = new URL('../../apps/api/src/main.ts', import.meta.url).pathname

/** Starts the real server as a process of its own, on a fresh data folder with embedded PostgreSQL, fsync on. */
export async function startServer(env: Record<string, string> = {}): Promise<BenchServer> {
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'nare-bench-')))
  const child = spawn('node', [main], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      SANDBOX: 'on',
      FEED: 'none',
      LOG_LEVEL: 'warn',
      ...env,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await listeningAt(child)
  const connection = await embeddedConnection(dataDir)
  const { db } = openDb(connection, { size: 4, log: openLog('warn') })
  return {
    url,
    db,
    connection,
    process: child,
    async stop() {
      await db.destroy()
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      if (!env['DATA_DIR']) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function listeningAt(child: ChildProcess): Promise<URL> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (data: Buffer) => {
      said += data.toString()
      const found = /Nare is listening on (\S+)/.exec(said)
      if (found?.[1]) resolve(new URL(found[1]))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)))
  })
}
