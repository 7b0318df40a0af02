import { expect, test } from 'vitest'
import { openKept } from './kept.ts'

test('what was made for a key is made once, until it is among the oldest by use', async () => {
  const kept = openKept<string>(2)
  let made = 0
  const of = (key: string) => kept.once(key, () => Promise.resolve(`${key}${++made}`))
  expect(await Promise.all([of('a'), of('a'), of('b'), of('a')])).toEqual(['a1', 'a1', 'b2', 'a1'])
  expect([await of('c'), await of('a'), await of('b')]).toEqual(['c3', 'a1', 'b4'])
})

test('neither a failure nor a missing value is kept', async () => {
  const kept = openKept<string>(2)
  expect(await kept.once('a', () => Promise.resolve(undefined))).toBeUndefined()
  await expect(kept.once('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await kept.once('a', () => Promise.resolve('now'))).toBe('now')
})
