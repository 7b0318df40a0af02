import { mkdir, open, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { syncTree } from '#platform/base-backup'
import { lockFolder } from '#platform/folder-lock'
import { writeDurably } from '#platform/key-file'
import { chooseRunner } from '#platform/postgres-runner'
import { StartError } from '#platform/start-error'
import { archiveFolder } from '#platform/wal-archive'
import { documentsFolder, documentSums, lostDocuments, restoreDocuments } from './documents.ts'
import { backupIn, clusterPart, parseSums, sumsOf, wholeBackups, type Backup } from './folder.ts'
import { checkKeys, copyKeys } from './keys.ts'
import { recover, type Reached, type Target } from './recovery.ts'
import { megabytes, passwordFile } from './take.ts'
import { archivedLog, isInPast, filesAfter, newestTimeline, type ArchivedLog } from './timelines.ts'

export type Restoring = {
  /** A folder of backups, or one backup in it. */
  from: string
  /** The data folder to create, which is missing or empty. */
  to: string
  /** The folder to which missing documents are copied. */
  documents: string
  at?: Date | undefined
  timeline?: number | undefined
  /** The folder with the key files. */
  keys?: string | undefined
  onProgress: (text: string) => void
}

export type Restored = {
  readonly backup: Backup
  /** The end of the recovery. */
  readonly reached: Reached
  /** The names of keys that the data needs and that were not given. */
  readonly keysMissing: readonly string[]
  /** Documents of the backup that are missing or damaged in it. */
  readonly documentsLost: readonly string[]
  /** The archived log file that could not be replayed, if it is damaged and not the end of the log. */
  readonly logDamaged: string | undefined
}

/**
 * Restores a backup and replays the log to a moment. Before anything is written, throws a StartError if the target folder is in use or not
 * empty, no backup covers the moment, the log has a gap, or the keys belong to another installation. If a file of the backup is damaged or
 * the moment is not reached, removes the written files and throws a StartError.
 */
export async function restoreBackup(given: Restoring): Promise<Restored> {
  const { from, to, at, onProgress } = given
  const root = (await isBackup(from)) ? dirname(resolve(from)) : resolve(from)
  const candidates = (await isBackup(from)) ? [await backupIn(resolve(from))] : await wholeBackups(root)
  const newest = candidates.at(-1)
  if (!newest) throw new StartError(`--from: ${from} has no complete backup`)
  const log = await archivedLog(archiveFolder(root, newest.info.systemIdentifier))
  if (at && !log)
    throw new StartError(`--at: ${root} has no archived log, so only the moment of a backup can be restored`)
  const timeline = given.timeline ?? newestTimeline(log, candidates)
  const backup = choose(candidates, { timeline, log, at })
  const following = log && !at ? filesAfter(backup, timeline, log) : []
  const keysMissing = await checkKeys(backup.info.keys, given.keys)
  await checkTarget(to)
  await mkdir(to, { recursive: true, mode: 0o700 })
  const target: Target = { archive: log?.folder, timeline, at }
  const runner = await chooseRunner({ dataDir: to, quiet: true })
  const cluster = runner.clusterFolder
  await checkEmpty(cluster)
  try {
    const documentsLost = await copyIn(given, { root, backup, cluster, give: runner.give })
    const reached = await recover({ dataDir: to, target, onProgress })
    const logDamaged = following.find((name) => name.slice(8) > reached.logFile.slice(8))
    return { backup, reached, keysMissing, documentsLost, logDamaged }
  } catch (error) {
    await rm(cluster, { recursive: true, force: true })
    for (const name of await readdir(to)) await rm(join(to, name), { recursive: true, force: true })
    throw error
  }
}

type CopyingIn = {
  root: string
  backup: Backup
  cluster: string
  give: (path: string) => Promise<void>
}

/** Copies everything except the log to its target, and returns the names of documents that are missing or damaged in the backup. */
async function copyIn(given: Restoring, { root, backup, cluster, give }: CopyingIn): Promise<string[]> {
  const { to, keys, onProgress } = given
  const unlock = await lockFolder(to)
  try {
    onProgress(`the backup ${backup.name}, ${megabytes(backup.info.bytes)}`)
    await copyVerified(backup, { cluster, give, onProgress })
    await writeDurably(join(to, passwordFile), await readFile(join(backup.folder, passwordFile)))
    if (keys !== undefined) await copyKeys({ names: Object.keys(backup.info.keys), from: keys, to })
    const listed = parseSums(await readFile(join(backup.folder, documentSums), 'utf8'))
    const sums = await restoreDocuments(join(root, documentsFolder), given.documents)
    return lostDocuments(listed, sums)
  } finally {
    await unlock()
  }
}

const isBackup = (folder: string): Promise<boolean> =>
  Promise.any([
    stat(join(folder, 'backup.json')),
    folder.endsWith('.half') ? stat(folder) : Promise.reject(new Error('not half')),
  ]).then(
    () => true,
    () => false,
  )

type Choosing = { timeline: number; log: ArchivedLog | undefined; at: Date | undefined }

/** The newest backup from which the moment can be reached. */
function choose(candidates: readonly Backup[], { timeline, log, at }: Choosing): Backup {
  const inPast = candidates.filter((one) => isInPast(one, timeline, log))
  if (inPast.length === 0) throw new StartError(`--timeline: there is no backup of the past of timeline ${timeline}`)
  const chosen = inPast.findLast(({ info }) => !at || Date.parse(info.stoppedAt) <= at.getTime())
  if (!chosen)
    throw new StartError(
      `--at: the earliest moment that can be restored is ${inPast[0]?.info.stoppedAt}, when the oldest backup was complete`,
    )
  return chosen
}

async function checkTarget(to: string): Promise<void> {
  if (!(await stat(to).catch(() => undefined))) return
  const unlock = await lockFolder(to, 'Stop that process, or restore to another folder with --to')
  await unlock()
  await checkEmpty(to)
}

async function checkEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  if (names.length > 0)
    throw new StartError(
      `--to: ${await realpath(folder)} is not empty (${names.slice(0, 3).join(', ')}). Restore to a new folder; nothing is ever overwritten`,
    )
}

type Copying = Pick<CopyingIn, 'cluster' | 'give'> & Pick<Restoring, 'onProgress'>

const filesAtOnce = 4
const control = `${clusterPart}/global/pg_control`

/**
 * Copies the cluster of a backup and verifies every file. PostgreSQL does not start without its control file, so this file is copied last:
 * an interrupted restore never looks complete.
 */
async function copyVerified(backup: Backup, { cluster, give, onProgress }: Copying): Promise<void> {
  const sums = await sumsOf(backup)
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  await give(cluster)
  for (const folder of await foldersOf(join(backup.folder, clusterPart))) {
    await mkdir(join(cluster, folder), { mode: 0o700 })
    await give(join(cluster, folder))
  }
  const waiting = [...sums].filter(([path]) => path !== control).values()
  let [bytes, next, failed] = [0, 0, false]
  const copyOne = async (path: string, sum: string): Promise<void> => {
    const isOfCluster = path.startsWith(`${clusterPart}/`)
    const to = isOfCluster ? join(cluster, path.slice(clusterPart.length + 1)) : undefined
    const copied = await copyWithSum(join(backup.folder, path), to)
    if (copied?.sum !== sum)
      throw new StartError(
        `${join(backup.folder, path)} is ${copied ? 'damaged' : 'missing'}: this backup cannot be restored`,
      )
    if (to !== undefined) await give(to)
    bytes += copied.bytes
    if (bytes < next) return
    next = bytes + backup.info.bytes / 10
    onProgress(`database: ${megabytes(bytes)} of ${megabytes(backup.info.bytes)}`)
  }
  const workers = Array.from({ length: filesAtOnce }, async () => {
    for (const [path, sum] of waiting) {
      if (failed) return
      await copyOne(path, sum).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  })
  const ended = await Promise.allSettled(workers)
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  await syncTree(cluster)
  await copyOne(control, sums.get(control) ?? '')
  await syncTree(cluster)
}

/** Copies a file to `to`, or only reads it if `to` is undefined, and returns its sum; undefined if the file is missing. */
async function copyWithSum(from: string, to: string | undefined): Promise<{ sum: string; bytes: number } | undefined> {
  const source = await open(from, 'r').catch(() => undefined)
  if (!source) return undefined
  const target = to === undefined ? undefined : await open(to, 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const part of source.createReadStream({
      autoClose: false,
      highWaterMark: 1 << 18,
    }) as AsyncIterable<Buffer>) {
      hash.update(part)
      bytes += part.length
      await target?.writeFile(part)
    }
  } finally {
    await source.close()
    await target?.close()
  }
  return { sum: hash.digest('hex'), bytes }
}

/** The folders below a folder, parents first. */
async function foldersOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
