import { readFileSync } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Takes a data folder for this process; throws a sentence when a living process has it. Returns how to give it back. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'nare.lock')
  for (let tries = 0; tries < 5; tries++) {
    try {
      const handle = await open(file, 'wx', 0o600)
      await handle.writeFile(identityOf(process.pid) ?? String(process.pid))
      await handle.close()
      return () => rm(file, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const holder = (await readFile(file, 'utf8').catch(() => '')).trim()
      const pid = Number(holder.split(' ')[0])
      if (pid > 0 && holder === identityOf(pid)) {
        throw new Error(`${folder} is in use by process ${pid}. Stop that one, or set DATA_DIR to another folder`)
      }
      await rm(file, { force: true })
    }
  }
  throw new Error(`${folder} could not be locked: other processes keep taking it`)
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
