import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'
import { StartError } from './start-error.ts'

/** No process has this id. */
const dead = '999999999 1'
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function manyAtOnce() {
  const tried = await Promise.allSettled(Array.from({ length: 16 }, () => lockFolder(folder)))
  const won = tried.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
  const lost = tried.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason as unknown] : []))
  return { won, lost }
}

test('of many processes that find a stale lock, one acquires it and the others fail with the id of the owner', async () => {
  for (let round = 0; round < 40; round++) {
    await writeFile(join(folder, 'nare.lock'), dead)
    const { won, lost } = await manyAtOnce()
    expect(won).toHaveLength(1)
    expect((await readFile(join(folder, 'nare.lock'), 'utf8')).split(' ')[0]).toBe(String(process.pid))
    for (const one of lost) expect(one).toBeInstanceOf(StartError)
    expect(String(lost[0])).toContain(`in use by process ${process.pid}`)
    await won[0]?.()
    expect(await readdir(folder)).toEqual([])
  }
})

test('a process that died while it removed a stale lock does not block others', async () => {
  for (const name of ['nare.lock', 'nare.lock.stale']) await writeFile(join(folder, name), dead)
  const { won } = await manyAtOnce()
  expect(won).toHaveLength(1)
  await won[0]?.()
})

test('a half-written or empty lock file has no owner', async () => {
  await writeFile(join(folder, 'nare.lock'), '')
  await (
    await lockFolder(folder)
  )()
  expect(await readdir(folder)).toEqual([])
})
