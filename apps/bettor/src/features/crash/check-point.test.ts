import { sha256, toHex } from '@nare/fair/hash'
import { expect, test } from 'vitest'
import { checkPoint } from './check-point.ts'

const hash = new Uint8Array(32).fill(7)
const before = toHex(sha256(hash))
const round = { round_id: 'r1', chain_id: 'c', game_no: 1, hash: toHex(hash), crash_point: '2.00' }
const chain = { chain_id: 'c', tip: before, return_percent: '97.00' }
const running = { onProgress: () => {}, pause: async () => true }
const namesOf = async (evidence: { seal?: string; previous?: string }) =>
  (await checkPoint(round, { chain, ...evidence }, running))?.map(({ name, ok }) => `${name} ${ok}`)

test('the hash of the previous round is never reported as a seal that this browser received', async () => {
  expect(await namesOf({ previous: before })).toEqual(['previous true', 'chain true'])
  expect(await namesOf({ seal: before, previous: 'ff' })).toEqual(['seal true', 'chain true'])
  expect(await namesOf({ seal: 'ff', previous: before })).toEqual(['seal false', 'chain true'])
  expect(await namesOf({})).toEqual(['chain true'])
})
