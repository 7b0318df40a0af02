import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { realClock } from './clock.ts'
import { queryRows, type Db } from './db.ts'
import { lockFolder } from './folder-lock.ts'
import { writeDurably } from './key-file.ts'
import { StartError } from './start-error.ts'

/** Where an embedded PostgreSQL archives its log: the folder of all backups, and the maximum delay in seconds. */
export type Archiving = { readonly folder: string; readonly logSeconds: number }

/** An archive that a server writes to: the settings of its PostgreSQL, and a function that unlocks the archive. */
export type Archive = { readonly settings: Record<string, string>; release(): Promise<void> }

const run = promisify(execFile)
const tools = ['gzip', 'cmp', 'sync', 'ln']

/** The folder of the archived log of one cluster, within the folder of all backups. A cluster and its copies have the same folder. */
export function archiveFolder(backups: string, systemIdentifier: string): string {
  return join(backups, 'wal', systemIdentifier)
}

/**
 * The archive_command for a folder. An archived file gets its name only when it is complete and on the disk, and is never overwritten:
 * archiving the same file again succeeds, another file of the same name is refused. ("Setting Up WAL Archiving" in PostgreSQL's manual.)
 */
export function archiveCommand(folder: string): string {
  const at = quoted(folder)
  const write = [`gzip -cn1 "%p" > "$f.part"`, `sync "$f.part"`, `ln "$f.part" "$f"`, `rm "$f.part"`, `sync ${at}`]
  return `f=${at}/%f.gz; if test -e "$f"; then gzip -dc "$f" | cmp -s - "%p"; else ${write.join(' && ')}; fi`
}

/** The restore_command for a folder. */
export function restoreCommand(folder: string): string {
  const file = `${quoted(folder)}/%f.gz`
  return `test -e ${file} && gzip -dc ${file} > "%p"`
}

/** A line of postgresql.conf, in which backslashes escape and quotes are doubled. */
export function configurationLine(name: string, value: string): string {
  return `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

type Opening = {
  archiving: Archiving
  clusterFolder: string
  give: (path: string) => Promise<void>
}

/**
 * Opens the archive of a cluster that is about to be started. Throws a StartError if another process archives the same cluster, for example
 * a restored copy in addition to the original, or if a program of the archive_command is missing.
 */
export async function openArchive({ archiving, clusterFolder, give }: Opening): Promise<Archive> {
  await run('sh', ['-c', `for tool in ${tools.join(' ')}; do command -v $tool || exit 1; done`]).catch(
    (cause: unknown) => {
      throw new StartError(
        `BACKUP_DIR: archiving needs the programs ${tools.join(', ')}, of Debian's packages gzip, diffutils and coreutils`,
        { cause },
      )
    },
  )
  const folder = archiveFolder(archiving.folder, await systemIdentifierOf(clusterFolder))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const path of [archiving.folder, join(archiving.folder, 'wal'), folder]) await give(path)
  const release = await lockFolder(
    folder,
    'That is another copy of this database, and copies must not share an archive: set another BACKUP_DIR',
  )
  await archiveHistories({ clusterFolder, folder, give }).catch(async (error: unknown) => {
    await release()
    throw error
  })
  const settings = {
    archive_mode: 'on',
    archive_command: archiveCommand(folder),
    archive_timeout: `${archiving.logSeconds}s`,
  }
  return { settings, release }
}

/** The identifier of a cluster and all its copies, from its creation on: the first 8 bytes of its control file. */
async function systemIdentifierOf(clusterFolder: string): Promise<string> {
  const control = await readFile(join(clusterFolder, 'global', 'pg_control'))
  return control.readBigUInt64LE(0).toString()
}

/**
 * Archives the histories of the cluster's timelines. PostgreSQL archives a history when its timeline begins; a restored
 * cluster does not archive yet at that moment.
 */
async function archiveHistories({
  clusterFolder,
  folder,
  give,
}: Pick<Opening, 'clusterFolder' | 'give'> & { folder: string }): Promise<void> {
  const names = await readdir(join(clusterFolder, 'pg_wal'))
  for (const name of names.filter((one) => /^[0-9A-F]{8}\.history$/.test(one))) {
    const to = join(folder, `${name}.gz`)
    if (await stat(to).catch(() => undefined)) continue
    await writeDurably(to, await promisify(gzip)(await readFile(join(clusterFolder, 'pg_wal', name))))
    await give(to)
  }
}

/** Whether the server archives its log, the seconds since it last archived a file, and how often archiving failed. */
export type ArchiveHealth = {
  readonly on: boolean
  readonly secondsSince: number | undefined
  readonly failures: number
  /** Whether the last try failed. */
  readonly failing: boolean
}

export async function archiveHealth(db: Db): Promise<ArchiveHealth> {
  const rows = await queryRows<{ on: boolean; at: Date | null; failures: number; failing: boolean }>(db)`
    select current_setting('archive_mode') <> 'off' as on, last_archived_time as at,
      failed_count::float8 as failures, coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing
    from pg_stat_archiver`
  const found = rows[0]
  return {
    on: found?.on ?? false,
    secondsSince: found?.at ? (realClock.now() - found.at.getTime()) / 1000 : undefined,
    failures: found?.failures ?? 0,
    failing: found?.failing ?? false,
  }
}
