import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#platform/log'
import { startPostgres } from '#platform/postgres'
import { openBackups, type Backups } from '#testing/backups'
import { wholeBackups, type Backup } from './folder.ts'

let backups: Backups
let first: Backup
let moment: Date

beforeAll(async () => {
  backups = await openBackups()
  first = (await backups.take()).backup
  await backups.transfer(1_000_000)
  moment = await backups.moment()
  await backups.transfer(2_000_000)
  await backups.archived()
})
afterAll(() => backups.close())

test('a restored copy continues in a new timeline, and the next restore follows this timeline', async () => {
  const { backup: abandoned } = await backups.take()
  await backups.restore('again', { at: moment })
  await backups.moveTo('again')
  await backups.transfer(3_000_000)
  await backups.archived()
  const newest = await backups.restore('newest')
  expect(newest.backup.name).toBe(first.name)
  expect(await backups.marked('newest')).toEqual([1_000_000, 3_000_000])
  const earlier = await backups.restore('abandoned', { timeline: 1 })
  expect(earlier.backup.name).toBe(abandoned.name)
  expect(await backups.marked('abandoned')).toEqual([1_000_000, 2_000_000])
})

test('a second copy of a database does not write to the archive of the first', async () => {
  const archiving = { folder: backups.root, logSeconds: 1 }
  const second = startPostgres({ dataDir: backups.folderOf('newest'), log: openLog('silent'), archiving })
  await expect(second).rejects.toThrow('copies must not share an archive')
})

test('only BACKUP_KEEP backups are kept, with the log that they need', async () => {
  const { pruned, backup } = await backups.take()
  expect(pruned.backups).toEqual([first.name])
  expect(backup.info.timeline).toBe(2)
  await backups.take()
  const kept = await wholeBackups(backups.root)
  expect(kept).toHaveLength(2)
  const oldest = kept[0]?.info.startFile.slice(8) ?? ''
  expect((await backups.logFiles()).filter((name) => name.slice(8, 24) < oldest)).toEqual([])
  expect(await readdir(backups.logFolder)).toContain('00000002.history.gz')
  await expect(backups.restore('early', { at: moment })).rejects.toThrow('--at: the earliest moment')
})

test('a database that is not running is backed up unchanged, without the migrations of a newer program', async () => {
  const { backup } = await backups.whileStopped(() => backups.take())
  expect(backup.info.timeline).toBe(2)
  expect(await backups.isMigrated()).toBe(false)
})

test('a moment after the end of the log is refused', async () => {
  const at = new Date('2999-01-01')
  await expect(backups.restore('late', { at })).rejects.toThrow('ends before 2999-01-01')
  expect(await readdir(backups.folderOf('late'))).toEqual([])
})

test('a restore across a gap in the log is refused with the name of the missing file', async () => {
  await backups.transfer(4_000_000)
  await backups.archived()
  await backups.transfer(5_000_000)
  await backups.archived()
  const gap = (await backups.logFiles()).at(-2) ?? ''
  await rename(join(backups.logFolder, gap), backups.folderOf(gap))
  await expect(backups.restore('gap')).rejects.toThrow(`has no log file ${gap.slice(0, 24)}`)
  await rename(backups.folderOf(gap), join(backups.logFolder, gap))
})

test.each([-1, -2])('a damaged log file at position %i is not mistaken for the end of the log', async (nth) => {
  const damaged = (await backups.logFiles()).at(nth) ?? ''
  const content = await readFile(join(backups.logFolder, damaged))
  await writeFile(join(backups.logFolder, damaged), content.subarray(0, content.length / 2))
  const { logDamaged } = await backups.restore(`short${nth}`)
  expect(logDamaged).toBe(damaged.slice(0, 24))
  await writeFile(join(backups.logFolder, damaged), content)
})
