import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { syncFolder, type CopiedFile } from '#platform/base-backup'
import { writeDurably } from '#platform/key-file'
import { StartError } from '#platform/start-error'
import { archiveFolder } from '#platform/wal-archive'

const zInfo = z.object({
  format: z.literal(1),
  /** The embedded cluster. An operator's own PostgreSQL is backed up by pgBackRest. */
  kind: z.literal('embedded'),
  postgres: z.string(),
  systemIdentifier: z.string().regex(/^\d+$/),
  timeline: z.number().int().positive(),
  startLsn: z.string(),
  stopLsn: z.string(),
  /** The first log file that the backup needs, and the size of log files in bytes. */
  startFile: z.string().regex(/^[0-9A-F]{24}$/),
  logFileBytes: z.number().int().positive(),
  startedAt: z.iso.datetime(),
  /** The earliest moment that the backup can be restored to. */
  stoppedAt: z.iso.datetime(),
  bytes: z.number().int(),
  documents: z.number().int(),
  /** The key files of the data folder that the data needs, each with the SHA-256 of its content. The keys are not in the backup. */
  keys: z.record(z.string(), z.string()),
  /** The SHA-256 of the file that lists the sums of all others. */
  sums: z.string(),
})

/** The contents of a backup's `backup.json`. Times are UTC in ISO 8601, positions of the log as PostgreSQL writes them. */
export type BackupInfo = z.output<typeof zInfo>
export type Backup = { readonly folder: string; readonly name: string; readonly info: BackupInfo }

const half = '.half'
const infoFile = 'backup.json'
const sumsFile = 'SHA256SUMS'
/** The data folder of PostgreSQL within a backup. */
export const clusterPart = 'database'

/** The complete backups in a folder of backups, oldest first. */
export async function wholeBackups(root: string): Promise<Backup[]> {
  const names = await readdir(root).catch(() => [])
  const found = await Promise.all(
    names.filter((name) => !name.endsWith(half)).map((name) => backupIn(join(root, name)).catch(() => undefined)),
  )
  return found
    .filter((one) => one !== undefined)
    .sort((a, b) => Date.parse(a.info.stoppedAt) - Date.parse(b.info.stoppedAt))
}

/** Reads the backup in a folder. Throws a StartError if the folder contains no backup or an incomplete one. */
export async function backupIn(folder: string): Promise<Backup> {
  const name = folder.slice(folder.lastIndexOf('/') + 1)
  if (name.endsWith(half)) throw new StartError(`${folder} is a backup that was interrupted: it cannot be restored`)
  const text = await readFile(join(folder, infoFile), 'utf8').catch(() => undefined)
  if (text === undefined) throw new StartError(`${folder} is not a backup: it has no ${infoFile}`)
  const read = zInfo.safeParse(jsonOf(text))
  if (!read.success) throw new StartError(`${join(folder, infoFile)} is damaged: ${z.prettifyError(read.error)}`)
  return { folder, name, info: read.data }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The folder in which a backup is made until it is complete. Removes the remains of interrupted backups. */
export async function halfFolder(root: string, now: Date): Promise<string> {
  for (const name of await readdir(root))
    if (name.endsWith(half)) await rm(join(root, name), { recursive: true, force: true })
  return join(root, `${now.toISOString().replaceAll(':', '')}${half}`)
}

/**
 * Completes a backup: writes the sums of its files, in the format of sha256sum, and its description, and renames its folder. Everything is
 * synced to the disk before the folder gets its final name.
 */
export async function endBackup(
  folder: string,
  { info, files }: { info: Omit<BackupInfo, 'sums' | 'bytes'>; files: readonly CopiedFile[] },
): Promise<Backup> {
  const sums = sumsText(new Map(files.map(({ path, sha256 }) => [path, sha256])))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const whole: BackupInfo = { ...info, bytes, sums: createHash('sha256').update(sums).digest('hex') }
  await writeDurably(join(folder, sumsFile), Buffer.from(sums))
  await writeDurably(join(folder, infoFile), Buffer.from(`${JSON.stringify(whole, undefined, 2)}\n`))
  const named = folder.slice(0, -half.length)
  await rename(folder, named)
  await syncFolder(join(named, '..'))
  return backupIn(named)
}

/** The SHA-256 of the files of a backup by their paths. Throws a StartError if the list is damaged. */
export async function sumsOf({ folder, info }: Backup): Promise<Map<string, string>> {
  const text = await readFile(join(folder, sumsFile), 'utf8').catch(() => '')
  if (createHash('sha256').update(text).digest('hex') !== info.sums)
    throw new StartError(`${join(folder, sumsFile)} is damaged: this backup cannot be verified`)
  return parseSums(text)
}

/** Sums by path in the format of sha256sum. */
export const sumsText = (sums: ReadonlyMap<string, string>): string =>
  [...sums].map(([path, sum]) => `${sum}  ${path}\n`).join('')

/** Parses sums by path from the format of sha256sum. */
export function parseSums(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

/** Calculates the size and SHA-256 of a file below `folder`. */
export async function summed(folder: string, path: string): Promise<CopiedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(join(folder, path)), async (parts: AsyncIterable<Buffer>) => {
    for await (const part of parts) {
      hash.update(part)
      bytes += part.length
    }
  })
  return { path, bytes, sha256: hash.digest('hex') }
}

/**
 * Removes the oldest backups beyond `keep`, and the archived log files that no kept backup needs. Histories of timelines are kept. Returns the
 * removed backups and the number of removed log files.
 */
export async function prune(root: string, keep: number): Promise<{ backups: string[]; logFiles: number }> {
  const all = await wholeBackups(root)
  const old = all.slice(0, Math.max(0, all.length - keep))
  for (const { folder } of old) {
    // The folder loses its name first, so that the remains of an interrupted removal are not mistaken for a backup.
    await rename(folder, `${folder}${half}`)
    await rm(`${folder}${half}`, { recursive: true, force: true })
  }
  const kept = all.slice(old.length)
  let logFiles = 0
  for (const system of new Set(kept.map(({ info }) => info.systemIdentifier))) {
    const needed = kept
      .filter(({ info }) => info.systemIdentifier === system)
      .map(({ info }) => info.startFile.slice(8))
    const first = needed.sort()[0] ?? ''
    const archive = archiveFolder(root, system)
    for (const name of await readdir(archive).catch(() => [])) {
      if (!/^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?\.gz$/.test(name) || name.slice(8, 24) >= first) continue
      await rm(join(archive, name))
      logFiles++
    }
  }
  return { backups: old.map(({ name }) => name), logFiles }
}
