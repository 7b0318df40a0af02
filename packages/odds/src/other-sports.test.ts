import { expect, test } from 'vitest'
import { marketsOfSport, mayOffer } from '@nare/bets/markets/markets'
import { sportKeys } from '@nare/bets/markets/sports'
import { implied } from './ladder.ts'
import { defaultMargins } from './margins.ts'
import { normalCdf } from './normal.ts'
import { type OtherSport, priceOther } from './other-sports.ts'

const typical: [OtherSport, { homeEdge: number; total?: number }][] = [
  ['basketball', { homeEdge: 4.5, total: 161 }],
  ['tennis', { homeEdge: -2, total: 22 }],
  ['rugby', { homeEdge: 6, total: 45 }],
  ['ice_hockey', { homeEdge: 0.4, total: 5.6 }],
  ['cricket', { homeEdge: 10 }],
]

test.each(typical)(
  'O14 %s has its markets, each with a margin, on lines that the catalogue allows',
  (sport, ratings) => {
    const priced = priceOther(sport, ratings)
    expect(priced.length).toBeGreaterThan(0)
    for (const { marketId, line, outcomes } of priced) {
      expect(mayOffer(sport, marketId, line)).toBe(true)
      expect(outcomes.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9)
      expect(outcomes.reduce((sum, { price }) => sum + implied(price), 0)).toBeGreaterThanOrEqual(1)
    }
  },
)

test('O14 only rugby can end in a draw', () => {
  const keys = (sport: OtherSport) => priceOther(sport, { homeEdge: 0, total: 40 })[0]?.outcomes.map(({ key }) => key)
  expect(keys('rugby')).toEqual(['home_team', 'draw', 'away_team'])
  expect(keys('basketball')).toEqual(['home_team', 'away_team'])
})

test('O14 equal sides have equal prices, and a stronger side has a lower price', () => {
  const winner = (sport: OtherSport, homeEdge: number) => priceOther(sport, { homeEdge, total: 6 })[0]?.outcomes ?? []
  for (const sport of ['basketball', 'tennis', 'ice_hockey', 'cricket'] as const) {
    expect(winner(sport, 0)[0]?.price).toBe(winner(sport, 0)[1]?.price)
    expect(winner(sport, 1)[0]?.probability).toBeGreaterThan(0.5)
  }
})

test('O14 a mismatch with a certain winner omits the market instead of failing', () => {
  expect(priceOther('basketball', { homeEdge: 300, total: 160 }).some(({ marketId }) => marketId === '219')).toBe(false)
})

test('O14 the normal distribution is accurate to 1.5e-7', () => {
  expect(Math.abs(normalCdf(1.96) - 0.9750021048517795)).toBeLessThan(1.5e-7)
  expect(Math.abs(normalCdf(-1) - 0.15865525393145707)).toBeLessThan(1.5e-7)
})

test('every market of a sport has a margin of its own', () => {
  const without = sportKeys.flatMap(marketsOfSport).filter(({ id }) => defaultMargins[id] === undefined)
  expect(
    without.map(({ id, name }) => `${id} ${name}`),
    'their margins belong in margins.ts',
  ).toEqual([])
})
