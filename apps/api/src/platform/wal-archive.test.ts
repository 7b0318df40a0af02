import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveCommand, restoreCommand } from './wal-archive.ts'

const name = '000000010000000000000001'
let base: string
let archive: string

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'nare-archive-'))
  archive = join(base, "it's 100% full $HOME `here`")
  await mkdir(archive)
})
afterAll(() => rm(base, { recursive: true }))

/** Runs an archive command in the shell as PostgreSQL does, with the path and name of a file. Returns whether it succeeded. */
function runs(command: string, path: string): Promise<boolean> {
  const text = command.replaceAll(/%[pf%]/g, (sign) => ({ '%p': path, '%f': name })[sign] ?? '%')
  return promisify(execFile)('sh', ['-c', text], { cwd: base }).then(
    () => true,
    () => false,
  )
}

test('a file is archived once; archiving it again succeeds, and another file of the same name is refused', async () => {
  await writeFile(join(base, 'one'), Buffer.alloc(100_000, 1))
  await writeFile(join(base, 'two'), Buffer.alloc(100_000, 2))
  const file = join(archive, `${name}.gz`)
  expect(await runs(archiveCommand(archive), 'one')).toBe(true)
  const { ino } = await stat(file)
  expect(await runs(archiveCommand(archive), 'one')).toBe(true)
  expect(await runs(archiveCommand(archive), 'two')).toBe(false)
  expect(gunzipSync(await readFile(file))).toEqual(Buffer.alloc(100_000, 1))
  expect((await stat(file)).ino).toBe(ino)
  expect(await readdir(archive)).toEqual([`${name}.gz`])
  expect(await runs(restoreCommand(archive), 'back')).toBe(true)
  expect(await readFile(join(base, 'back'))).toEqual(Buffer.alloc(100_000, 1))
})

test('archiving fails for a missing file, an incomplete file and a missing folder', async () => {
  await writeFile(join(archive, `${name}.gz`), (await readFile(join(archive, `${name}.gz`))).subarray(0, 50))
  expect(await runs(restoreCommand(archive), 'half')).toBe(false)
  expect(await runs(archiveCommand(archive), 'one')).toBe(false)
  expect(await runs(restoreCommand(join(base, 'gone')), 'none')).toBe(false)
  expect(await runs(archiveCommand(join(base, 'gone')), 'one')).toBe(false)
  expect(await runs(archiveCommand(archive), 'nothing')).toBe(false)
})
