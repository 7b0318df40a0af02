import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { mkdir, open, readdir, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { DbClient } from './db-client.ts'
import type { Connection } from './db.ts'
import { invariant } from './invariant.ts'
import { writeDurably } from './key-file.ts'
import { StartError } from './start-error.ts'

/** A file of a copy: its path inside the copy with slashes, its size in bytes and its SHA-256 in hexadecimal digits. */
export type CopiedFile = { readonly path: string; readonly bytes: number; readonly sha256: string }

/** A copied cluster. It can be recovered to any moment from `stoppedAt` on, with the write-ahead log from `startLsn` on. */
export type ClusterCopy = {
  readonly systemIdentifier: string
  readonly serverVersion: string
  readonly timeline: number
  readonly startLsn: string
  readonly stopLsn: string
  /** The first log file that the copy needs. */
  readonly startFile: string
  readonly startedAt: Date
  readonly stoppedAt: Date
  readonly files: readonly CopiedFile[]
}

type CopyDeps = {
  /** A direct connection, without a pooler, of a superuser to the server of `from`. */
  readonly connection: Connection
  /** The data folder of the running server. */
  readonly from: string
  /** The folder of the copy, which is new or empty. */
  readonly to: string
  /** Changes the owner of a written file or folder to the user that PostgreSQL runs as; see `Runner`. */
  readonly give?: ((path: string) => Promise<void>) | undefined
  readonly onProgress?: ((copiedBytes: number) => void) | undefined
}

const filesAtOnce = 4
const bufferBytes = 1 << 20
/** Folders that are copied without their files, which are useless to another server; the folders must exist. */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const omitted =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|(recovery|standby)\.signal|(postgresql\.auto\.conf|current_logfiles)\.tmp)$/
const control = 'global/pg_control'

/**
 * Copies the cluster of a running server by PostgreSQL's low-level backup API ("Making a Base Backup Using the Low Level API" in its
 * manual; that page lists the excluded files). Like that of pg_basebackup, the copy contains the log that it needs to become consistent, so
 * it can be started without other files; with `standby.signal` or `recovery.signal` it replays further log. Every file is synced to the disk
 * before this returns. Throws a StartError if the folder of the copy is not empty or the cluster has tablespaces outside its folder.
 */
export async function copyCluster({ connection, from, to, give, onProgress }: CopyDeps): Promise<ClusterCopy> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  if ((await readdir(to)).length > 0)
    throw new StartError(`${to} is not empty: a copy of a database needs a new folder`)
  await give?.(to)
  const writer = openWriter({ from, to, give, onProgress })
  const client = new DbClient({ ...connection, application_name: 'nare backup', keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const started = await start(client)
    await writer.copyTree('')
    await writer.copy(control)
    const stopped = await stop(client)
    await writer.copyLog({ first: started.file, last: stopped.file })
    await writer.write('backup_label', stopped.label)
    await syncTree(to)
    return {
      systemIdentifier: started.system,
      serverVersion: started.version,
      timeline: Number.parseInt(started.file.slice(0, 8), 16),
      startLsn: started.lsn,
      stopLsn: stopped.lsn,
      startFile: started.file,
      startedAt: started.at,
      stoppedAt: stopped.at,
      files: writer.files,
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Started = { lsn: string; file: string; at: Date; system: string; version: string }

/** Begins the backup with an immediate checkpoint. A temporary slot keeps the log that the copy needs until the session ends. */
async function start(client: pg.Client): Promise<Started> {
  await client.query('set statement_timeout = 0; set idle_session_timeout = 0')
  const tablespaces = await client.query(`select from pg_tablespace where spcname not in ('pg_default', 'pg_global')`)
  if (tablespaces.rowCount)
    throw new StartError('The database has tablespaces outside its data folder, which are not copied')
  await client.query(`select pg_create_physical_replication_slot('nare_backup_' || pg_backend_pid(), true, true)`)
  const { rows } = await client.query<Started>(`
    with backup as materialized (select clock_timestamp() as at, pg_backup_start('nare', fast => true) as lsn)
    select lsn::text, pg_walfile_name(lsn) as file, at, system_identifier::text as system,
      current_setting('server_version') as version
    from backup, pg_control_system()`)
  invariant(rows[0], 'pg_backup_start returns one row')
  return rows[0]
}

type Stopped = { lsn: string; file: string; at: Date; label: string }

async function stop(client: pg.Client): Promise<Stopped> {
  const { rows } = await client.query<Stopped>(`
    with backup as materialized (select * from pg_backup_stop(wait_for_archive => false))
    select lsn::text, pg_walfile_name(lsn) as file, clock_timestamp() as at, labelfile as label from backup`)
  invariant(rows[0], 'pg_backup_stop returns one row')
  return rows[0]
}

type WriterDeps = Pick<CopyDeps, 'from' | 'to' | 'give' | 'onProgress'>

/** Copies files of `from` to the same path below `to` and records their checksums. */
function openWriter({ from, to, give, onProgress }: WriterDeps) {
  const files: CopiedFile[] = []
  const buffers: Buffer[] = Array.from({ length: filesAtOnce }, () => Buffer.allocUnsafe(bufferBytes))
  let copied = 0

  /** Copies the current content of one file. A file that the server has removed meanwhile is skipped. */
  async function copy(path: string, buffer: Buffer = Buffer.allocUnsafe(bufferBytes)): Promise<void> {
    const source = await open(join(from, path), 'r').catch(ignoreMissing)
    if (!source) return
    const target = await open(join(to, path), 'wx', 0o600)
    try {
      const copy = await copyContent(source, target, buffer, (bytes) => onProgress?.((copied += bytes)))
      files.push({ path, ...copy })
    } finally {
      await source.close()
      await target.close()
    }
    await give?.(join(to, path))
  }

  /** Copies many files, a few at a time. */
  async function copyAll(paths: readonly string[]): Promise<void> {
    const waiting = paths.values()
    await Promise.all(
      buffers.map(async (buffer) => {
        for (const path of waiting) await copy(path, buffer)
      }),
    )
  }

  async function copyTree(folder: string): Promise<void> {
    const entries: Dirent[] = (await readdir(join(from, folder), { withFileTypes: true }).catch(ignoreMissing)) ?? []
    const included = entries
      .filter(({ name }) => !omitted.test(name))
      .map((entry) => ({ entry, path: within(folder, entry.name) }))
    const plainFiles = included.filter(({ entry, path }) => entry.isFile() && path !== control)
    await copyAll(plainFiles.map(({ path }) => path))
    for (const { entry, path } of included) {
      if (!entry.isDirectory()) continue
      await makeFolder(path)
      if (path === 'pg_wal') await makeFolder('pg_wal/archive_status')
      if (!emptied.has(path)) await copyTree(path)
    }
  }

  async function makeFolder(path: string): Promise<void> {
    await mkdir(join(to, path), { mode: 0o700 })
    await give?.(join(to, path))
  }

  return {
    files,
    copy,
    copyTree,

    /** Copies the log files between two names of one timeline, and the histories of timelines. */
    async copyLog({ first, last }: { first: string; last: string }): Promise<void> {
      const names = await readdir(join(from, 'pg_wal'))
      const wanted = names.filter(
        (name) => /^[0-9A-F]{8}\.history$/.test(name) || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last),
      )
      for (const needed of [first, last])
        invariant(wanted.includes(needed), `the log file ${needed} is kept for the copy`)
      await copyAll(wanted.map((name) => `pg_wal/${name}`))
    },

    async write(path: string, text: string): Promise<void> {
      const content = Buffer.from(text)
      await writeDurably(join(to, path), content)
      await give?.(join(to, path))
      files.push({ path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
    },
  }
}

/** Copies a file to its end. */
async function copyContent(source: FileHandle, target: FileHandle, buffer: Buffer, onBytes: (bytes: number) => void) {
  const hash = createHash('sha256')
  let bytes = 0
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length)
    if (bytesRead === 0) break
    const part = buffer.subarray(0, bytesRead)
    hash.update(part)
    await target.writeFile(part)
    bytes += bytesRead
    onBytes(bytesRead)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Waits until everything in a folder is on the disk. Syncs the whole file system once, as `pg_basebackup --sync-method=syncfs` does, because
 * syncing thousands of files one after the other takes much longer.
 */
export async function syncTree(folder: string): Promise<void> {
  await promisify(execFile)('sync', process.platform === 'linux' ? ['-f', folder] : [])
}

/** Waits until the file names in a folder are on the disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const within = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
