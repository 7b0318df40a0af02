import { expect, test } from 'vitest'
import { figuresOf } from './figures.ts'
import type { GameSums } from './store.ts'

const stated = {
  ...({ product: 'casino', game: 'hub88:reels', name: 'Reels', group: 'Hub88', stated_percent: '96.00' } as const),
}
/** 100 rounds of a stake of 10.00, of which 40 paid 25.00. */
const sums: GameSums = {
  ...{ product: 'casino', game: 'hub88:reels', rounds: 100n, stakes: 100_000n, returned: 100_000n, judged: 0n },
  ...{
    mean: 0,
    variance: 0,
    stakeSquares: 100 * 1_000 ** 2,
    stakeReturns: 40 * 1_000 * 2_500,
    returnSquares: 40 * 2_500 ** 2,
  },
}

test('a game whose rules state no variance is judged by the spread of its rounds around the stated return', () => {
  // Each round is 0.96 stakes below (−960) or 1,540 above: √(60 × 960² + 40 × 1,540²) = 12,254; 4,000 cents above the mean.
  expect(figuresOf(stated, sums)).toMatchObject({
    ...{ measured_percent: '100.00', expected_percent: '96.00', z: '0.33', by_rules: false },
    ...{ low_percent: '75.98', high_percent: '124.02', gross: '0.00' },
  })
  expect(figuresOf({ ...stated, stated_percent: null }, sums)).toMatchObject({ expected_percent: null, z: null })
  const few = figuresOf(stated, { ...sums, rounds: 29n })
  expect([few.measured_percent, few.low_percent, few.z]).toEqual(['100.00', null, null])
})

test('a game with a mean and a variance for every round is judged by them, and otherwise not', () => {
  const judged = { ...sums, judged: 100n, mean: 99_000, variance: 500 ** 2 }
  expect(figuresOf({ ...stated, stated_percent: '99.00' }, judged)).toMatchObject({
    ...{ expected_percent: '99.00', z: '2.00', low_percent: '99.02', high_percent: '100.98', by_rules: true },
  })
  expect(figuresOf(stated, { ...judged, judged: 99n })).toMatchObject({ by_rules: false, expected_percent: '96.00' })
})

test('a game without rounds has no figures', () => {
  expect(figuresOf(stated, undefined)).toEqual({
    ...{ ...stated, rounds: 0, stakes: '0.00', returns: '0.00', gross: '0.00', measured_percent: null },
    ...{ expected_percent: null, low_percent: null, high_percent: null, z: null, by_rules: false },
  })
})
