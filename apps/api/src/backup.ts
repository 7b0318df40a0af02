import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUpDocuments, lastDatabaseBackup } from './backup/own-postgres.ts'
import { megabytes, takeBackup } from './backup/take.ts'
import { readConfig } from './config.ts'
import { monotonicMs } from './platform/clock.ts'
import { withDatabase } from './platform/reach.ts'
import { runOrExit } from './platform/start-error.ts'
import { archiveHealth, type ArchiveHealth } from './platform/wal-archive.ts'

/**
 * `npm run backup` backs up the embedded database and its documents to BACKUP_DIR or the folder of `--to`; `--documents` only the documents.
 * With DATABASE_URL it always copies the documents only, and looks whether pgBackRest has backed up the database. `--keys <folder>` copies
 * the key files to another folder. Exits with 1 if the backup fails, the archiving of the log is failing or pgBackRest made no backup, and
 * with 2 for an unknown option.
 */
const usage = 'npm run backup [-- [--to <folder of backups>] [--documents] [--keys <folder of keys>]]'
const { to, keys, documents } = readOptions()
const config = await runOrExit(async () => readConfig())
const root = to === undefined ? config.backup.folder : resolve(to)
if (root === undefined) {
  console.error(`Set BACKUP_DIR, or name a folder: ${usage}`)
  process.exit(2)
}
const startedAt = monotonicMs()
process.exitCode = await runOrExit(async () => {
  const onProgress = (text: string) => console.log(`...    ${text}`)
  if (documents === true || config.databaseUrl) return documentsOnly(root)
  const taken = await takeBackup({ config, root, keysTo: keys, onProgress })
  console.log(
    `ok     ${taken.backup.folder}: ${megabytes(taken.backup.info.bytes)} and ${taken.backup.info.documents} documents, in ${Math.round((monotonicMs() - startedAt) / 1000)} s`,
  )
  for (const name of taken.pruned.backups) console.log(`old    ${name} was removed (BACKUP_KEEP=${config.backup.keep})`)
  if (taken.pruned.logFiles > 0) console.log(`old    ${taken.pruned.logFiles} files of the log were removed`)
  reportKeys(Object.keys(taken.backup.info.keys), keys)
  return reportArchive(taken.archive)
})

/** Copies the documents, and with DATABASE_URL looks at what pgBackRest does. Returns the exit code. */
async function documentsOnly(folder: string): Promise<number> {
  const taken = await backUpDocuments({ config, root: folder, keysTo: keys })
  console.log(`ok     ${folder}: ${taken.documents} documents`)
  reportKeys(taken.keys, keys)
  if (!config.databaseUrl) return 0
  const at = await lastDatabaseBackup(folder)
  const archive = await withDatabase(config, async ({ db }) => archiveHealth(db), { asItIs: true })
  if (at) console.log(`data   the last backup of the database by pgBackRest is of ${at.toISOString()}`)
  else
    console.error(
      `WRONG  the database is not in this backup: pgBackRest backs it up, and has not noted a backup in ${folder} yet. See "Your own PostgreSQL" in docs/operations.md`,
    )
  if (!archive.on)
    console.error('WRONG  the log is not archived: set archive_mode and archive_command as that page says')
  const code = archive.on ? reportArchive(archive) : 1
  return at ? code : 1
}

function readOptions(): { to?: string; keys?: string; documents?: boolean } {
  try {
    return parseArgs({ options: { to: { type: 'string' }, keys: { type: 'string' }, documents: { type: 'boolean' } } })
      .values
  } catch {
    console.error(usage)
    process.exit(2)
  }
}

function reportKeys(names: readonly string[], keysTo: string | undefined): void {
  if (names.length === 0) return
  if (keysTo === undefined)
    console.log(`keys   not in the backup: ${names.join(', ')}. Keep copies elsewhere, as by --keys <folder>`)
  else
    console.log(`keys   copied to ${keysTo}: ${names.join(', ')}. Take them off this machine, apart from the backups`)
}

/** Reports whether the log is archived, which decides how much a restore loses. Returns the exit code. */
function reportArchive(archive: ArchiveHealth): number {
  if (archive.on && archive.failing) {
    console.error(
      'WRONG  the archiving of the log fails: see archive_command in the log of PostgreSQL. Until it works, only the moment of this backup can be restored',
    )
    return 1
  }
  if (archive.on) {
    const since = archive.secondsSince
    console.log(
      since === undefined ? 'log    nothing was archived yet' : `log    is archived, last ${Math.round(since)} s ago`,
    )
    return 0
  }
  console.log(
    config.backup.folder === undefined
      ? 'log    is not archived: only the moment of this backup can be restored. Set BACKUP_DIR and restart the server'
      : 'log    is not archived yet: restart the server with BACKUP_DIR set. Until then only the moment of this backup can be restored',
  )
  return 0
}
