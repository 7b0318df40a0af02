import { price } from '@nare/money/money'
import { expect, test } from 'vitest'
import { matchAtRisk, type MatchSingle } from './match-risk.ts'

const single = (marketId: string, oddKey: string, at: number, stake = 100): MatchSingle => ({
  marketId,
  oddKey,
  price: price(BigInt(Math.round(at * 1000))),
  stake: BigInt(stake * 100),
})

test.each([
  ['a single that may lose', [single('1', 'home_team', 2.1)], 100_00n],
  ['two singles on one pick', [single('1', 'home_team', 2.1), single('1', 'home_team', 2)], 200_00n],
  ['a single that almost surely wins', [single('1', 'home_team', 1.04)], 0n],
  ['over and under of one line', [single('18', 'over 2.5', 1.95), single('18', 'under 2.5', 1.95)], 5_00n],
  [
    'all three results',
    [single('1', 'home_team', 2.1), single('1', 'draw', 3.3), single('1', 'away_team', 3.4)],
    90_00n,
  ],
  [
    'a result and the double chance against it',
    [single('1', 'home_team', 2.1, 90), single('10', 'x2', 1.8, 105)],
    6_00n,
  ],
  ['over 2.5 and under 3.5', [single('18', 'over 2.5', 1.95), single('18', 'under 3.5', 1.4)], 60_00n],
  ['home to win and over 2.5', [single('1', 'home_team', 2.1), single('18', 'over 2.5', 1.95)], 200_00n],
  [
    'first goal of each side and no goal',
    [single('8', 'home_team 1', 1.7), single('8', 'none 1', 12), single('8', 'away_team 1', 2.6)],
    130_00n,
  ],
  [
    'first goal of each side and 0:0',
    [single('8', 'home_team 1', 1.7), single('45', '0:0', 12), single('8', 'away_team 1', 2.6)],
    130_00n,
  ],
  [
    'both Asian handicaps',
    [single('16', 'home_team minus 0.25', 1.9), single('16', 'away_team plus 0.25', 1.95)],
    10_00n,
  ],
  [
    'an Asian handicap and its almost certain other side',
    [single('16', 'home_team minus 0.25', 1.5), single('16', 'away_team plus 0.25', 1.05, 10)],
    99_50n,
  ],
  [
    'prices that contradict each other, of which the last one counts',
    [single('1', 'home_team', 1.04, 50), single('10', 'x2', 1.2, 10), single('1', 'home_team', 1.04, 50)],
    6_00n,
  ],
  ['both totals of corners', [single('166', 'over 9.5', 1.9), single('166', 'under 9.5', 1.9)], 10_00n],
  ['both totals of points', [single('225', 'over 181.5', 1.9), single('225', 'under 181.5', 1.9)], 10_00n],
  ['both winners of a tennis match', [single('186', 'home_team', 1.4), single('186', 'away_team', 2.9, 50)], 10_00n],
  ['both totals of a rugby match', [single('18', 'over 45.5', 1.9), single('18', 'under 45.5', 1.9)], 10_00n],
  ['a league result', [single('3', 'home_team', 2), single('3', 'draw', 3), single('3', 'away_team', 4)], 100_00n],
] as const)('B37 at risk: %s', (_, singles, expected) => {
  expect(matchAtRisk(singles)).toBe(expected)
})
