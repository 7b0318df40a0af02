import { readFileSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { random } from './random.ts'
import { StartError } from './start-error.ts'

const triesMost = 500
const betweenTriesMs = 10
const depthMost = 4

/** Takes a data folder for this process; throws a sentence when a living process has it. Returns how to give it back. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'nare.lock')
  // A lock is whole from its first moment on: it is written under a name of its own and then linked.
  const own = `${file}.${process.pid}.${random.token(6)}`
  await writeFile(own, identityOf(process.pid) ?? String(process.pid), { mode: 0o600, flag: 'wx' })
  try {
    for (let tries = 0; tries < triesMost; tries++) {
      const taken = await take(file, own)
      if (taken === 'taken') return () => rm(file, { force: true })
      if (taken !== 'again')
        throw new StartError(
          `${folder} is in use by process ${taken}. Stop that one, or set DATA_DIR to another folder`,
        )
      await wait(betweenTriesMs)
    }
    throw new StartError(`${folder} could not be locked: other processes keep taking it`)
  } finally {
    await rm(own, { force: true })
  }
}

/**
 * One try to take a lock: taken, the process id of its living owner, or 'again'. What a dead process left is removed only by
 * who holds the lock on removing it, and only while it is still the dead one's; so nobody removes what another has just taken.
 */
async function take(file: string, own: string, depth = 0): Promise<'taken' | 'again' | number> {
  if (await linked(own, file)) return 'taken'
  const living = await owner(file)
  if (living !== undefined) return living
  if (depth >= depthMost) return 'again'
  const removing = `${file}.stale`
  if ((await take(removing, own, depth + 1)) !== 'taken') return 'again'
  try {
    if ((await owner(file)) === undefined) await rm(file, { force: true })
  } finally {
    await rm(removing, { force: true })
  }
  return 'again'
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

/** The living process that a lock names; undefined where there is none, or no lock. */
async function owner(file: string): Promise<number | undefined> {
  const holder = (await readFile(file, 'utf8').catch(() => '')).trim()
  const pid = Number(holder.split(' ')[0])
  return pid > 0 && holder === identityOf(pid) ? pid : undefined
}

/** A process id with its start time where the system tells it, so that a reused id is not taken for the old process. */
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
