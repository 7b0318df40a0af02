import { expect, test } from 'vitest'
import { openRowMemory } from './row-memory.ts'

function opened() {
  const reads: (readonly number[])[] = []
  const known: string[] = []
  let [now, fails, version] = [0, false, 1]
  const rows = openRowMemory<string>({
    async read(ids, before) {
      known.push(...before.values())
      if (fails) throw new Error('the database is down')
      reads.push(ids)
      const seen = version
      return new Map(ids.filter((id) => id !== 999).map((id) => [id, `${id} v${seen}`]))
    },
    keptMs: 10_000,
    readAtOnce: 50,
    rowsMax: 200,
    nowMs: () => now,
  })
  const set = (changes: { now?: number; fails?: boolean; version?: number }) =>
    ({ now = now, fails = fails, version = version } = changes)
  return { rows, reads, known, set }
}

const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

test('lists of any limit share the rows: a row is read once while it is kept, in parts', async () => {
  const { rows, reads, set } = opened()
  expect(await rows.of([2, 999, 1])).toEqual(['2 v1', '1 v1'])
  await Promise.all([rows.of(ids(0, 120)), rows.of(ids(0, 90)), rows.of(ids(30, 120))])
  expect(reads.flat().toSorted((a, b) => a - b)).toEqual([...ids(0, 120), 999])
  expect(Math.max(...reads.map((one) => one.length))).toBeLessThanOrEqual(50)
  set({ now: 9_999 })
  const before = reads.length
  await rows.of([1])
  expect(reads.length).toBe(before)
  set({ now: 10_000 })
  expect(await rows.of([1, 2])).toEqual(['1 v1', '2 v1'])
  expect(reads.length).toBe(before + 1)
})

test('a row that was forgotten is read again, also while it is being read', async () => {
  const { rows, set } = opened()
  await rows.of([1, 2])
  const old = rows.of([3])
  set({ version: 2 })
  rows.forget([1, 3])
  expect(await rows.of([1, 2, 3])).toEqual(['1 v2', '2 v1', '3 v2'])
  await old
  rows.forget()
  expect(await rows.of([2])).toEqual(['2 v2'])
})

test('a failed reading is repeated', async () => {
  const { rows, set } = opened()
  set({ fails: true })
  await expect(rows.of([1])).rejects.toThrow('down')
  set({ fails: false })
  expect(await rows.of([1])).toEqual(['1 v1'])
})

test('a reading gets the rows that were read before, whether they are old or were forgotten', async () => {
  const { rows, known, set } = opened()
  await rows.of([1, 2, 999])
  expect(known).toEqual([])
  rows.forget([1])
  await rows.of([1, 2])
  expect(known.splice(0)).toEqual(['1 v1'])
  set({ now: 10_000, version: 2 })
  expect(await rows.of([1, 2, 999])).toEqual(['1 v2', '2 v2'])
  expect(known).toEqual(['1 v1', '2 v1'])
})
