import { mkdir, readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config'
import { copyCluster, type CopiedFile } from '#platform/base-backup'
import { realClock } from '#platform/clock'
import { openDb, queryRows, type Connection, type Db } from '#platform/db'
import { lockFolder } from '#platform/folder-lock'
import { writeDurably } from '#platform/key-file'
import { openLog } from '#platform/log'
import { withDatabase } from '#platform/reach'
import { StartError } from '#platform/start-error'
import { archiveHealth, type ArchiveHealth } from '#platform/wal-archive'
import { copyDocuments, documentsFolder, documentSums } from './documents.ts'
import {
  clusterPart,
  endBackup,
  halfFolder,
  parseSums,
  prune,
  summed,
  sumsText,
  wholeBackups,
  type Backup,
} from './folder.ts'
import { copyKeys, keysApart, keysOf } from './keys.ts'

export type Taken = {
  readonly backup: Backup
  readonly archive: ArchiveHealth
  readonly pruned: { readonly backups: readonly string[]; readonly logFiles: number }
}

type Taking = {
  config: Config
  /** The folder of backups. */
  root: string
  /** The folder to which the key files are copied; undefined to copy none. */
  keysTo?: string | undefined
  onProgress: (text: string) => void
}

const spaceFactor = 1.1

/**
 * Makes one backup of the embedded cluster and the documents, and then removes the oldest backups. The database may be running or not. Throws a StartError if another backup is being
 * made in the folder, if there is not enough disk space, or if the folder of keys is inside the folder of backups.
 */
export async function takeBackup({ config, root, keysTo, onProgress }: Taking): Promise<Taken> {
  if (keysTo !== undefined) keysApart(keysTo, root)
  await mkdir(root, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(root, 'It is making a backup')
  try {
    return await withDatabase(
      config,
      async ({ connection }) => {
        const { db: owner } = openDb(connection, { size: 1, log: openLog('warn'), role: 'none' })
        try {
          return await takeFrom({ config, root, keysTo, onProgress, owner, connection })
        } finally {
          await owner.destroy()
        }
      },
      { asItIs: true },
    )
  } finally {
    await unlock()
  }
}

type From = Taking & { owner: Db; connection: Connection }

async function takeFrom({ config, root, keysTo, onProgress, owner, connection }: From): Promise<Taken> {
  const before = (await wholeBackups(root)).at(-1)
  const half = await halfFolder(root, realClock.date())
  const facts = await databaseFacts(owner)
  await checkSpace(root, facts.bytes)
  await mkdir(half, { mode: 0o700 })
  const to = join(half, clusterPart)
  const onBytes = progressOf(facts.bytes, onProgress)
  const copy = await copyCluster({ connection, from: facts.folder, to, onProgress: onBytes }).catch(
    async (error: unknown) => {
      await rm(half, { recursive: true, force: true })
      throw error
    },
  )
  onProgress('documents')
  const sums = await copyDocuments({
    from: config.kyc.folder,
    to: join(root, documentsFolder),
    known: parseSums(before ? await readFile(join(before.folder, documentSums), 'utf8').catch(() => '') : ''),
  })
  const files: CopiedFile[] = copy.files.map((file) => ({ ...file, path: `${clusterPart}/${file.path}` }))
  await writeDurably(join(half, documentSums), Buffer.from(sumsText(sums)))
  files.push(await summed(half, documentSums))
  await writeDurably(join(half, passwordFile), await readFile(join(config.dataDir, passwordFile)))
  files.push(await summed(half, passwordFile))
  const keys = await keysOf(config.dataDir)
  if (keysTo !== undefined) await copyKeys({ names: Object.keys(keys), from: config.dataDir, to: keysTo })
  const backup = await endBackup(half, {
    files,
    info: {
      format: 1,
      kind: 'embedded',
      postgres: copy.serverVersion,
      systemIdentifier: copy.systemIdentifier,
      timeline: copy.timeline,
      startLsn: copy.startLsn,
      stopLsn: copy.stopLsn,
      startFile: copy.startFile,
      logFileBytes: facts.logFileBytes,
      startedAt: copy.startedAt.toISOString(),
      stoppedAt: copy.stoppedAt.toISOString(),
      documents: sums.size,
      keys,
    },
  })
  return { backup, archive: await archiveHealth(owner), pruned: await prune(root, config.backup.keep) }
}

/** The file within a backup with the password of the embedded cluster. */
export const passwordFile = 'postgres.password'

type Facts = { folder: string; bytes: number; logFileBytes: number }

async function databaseFacts(owner: Db): Promise<Facts> {
  const rows = await queryRows<Facts>(owner)`
    select coalesce((select setting from pg_settings where name = 'data_directory'), '') as folder, (select sum(pg_database_size(oid))::float8 from pg_database) as bytes,
      (select setting::float8 from pg_settings where name = 'wal_segment_size') as "logFileBytes"`
  return rows[0] ?? { folder: '', bytes: 0, logFileBytes: 0 }
}

async function checkSpace(root: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(root)
  const free = bavail * bsize
  if (free < bytes * spaceFactor)
    throw new StartError(
      `${root} has ${megabytes(free)} left, and the database is ${megabytes(bytes)}. Free disk space, or lower BACKUP_KEEP`,
    )
}

/** Reports each tenth of the database. */
function progressOf(bytes: number, onProgress: (text: string) => void): (copied: number) => void {
  let next = 0
  return (copied) => {
    if (copied < next) return
    next = copied + bytes / 10
    onProgress(`database: ${megabytes(copied)} of about ${megabytes(bytes)}`)
  }
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`
