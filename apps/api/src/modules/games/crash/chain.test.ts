import { tipOf } from '@nare/fair/chain'
import { sha256, toHex } from '@nare/fair/hash'
import { expect, test } from 'vitest'
import { hashOfGame, makeChain } from './chain.ts'

test.each([1, 999, 1000, 1001, 2500])(
  'in a chain of %i games, hashing the hash of game n n times gives the tip',
  async (games) => {
    const first = sha256('first')
    const { tip, checkpoints } = await makeChain(first, games)
    expect(tip).toBe(toHex(tipOf(first, games)))
    for (const gameNo of [1, 2, 999, 1000, 1001, games - 1, games].filter((no) => no >= 1 && no <= games)) {
      const hash = hashOfGame({ checkpoints, games }, gameNo)
      expect(toHex(tipOf(hash, gameNo))).toBe(tip)
    }
    expect(hashOfGame({ checkpoints, games }, games)).toEqual(first)
  },
)

test('the seal of a game is the hash of the previous game, and the seal of the first game is the tip', async () => {
  const { tip, checkpoints } = await makeChain(sha256('another'), 1500)
  const hash = (gameNo: number) => hashOfGame({ checkpoints, games: 1500 }, gameNo)
  expect(toHex(sha256(hash(1)))).toBe(tip)
  for (const gameNo of [2, 500, 501, 1500]) expect(sha256(hash(gameNo))).toEqual(hash(gameNo - 1))
})
