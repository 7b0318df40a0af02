import { readFileSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { random } from './random.ts'
import { StartError } from './start-error.ts'

const triesMax = 500
const betweenTriesMs = 10
const depthMax = 4

const dataFolderAdvice = 'Stop that process, or set DATA_DIR to another folder'

/**
 * Locks a folder for this process and returns a function that unlocks it. Throws a StartError, which ends with `advice`, if another running
 * process has the lock.
 */
export async function lockFolder(folder: string, advice = dataFolderAdvice): Promise<() => Promise<void>> {
  const file = join(folder, 'nare.lock')
  // Written under a temporary name and then linked, so that no process reads a half-written lock file.
  const own = `${file}.${process.pid}.${random.token(6)}`
  await writeFile(own, identityOf(process.pid) ?? String(process.pid), { mode: 0o600, flag: 'wx' })
  try {
    for (let tries = 0; tries < triesMax; tries++) {
      const result = await tryLock(file, own)
      if (result === 'locked') return () => rm(file, { force: true })
      if (result !== 'retry') throw new StartError(`${folder} is in use by process ${result}. ${advice}`)
      await wait(betweenTriesMs)
    }
    throw new StartError(`${folder} could not be locked: other processes keep locking it`)
  } finally {
    await rm(own, { force: true })
  }
}

/**
 * Tries once to acquire a lock: 'locked', 'retry', or the process id of the running owner. A stale lock is removed only under a second lock
 * and only while it still names the ended process, so that no process removes a lock that another has just acquired.
 */
async function tryLock(file: string, own: string, depth = 0): Promise<'locked' | 'retry' | number> {
  if (await linked(own, file)) return 'locked'
  const ownerId = await owner(file)
  if (ownerId !== undefined) return ownerId
  if (depth >= depthMax) return 'retry'
  const removing = `${file}.stale`
  if ((await tryLock(removing, own, depth + 1)) !== 'locked') return 'retry'
  try {
    if ((await owner(file)) === undefined) await rm(file, { force: true })
  } finally {
    await rm(removing, { force: true })
  }
  return 'retry'
}

async function linked(own: string, file: string): Promise<boolean> {
  try {
    await link(own, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** The id of the running process that a lock file names; undefined if the process has ended or the file is missing. */
async function owner(file: string): Promise<number | undefined> {
  const holder = (await readFile(file, 'utf8').catch(() => '')).trim()
  const pid = Number(holder.split(' ')[0])
  return pid > 0 && holder === identityOf(pid) ? pid : undefined
}

/** A process id with its start time where the system provides it, so that a reused id is not mistaken for the old process. */
function identityOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return undefined
  }
  if (process.platform !== 'linux') return `${pid}`
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${pid} ${text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`
  } catch {
    return undefined
  }
}
