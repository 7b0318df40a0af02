import { expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { scoreOf, sharePrizes } from './rules.ts'

test('a prize is shared by any number of players of one rank', () => {
  const players = Array.from({ length: 300_000 }, (_, n) => ({ bettor: BigInt(n), rank: 1 }))
  const { won, kept } = sharePrizes(players, [{ from: 1, to: 1, prize: money(1_000_001n) }], 1_000_001n)
  expect(won).toHaveLength(players.length)
  expect(won.at(-1)).toEqual({ bettor: 299_999n, rank: 1, amount: 3n })
  expect(kept).toBe(100_001n)
})

test('prizes are reduced by one factor to what they may cost together, and to nothing if players won', () => {
  const table = [
    { from: 1, to: 1, prize: money(1000_00n) },
    { from: 2, to: 3, prize: money(500_00n) },
  ]
  const players = [1, 2, 3].map((rank) => ({ bettor: BigInt(rank), rank }))
  const shared = (most: bigint) => {
    const { won, kept } = sharePrizes(players, table, most)
    return [...won.map(({ amount }) => amount), kept]
  }
  expect(shared(2000_00n)).toEqual([1000_00n, 500_00n, 500_00n, 0n])
  expect(shared(100_01n)).toEqual([50_00n, 25_00n, 25_00n, 1900_00n])
  expect(shared(0n)).toEqual([2000_00n])
})

test('the score of an event is what all its bets won together, scaled down to stakes of 100', () => {
  expect(scoreOf({ profit: 110_00n, eventStakes: 100_00n })).toBe(110_00n)
  expect(scoreOf({ profit: 40_00n, eventStakes: 300_00n })).toBe(13_33n)
  expect(scoreOf({ profit: 0n, eventStakes: 300_00n })).toBe(0n)
})
