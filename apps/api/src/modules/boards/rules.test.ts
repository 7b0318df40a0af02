import { expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { sharePrizes } from './rules.ts'

test('a prize is shared by any number of players of one rank', () => {
  const players = Array.from({ length: 300_000 }, (_, n) => ({ bettor: BigInt(n), rank: 1 }))
  const { won, kept } = sharePrizes(players, [{ from: 1, to: 1, prize: money(1_000_001n) }])
  expect(won).toHaveLength(players.length)
  expect(won.at(-1)).toEqual({ bettor: 299_999n, rank: 1, amount: 3n })
  expect(kept).toBe(100_001n)
})
