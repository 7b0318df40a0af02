import type { Area, AreaDeps } from '#area'
import { realClock } from '#platform/clock'
import { archiveHealth } from '#platform/wal-archive'
import { wholeBackups } from './folder.ts'

/** Gauges about backups and the archived log, if BACKUP_DIR is set. */
export function openBackupArea({ config, db }: Pick<AreaDeps, 'config' | 'db'>): { area: Area } {
  const { folder } = config.backup
  if (folder === undefined) return { area: {} }
  const newest = async () => {
    const last = (await wholeBackups(folder)).at(-1)
    return last ? (realClock.now() - Date.parse(last.info.stoppedAt)) / 1000 : undefined
  }
  const since = async () => (await archiveHealth(db)).secondsSince
  const failing = async () => Number((await archiveHealth(db)).failing)
  const failures = async () => (await archiveHealth(db)).failures
  return {
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
