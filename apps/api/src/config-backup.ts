import { resolve } from 'node:path'
import * as z from 'zod'

/** The environment variables of backups. */
export const backupVariables = {
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  BACKUP_LOG_S: z.coerce.number().int().min(1).max(3600).default(3),
}

/**
 * The folder of backups, the number of kept backups, and the maximum seconds until the embedded PostgreSQL archives its log. Without a folder
 * nothing is archived.
 */
export function backupOf(e: z.output<z.ZodObject<typeof backupVariables>>) {
  return {
    folder: e.BACKUP_DIR === undefined ? undefined : resolve(e.BACKUP_DIR),
    keep: e.BACKUP_KEEP,
    logSeconds: e.BACKUP_LOG_S,
  }
}
