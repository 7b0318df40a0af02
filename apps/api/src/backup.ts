import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { megabytes, takeBackup, type Taken } from './backup/take.ts'
import { readConfig, type Config } from './config.ts'
import { monotonicMs } from './platform/clock.ts'
import { runOrExit } from './platform/start-error.ts'
import { archiveCommand, archiveFolder, configurationLine } from './platform/wal-archive.ts'

/**
 * `npm run backup` backs up the configured database and its documents to BACKUP_DIR or the folder of `--to`. `--keys <folder>` copies the key
 * files to another folder. Exits with 1 if the backup fails or the archiving of the log is failing, and with 2 for an unknown option.
 */
const usage = 'npm run backup [-- [--to <folder of backups>] [--keys <folder of keys>]]'
const { to, keys } = readOptions()
const config = await runOrExit(async () => readConfig())
const root = to === undefined ? config.backup.folder : resolve(to)
if (root === undefined) {
  console.error(`Set BACKUP_DIR, or name a folder: ${usage}`)
  process.exit(2)
}
const startedAt = monotonicMs()
process.exitCode = await runOrExit(async () => {
  const onProgress = (text: string) => console.log(`...    ${text}`)
  const taken = await takeBackup({ config, root, keysTo: keys, onProgress })
  console.log(
    `ok     ${taken.backup.folder}: ${megabytes(taken.backup.info.bytes)} and ${taken.backup.info.documents} documents, in ${Math.round((monotonicMs() - startedAt) / 1000)} s`,
  )
  for (const name of taken.pruned.backups) console.log(`old    ${name} was removed (BACKUP_KEEP=${config.backup.keep})`)
  if (taken.pruned.logFiles > 0) console.log(`old    ${taken.pruned.logFiles} files of the log were removed`)
  reportKeys(taken, keys)
  return reportArchive(taken, config)
})

function readOptions(): { to?: string | undefined; keys?: string | undefined } {
  try {
    return parseArgs({ options: { to: { type: 'string' }, keys: { type: 'string' } } }).values
  } catch {
    console.error(usage)
    process.exit(2)
  }
}

function reportKeys({ backup }: Taken, keysTo: string | undefined): void {
  const names = Object.keys(backup.info.keys)
  if (names.length === 0) return
  if (keysTo === undefined)
    console.log(`keys   not in the backup: ${names.join(', ')}. Keep copies elsewhere, as by --keys <folder>`)
  else
    console.log(`keys   copied to ${keysTo}: ${names.join(', ')}. Take them off this machine, apart from the backups`)
}

/** Reports whether the log is archived, which decides how much a restore loses. Returns the exit code. */
function reportArchive({ backup, archive }: Taken, { backup: set, databaseUrl }: Config): number {
  if (archive.on && archive.failing) {
    console.error(
      'WRONG  the archiving of the log fails: see archive_command in the log of PostgreSQL. Until it works, only the moment of this backup can be restored',
    )
    return 1
  }
  if (archive.on) {
    const since = archive.secondsSince
    console.log(`log    is archived${since === undefined ? '' : `, last ${Math.round(since)} s ago`}`)
    return 0
  }
  if (databaseUrl) {
    const folder = archiveFolder(set.folder ?? join(backup.folder, '..'), backup.info.systemIdentifier)
    console.log(
      `log    is not archived: only the moment of this backup can be restored. In postgresql.conf, with a restart of PostgreSQL:\n  archive_mode = on\n  archive_timeout = ${set.logSeconds}s\n  ${configurationLine('archive_command', archiveCommand(folder))}`,
    )
    return 0
  }
  console.log(
    set.folder === undefined
      ? 'log    is not archived: only the moment of this backup can be restored. Set BACKUP_DIR and restart the server'
      : 'log    is not archived yet: restart the server with BACKUP_DIR set. Until then only the moment of this backup can be restored',
  )
  return 0
}
