import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { freemem } from 'node:os'
import { join } from 'node:path'

const shared = '/dev/shm'
const name = 'nare-tests-'
/** statfs(2): TMPFS_MAGIC. */
const tmpfs = 0x01021994
/** A run writes at most 2 GB of files; its processes use the rest. */
const bytesWanted = 6 * 1024 ** 3
const remainsAfterMs = 2 * 3_600_000

/**
 * Creates a folder in memory for the temporary files of a test run, and removes the folders of killed runs. A run creates hundreds of
 * databases of a thousand files each, which takes long on a disk. Returns undefined if TMPDIR is set, or if the system has no memory file
 * system with enough space.
 */
export async function makeMemoryFolder() {
  if (process.env.TMPDIR || !existsSync(shared)) return undefined
  await removeRemains()
  const fileSystem = await statfs(shared)
  const freeBytes = Math.min(fileSystem.bavail * fileSystem.bsize, freemem(), process.availableMemory?.() ?? Infinity)
  if (fileSystem.type !== tmpfs || freeBytes < bytesWanted) return undefined
  const folder = await mkdtemp(join(shared, name))
  // PostgreSQL runs as another user if the tests run as root.
  await chmod(folder, 0o711)
  return folder
}

async function removeRemains() {
  const folders = (await readdir(shared)).filter((entry) => entry.startsWith(name)).map((entry) => join(shared, entry))
  for (const folder of folders) {
    const changedAt = await stat(folder)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => Infinity)
    if (Date.now() - changedAt > remainsAfterMs)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
