import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import { storeSeals, firstSeenSeal } from './seals.ts'

const storage = () => entries(memoryStorage(), () => 0)
const round = (n: number, commitment = `seal-${n}`) => ({ round_id: `r-${n}`, commitment })

test('the first seal of a round counts', () => {
  const stored = storage()
  storeSeals(stored, [round(1), round(2)])
  storeSeals(stored, [round(1, 'another'), round(3)])
  expect([1, 2, 3, 4].map((n) => firstSeenSeal(stored, `r-${n}`))).toEqual(['seal-1', 'seal-2', 'seal-3', undefined])
})

test('only the newest twenty-four seals are stored, and malformed storage is ignored', () => {
  const stored = storage()
  for (let n = 1; n <= 30; n++) storeSeals(stored, [round(n)])
  expect([6, 7, 30].map((n) => firstSeenSeal(stored, `r-${n}`))).toEqual([undefined, 'seal-7', 'seal-30'])
  stored.write('league-seals', [['r-1', 7], 'x', null])
  expect(firstSeenSeal(stored, 'r-1')).toBeUndefined()
})
