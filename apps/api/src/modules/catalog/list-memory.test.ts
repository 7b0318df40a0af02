import { expect, test, vi } from 'vitest'
import { openListMemory } from './list-memory.ts'

function memory() {
  let nowMs = 1_000_000
  const lists = openListMemory<{ readonly of: string }>({ now: () => nowMs })
  let reads = 0
  const read = vi.fn(async (of: string) => ({ of: `${of} ${++reads}` }))
  return { lists, read, get: (key: string) => lists.get(key, () => read(key)), pass: (ms: number) => (nowMs += ms) }
}

test('a list is read once in half a second for any number of requests', async () => {
  const { get, read, pass } = memory()
  const lists = await Promise.all(Array.from({ length: 100 }, () => get('a')))
  pass(499)
  expect(new Set([...lists, await get('a')])).toEqual(new Set([{ of: 'a 1' }]))
  expect(await get('b')).toEqual({ of: 'b 2' })
  pass(1)
  expect(await get('a')).toEqual({ of: 'a 3' })
  expect(read).toHaveBeenCalledTimes(3)
})

test('a list is read again after the clock was set back', async () => {
  const { get, pass } = memory()
  await get('a')
  pass(-60_000)
  expect(await get('a')).toEqual({ of: 'a 2' })
})

test('a read that began before a change is not shared with requests after the change', async () => {
  const { lists, get } = memory()
  const before = Promise.withResolvers<{ of: string }>()
  const early = lists.get('a', () => before.promise)
  lists.forget(() => false)
  const late = get('a')
  before.resolve({ of: 'before' })
  expect([await early, await late, await get('a')]).toEqual([{ of: 'before' }, { of: 'a 1' }, { of: 'a 1' }])
})

test('a change drops the lists that it affects, and no others', async () => {
  const { lists, get } = memory()
  await Promise.all([get('a'), get('b')])
  lists.forget(({ of }) => of.startsWith('a'))
  expect([await get('a'), await get('b')]).toEqual([{ of: 'a 3' }, { of: 'b 2' }])
  lists.forget()
  expect(await get('b')).toEqual({ of: 'b 4' })
})

test('a failed read is not cached, and the failure of an old read does not drop a newer list', async () => {
  const { lists, get } = memory()
  const failing = Promise.withResolvers<{ of: string }>()
  const failed = lists.get('a', () => failing.promise)
  lists.forget()
  await get('a')
  failing.reject(new Error('no database'))
  await expect(failed).rejects.toThrow('no database')
  expect(await get('a')).toEqual({ of: 'a 1' })
  await expect(lists.get('b', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(await get('b')).toEqual({ of: 'b 2' })
})

test('a list has at most two concurrent reads, and requests after further changes share the next read', async () => {
  const { lists } = memory()
  const readings: PromiseWithResolvers<{ of: string }>[] = []
  const ask = (): Promise<{ readonly of: string }> => {
    lists.forget()
    return lists.get('a', () => {
      const reading = Promise.withResolvers<{ of: string }>()
      readings.push(reading)
      return reading.promise
    })
  }
  const [first, second, ...others] = Array.from({ length: 20 }, ask)
  expect(readings).toHaveLength(2)
  // The first one never ends.
  readings[1]?.resolve({ of: 'second' })
  expect(await second).toEqual({ of: 'second' })
  await vi.waitFor(() => expect(readings).toHaveLength(3), 120_000)
  const late = ask()
  readings[2]?.resolve({ of: 'third' })
  expect(new Set(await Promise.all(others))).toEqual(new Set([{ of: 'third' }]))
  await vi.waitFor(() => expect(readings).toHaveLength(4), 120_000)
  readings[3]?.reject(new Error('no database'))
  await expect(late).rejects.toThrow('no database')
  readings[0]?.resolve({ of: 'first' })
  expect(await first).toEqual({ of: 'first' })
})

test('at most two hundred lists are kept, the newest', async () => {
  const { get, read } = memory()
  for (let n = 0; n < 201; n++) await get(`${n}`)
  await get('200')
  expect(read).toHaveBeenCalledTimes(201)
  await get('0')
  expect(read).toHaveBeenCalledTimes(202)
})
