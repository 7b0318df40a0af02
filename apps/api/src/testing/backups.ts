import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { restoreBackup } from '#backup/restore'
import { takeBackup } from '#backup/take'
import { readConfig, type Config } from '#config'
import { makeDatabase } from '#platform/database'
import { openLog } from '#platform/log'
import { startPostgres, type Embedded } from '#platform/postgres'

const log = openLog('silent')
const waiting = { timeout: 30_000, interval: 20 }

type Restoring = { at?: Date; from?: string; keys?: string; timeline?: number }

export type Backups = Awaited<ReturnType<typeof openBackups>>

/**
 * An embedded PostgreSQL that archives its log, with one table of transfers of two entries. The folder names contain every character
 * that a shell or PostgreSQL treats specially.
 */
export async function openBackups() {
  const base = await mkdtemp(join(tmpdir(), 'nare-backup-'))
  const root = join(base, "backups of 100% o'clock")
  let config = readConfig({ NODE_ENV: 'test', DATA_DIR: join(base, 'data'), BACKUP_DIR: root, BACKUP_KEEP: '2' })

  async function start(): Promise<{ server: Embedded; client: pg.Client }> {
    const started = await startPostgres({ dataDir: config.dataDir, log, archiving: { folder: root, logSeconds: 1 } })
    await makeDatabase(started.connection, 'nare')
    const connected = new pg.Client({ ...started.connection, database: 'nare' })
    connected.on('error', () => undefined)
    await connected.connect()
    return { server: started, client: connected }
  }

  async function stop(): Promise<void> {
    await client.end()
    await server.stop()
  }

  let { server, client } = await start()
  await client.query('create role nare_app; create table entry (transfer int, amount int)')
  const logFolder = join(root, 'wal', (await readdir(join(root, 'wal')))[0] ?? '')
  const logFiles = async () => (await readdir(logFolder)).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name)).sort()
  const folderOf = (name: string) => join(base, name)

  /** The transfers of a data folder; fails if a transfer is incomplete. */
  async function transfersIn(name: string): Promise<number[]> {
    const started = await startPostgres({ dataDir: folderOf(name), log })
    const copy = new pg.Client({ ...started.connection, database: 'nare' })
    await copy.connect()
    const { rows } = await copy.query<{ transfer: number; whole: boolean }>(
      'select transfer, count(*) = 2 and sum(amount) = 0 as whole from entry group by transfer order by transfer',
    )
    await copy.end()
    await started.stop()
    expect(rows.filter(({ whole }) => !whole)).toEqual([])
    return rows.map(({ transfer }) => transfer)
  }

  return {
    root,
    logFolder,
    logFiles,
    folderOf,
    transfersIn,
    config: (): Config => config,
    /** The transfers with ids from 1 000 000, which tests use to mark a moment. */
    marked: async (name: string) => (await transfersIn(name)).filter((id) => id >= 1_000_000),

    /** Stores a transfer, which is acknowledged when this returns. */
    async transfer(id: number): Promise<void> {
      await client.query('insert into entry (transfer, amount) values ($1::int, $1::int), ($1::int, -$1::int)', [id])
    },

    /**
     * A moment after every acknowledged transfer and before every later one. A Date has milliseconds, so the moment is the next whole one, and
     * this returns when the database's clock has passed it.
     */
    async moment(): Promise<Date> {
      const { rows } = await client.query<{ next: Date }>(
        "select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as next",
      )
      const next = rows[0]?.next
      if (!next) throw new Error('the database gave no time')
      let isOver = false
      while (!isOver) {
        const now = await client.query<{ is_over: boolean }>('select clock_timestamp() > $1 as is_over', [next])
        isOver = now.rows[0]?.is_over ?? false
      }
      return next
    },

    /** Waits until PostgreSQL has archived all that is committed, which it does automatically after a second. */
    async archived(): Promise<void> {
      const { rows } = await client.query<{ file: string }>(
        'select pg_walfile_name(pg_current_wal_flush_lsn() - 1) as file',
      )
      await vi.waitFor(async () => expect(await logFiles()).toContain(`${rows[0]?.file}.gz`), waiting)
    },

    take: (more: { keysTo?: string } = {}) => takeBackup({ config, root, onProgress: () => undefined, ...more }),

    restore: (name: string, more: Restoring = {}) =>
      restoreBackup({
        from: root,
        to: folderOf(name),
        documents: join(folderOf(name), 'documents'),
        onProgress: () => undefined,
        ...more,
      }),

    /** Restarts the server on another data folder. */
    async moveTo(name: string): Promise<void> {
      await stop()
      config = { ...config, dataDir: folderOf(name) }
      ;({ server, client } = await start())
    },

    /** Stops the server, runs `work` and starts the server again. */
    async whileStopped<T>(work: () => Promise<T>): Promise<T> {
      await stop()
      const result = await work()
      ;({ server, client } = await start())
      return result
    },

    /** Whether the platform's schema exists, which tests do not create. */
    async isMigrated(): Promise<boolean> {
      const { rows } = await client.query<{ exists: boolean }>(
        `select to_regnamespace('platform') is not null as exists`,
      )
      return rows[0]?.exists ?? false
    },

    async close(): Promise<void> {
      await stop()
      await rm(base, { recursive: true })
    },
  }
}
