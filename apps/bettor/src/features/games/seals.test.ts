import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import { keepSeal, sealSeen } from './seals.ts'

test('the first hash seen with a round counts, and only the newest hundred rounds are kept', () => {
  const stored = entries(memoryStorage(), () => 0)
  const round = (id: number, server_seed_hash: string) => ({ round_id: String(id), fairness: { server_seed_hash } })
  keepSeal(stored, round(1, 'first'))
  keepSeal(stored, round(1, 'changed'))
  expect(sealSeen(stored, '1')).toBe('first')
  for (let id = 2; id <= 101; id++) keepSeal(stored, round(id, 'other'))
  expect([sealSeen(stored, '1'), sealSeen(stored, '2'), sealSeen(stored, '101')]).toEqual([undefined, 'other', 'other'])
})
