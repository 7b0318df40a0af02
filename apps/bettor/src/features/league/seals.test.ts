import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import { storeSeals, sealSeen } from './seals.ts'

const storage = () => entries(memoryStorage(), () => 0)
const round = (n: number, commitment = `seal-${n}`) => ({ round_id: `r-${n}`, commitment })

test('the first seal that was seen of a round is the one that counts', () => {
  const stored = storage()
  storeSeals(stored, [round(1), round(2)])
  storeSeals(stored, [round(1, 'another'), round(3)])
  expect([1, 2, 3, 4].map((n) => sealSeen(stored, `r-${n}`))).toEqual(['seal-1', 'seal-2', 'seal-3', undefined])
})

test('the newest twenty-four are kept, and foreign contents of the storage are dropped', () => {
  const stored = storage()
  for (let n = 1; n <= 30; n++) storeSeals(stored, [round(n)])
  expect([6, 7, 30].map((n) => sealSeen(stored, `r-${n}`))).toEqual([undefined, 'seal-7', 'seal-30'])
  stored.write('league-seals', [['r-1', 7], 'x', null])
  expect(sealSeen(stored, 'r-1')).toBeUndefined()
})
