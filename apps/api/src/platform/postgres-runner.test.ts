import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from './log.ts'
import { startPostgres, type Embedded } from './postgres.ts'
import { stopOrphan } from './postgres-runner.ts'

const log = openLog('silent')
let dataDir: string
let stranger: Embedded
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nare-runner-'))
  stranger = await startPostgres({ dataDir, log })
})
afterAll(async () => {
  await stranger.stop()
  await rm(dataDir, { recursive: true })
})

test.runIf(process.platform === 'linux')(
  "a PostgreSQL of another folder is left alone, its own folder's is stopped",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nare-stale-'))
    const pid = stranger.processId() ?? 0
    await writeFile(join(folder, 'postmaster.pid'), `${pid}\n`)
    await stopOrphan(folder, log)
    expect((await readFile(`/proc/${pid}/comm`, 'utf8')).trim()).toBe('postgres')
    await stopOrphan(join(dataDir, 'postgres'), log)
    // It has ended; this process, its parent, may take note of that a moment later.
    const name = () => readFile(`/proc/${pid}/comm`, 'utf8').catch(({ code }: NodeJS.ErrnoException) => code)
    await expect.poll(name, { timeout: 20_000 }).toBe('ENOENT')
    await rm(folder, { recursive: true })
  },
)
