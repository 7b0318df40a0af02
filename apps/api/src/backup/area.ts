import type { Area, AreaDeps } from '#area'
import { realClock } from '#platform/clock'
import { archiveHealth } from '#platform/wal-archive'
import { wholeBackups } from './folder.ts'
import { lastDatabaseBackup } from './own-postgres.ts'

/** The state of the backups: when the last complete one was made, and whether the log cannot be archived. */
export type BackupState = { readonly lastAt: Date | undefined; readonly archiveFails: boolean }

/** Opens the gauges, and the state of the backups: undefined if BACKUP_DIR is not set. */
export function openBackupArea({ config, db }: Pick<AreaDeps, 'config' | 'db'>): {
  area: Area
  backupState: () => Promise<BackupState | undefined>
} {
  const { folder } = config.backup
  if (folder === undefined) return { area: {}, backupState: async () => undefined }
  const lastAt = async (): Promise<Date | undefined> => {
    if (config.databaseUrl) return lastDatabaseBackup(folder)
    const last = (await wholeBackups(folder)).at(-1)
    return last && new Date(last.info.stoppedAt)
  }
  const newest = async () => {
    const at = await lastAt()
    return at && (realClock.now() - at.getTime()) / 1000
  }
  const since = async () => (await archiveHealth(db)).secondsSince
  const failing = async () => Number((await archiveHealth(db)).failing)
  const failures = async () => (await archiveHealth(db)).failures
  async function backupState(): Promise<BackupState> {
    return { lastAt: await lastAt(), archiveFails: (await archiveHealth(db)).failing }
  }
  return {
    backupState,
    area: {
      gauges: [
        { name: 'nare_backup_age_seconds', help: 'Seconds since the last complete backup', read: reading(newest) },
        {
          name: 'nare_archive_age_seconds',
          help: 'Seconds since the last archived file of the log',
          read: reading(since),
        },
        {
          name: 'nare_archive_failures',
          help: 'Failed attempts to archive a file of the log',
          read: reading(failures),
        },
        {
          name: 'nare_archive_failing',
          help: 'Whether the last attempt to archive a file failed',
          read: reading(failing),
        },
      ],
    },
  }
}

/** Reads one value without labels, or none if it is unknown. */
const reading = (read: () => Promise<number | undefined>) => async () => {
  const value = await read()
  return value === undefined ? [] : [{ labels: {}, value }]
}
