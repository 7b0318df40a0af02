import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import { sentIds } from './sent-ids.ts'

test('an id is found by the content of its command until it is dropped, also through another instance on the same storage', () => {
  const storage = memoryStorage()
  const before = sentIds(
    entries(storage, () => 0),
    'ids',
  )
  before.keep('a', 'id-1')
  before.keep('b', 'id-2')
  const after = sentIds(
    entries(storage, () => 1000),
    'ids',
  )
  expect([after.of('a'), after.of('b'), after.of('c')]).toEqual(['id-1', 'id-2', undefined])
  after.drop('a')
  expect([before.of('a'), before.of('b')]).toEqual([undefined, 'id-2'])
})

test('the newest twenty ids are stored for a day, and invalid stored contents are ignored', () => {
  const storage = memoryStorage()
  let now = 0
  const stored = entries(storage, () => now)
  const ids = sentIds(stored, 'ids')
  for (let bet = 0; bet < 25; bet++) ids.keep(`order ${bet}`, `id-${bet}`)
  expect([ids.of('order 4'), ids.of('order 5'), ids.of('order 24')]).toEqual([undefined, 'id-5', 'id-24'])
  now = 25 * 3_600_000
  expect(ids.of('order 24')).toBeUndefined()
  for (const foreign of ['text', [['a']], [['a', 7]], { a: 'id' }]) {
    stored.write('ids', foreign)
    expect(ids.of('a')).toBeUndefined()
  }
})
