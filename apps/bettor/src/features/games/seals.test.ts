import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import { storeSeal, firstSeenSeal } from './seals.ts'

test('the first hash of a round is kept, and only the newest hundred rounds are stored', () => {
  const stored = entries(memoryStorage(), () => 0)
  const round = (id: number, server_seed_hash: string) => ({ round_id: String(id), fairness: { server_seed_hash } })
  storeSeal(stored, round(1, 'first'))
  storeSeal(stored, round(1, 'changed'))
  expect(firstSeenSeal(stored, '1')).toBe('first')
  for (let id = 2; id <= 101; id++) storeSeal(stored, round(id, 'other'))
  expect([firstSeenSeal(stored, '1'), firstSeenSeal(stored, '2'), firstSeenSeal(stored, '101')]).toEqual([
    undefined,
    'other',
    'other',
  ])
})
