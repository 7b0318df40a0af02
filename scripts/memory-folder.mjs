import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { freemem } from 'node:os'
import { join } from 'node:path'

const shared = '/dev/shm'
const name = 'nare-tests-'
/** statfs(2): TMPFS_MAGIC. */
const tmpfs = 0x01021994
/** A run keeps 2 GB of files at most; the rest is for its processes. */
const bytesWanted = 6 * 1024 ** 3
const remainsAfterMs = 2 * 3_600_000

/**
 * Makes a folder in memory for the temporary files of a run of tests, and removes what runs that were killed have left there. A run makes
 * hundreds of databases, each of a thousand files: on a disk they take much of its time. Undefined if the system has no such place with
 * enough room, or TMPDIR names another.
 */
export async function makeMemoryFolder() {
  if (process.env.TMPDIR || !existsSync(shared)) return undefined
  await removeRemains()
  const place = await statfs(shared)
  const room = Math.min(place.bavail * place.bsize, freemem(), process.availableMemory?.() ?? Infinity)
  if (place.type !== tmpfs || room < bytesWanted) return undefined
  const folder = await mkdtemp(join(shared, name))
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(folder, 0o711)
  return folder
}

async function removeRemains() {
  const folders = (await readdir(shared)).filter((each) => each.startsWith(name)).map((each) => join(shared, each))
  for (const folder of folders) {
    const changedAt = await stat(folder)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => Infinity)
    if (Date.now() - changedAt > remainsAfterMs)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
