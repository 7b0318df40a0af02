import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb, type Connection, type Db } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { embeddedConnection } from '@nare/api/platform/postgres-cluster'
import { startProcess } from '@nare/api/testing/server'

export type BenchServer = {
  readonly url: URL
  readonly db: Db
  readonly connection: Connection
  readonly process: ChildProcess
  stop(): Promise<void>
}

/** Starts the real server as a separate process, on a fresh data folder with embedded PostgreSQL, fsync on. */
export async function startServer(env: Record<string, string> = {}): Promise<BenchServer> {
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'nare-bench-')))
  const { child, url } = await startProcess({ dataDir, env, logs: 'inherit' })
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
