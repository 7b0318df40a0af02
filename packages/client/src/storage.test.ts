import { expect, test } from 'vitest'
import { defaultTtlMs, entries } from './storage.ts'
import { memoryStorage } from './memory-storage.ts'

test('an entry is read until its time to live is over, then it is gone from the storage', () => {
  const raw = memoryStorage()
  let now = 1000
  const store = entries(raw, () => now)
  store.write('user', { id: '1' })
  now += defaultTtlMs
  expect(store.read('user')).toEqual({ id: '1' })
  now += 1
  expect(store.read('user')).toBeUndefined()
  expect(raw.getItem('user')).toBeNull()
})

test('foreign text, a missing storage and a full storage read as empty and never throw', () => {
  const raw = memoryStorage({ broken: 'not json', plain: '"text"', number: '7' })
  const store = entries(raw, () => 0)
  for (const key of ['broken', 'plain', 'number', 'absent']) expect(store.read(key)).toBeUndefined()
  const full = entries(
    {
      ...raw,
      setItem: () => {
        throw new Error('quota')
      },
      getItem: () => {
        throw new Error('denied')
      },
    },
    () => 0,
  )
  expect(() => full.write('a', 1)).not.toThrow()
  expect(full.read('a')).toBeUndefined()
  expect(entries(undefined, () => 0).read('a')).toBeUndefined()
})
