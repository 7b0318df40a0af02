import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackups, type Backups } from '#testing/backups'
import type { Backup } from './folder.ts'

const document = '0b5f6e0a-1111-4222-8333-444455556666'

let backups: Backups
/** A moment before the marked transfer and after the others. */
let moment: Date
let backup: Backup
let acknowledged: number

beforeAll(async () => {
  backups = await openBackups()
  const { dataDir } = backups.config()
  await mkdir(join(dataDir, 'documents'))
  await writeFile(join(dataDir, 'documents', document), 'sealed')
  await writeFile(join(dataDir, 'games.key'), Buffer.alloc(32, 7))
  let running = true
  const writing = (async () => {
    for (acknowledged = 0; running; acknowledged++) await backups.transfer(acknowledged + 1)
  })()
  const taken = await backups.take({ keysTo: backups.folderOf('keys') }).finally(() => (running = false))
  await writing
  backup = taken.backup
  expect(taken.archive.on).toBe(true)
  moment = await backups.moment()
  await backups.transfer(1_000_000)
  await backups.archived()
})
afterAll(() => backups.close())

test('a restore to the end of the log has every acknowledged transaction, and the documents of the backup', async () => {
  const restored = await backups.restore('all', { keys: backups.folderOf('keys') })
  expect(restored).toMatchObject({ keysMissing: [], documentsLost: [], logDamaged: undefined })
  expect(restored.reached?.lastCommitAt?.getTime()).toBeGreaterThanOrEqual(moment.getTime())
  const all = Array.from({ length: acknowledged }, (_, n) => n + 1)
  expect(await backups.transfersIn('all')).toEqual([...all, 1_000_000])
  expect(await readFile(join(backups.folderOf('all'), 'documents', document), 'utf8')).toBe('sealed')
  expect(await readFile(join(backups.folderOf('all'), 'games.key'))).toEqual(Buffer.alloc(32, 7))
})

test('a restore to a moment has the transactions before it and none after it, and reports missing keys and documents', async () => {
  await writeFile(join(backups.root, 'documents', document), 'other')
  const before = await backups.restore('before', { at: moment })
  expect(before).toMatchObject({ keysMissing: ['games.key'], documentsLost: [document] })
  expect(before.reached?.lastCommitAt?.getTime()).toBeLessThanOrEqual(moment.getTime())
  expect(await backups.transfersIn('before')).toHaveLength(acknowledged)
})

test('a server archives what was written after its start', async () => {
  await backups.whileStopped(async () => undefined)
  await backups.transfer(2_000_000)
  await backups.archived()
})

test('a second backup at the same time is refused', async () => {
  const both = await Promise.allSettled([backups.take(), backups.take()])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(String(both.find((attempt) => attempt.status === 'rejected')?.reason)).toContain('It is making a backup')
})

test('the remains of an interrupted backup are not restored', async () => {
  const half = join(backups.root, '2026-01-01T000000.000Z.half')
  await cp(backup.folder, half, { recursive: true })
  await expect(backups.restore('half', { from: half })).rejects.toThrow('was interrupted')
  const named = half.slice(0, -'.half'.length)
  await rm(join(half, 'backup.json'))
  await rename(half, named)
  await expect(backups.restore('half', { from: named })).rejects.toThrow('has no complete backup')
  await rm(named, { recursive: true })
})

test('a restore with a damaged or missing file names it and leaves no files', async () => {
  const from = backup.folder
  const file = join(from, 'database', 'global', 'pg_filenode.map')
  const content = await readFile(file)
  await writeFile(file, content.with(0, 1))
  await expect(backups.restore('damaged', { from })).rejects.toThrow('pg_filenode.map is damaged')
  expect(await readdir(backups.folderOf('damaged'))).toEqual([])
  await rm(file)
  await expect(backups.restore('damaged', { from })).rejects.toThrow('pg_filenode.map is missing')
  await writeFile(file, content)
})

test('folders in use, folders with files, folders without backups and wrong keys are refused with their names', async () => {
  await expect(backups.restore('data')).rejects.toThrow('data is in use by process')
  const full = backups.folderOf('full')
  await mkdir(full)
  await writeFile(join(full, 'important'), '')
  await expect(backups.restore('full')).rejects.toThrow('--to:')
  expect(await readdir(full)).toEqual(['important'])
  await expect(backups.restore('empty', { from: full })).rejects.toThrow('--from:')
  await expect(backups.restore('empty', { at: new Date(0) })).rejects.toThrow('--at: the earliest moment')
  await expect(backups.restore('empty', { timeline: 2 })).rejects.toThrow('--timeline:')
  await expect(backups.take({ keysTo: join(backups.root, 'keys') })).rejects.toThrow('--keys:')
  await writeFile(join(full, 'games.key'), Buffer.alloc(32, 8))
  await expect(backups.restore('empty', { keys: full })).rejects.toThrow('--keys: games.key')
})
