import fc from 'fast-check'
import { expect, test } from 'vitest'
import { market } from '@nare/bets/markets/markets'
import { goalMinute, goalsBy } from './goal-times.ts'
import { type Moment, inPlay } from './inplay.ts'
import { implied } from './ladder.ts'
import { matchModelFromPrices, matchModelFromStrengths } from './match-model.ts'
import { type PricedMarket, priceMatch } from './pricing.ts'

const match = matchModelFromPrices({ home_odd: 1.93, neutral_odd: 3.45, away_odd: 4.33, over: 2.07, under: 1.79 })
const nil = { home: 0, away: 0 }

function chances(all: readonly PricedMarket[], marketId: string, line = ''): Record<string, number> {
  const found = all.find((priced) => priced.marketId === marketId && priced.line === line)
  return Object.fromEntries(found?.outcomes.map(({ key, probability }) => [key, probability]) ?? [])
}
const at = (moment: Moment, marketId: string, line = '') => chances(priceMatch(inPlay(match, moment)), marketId, line)

test('O15 no probability jumps at kick-off', () => {
  const before = priceMatch(match)
  const started = priceMatch(inPlay(match, { minute: 0, score: nil }))
  expect(started.map(({ marketId, line }) => [marketId, line])).toEqual(
    before.map((priced) => [priced.marketId, priced.line]),
  )
  for (const [i, one] of started.entries()) {
    for (const [j, { probability }] of one.outcomes.entries()) {
      expect(Math.abs(probability - (before[i]?.outcomes[j]?.probability ?? NaN))).toBeLessThan(1e-9)
    }
  }
})

test('O15 at 0:0 the under and the draw become more likely with every minute, until their line ends', () => {
  let [under, draw] = [0, 0]
  for (let minute = 0; minute < 90; minute++) {
    const moment = minute > 45 ? { minute, score: nil, halfTime: nil } : { minute, score: nil }
    const [nowUnder = 1, nowDraw = 1] = [at(moment, '18', '2.5')['under 2.5'], at(moment, '1')['draw']]
    // A line that has ended stays closed.
    expect(under === 1 ? nowUnder === 1 : nowUnder > under).toBe(true)
    expect(draw === 1 ? nowDraw === 1 : nowDraw > draw).toBe(true)
    ;[under, draw] = [nowUnder, nowDraw]
    if (minute < 70) expect([under, draw]).not.toContain(1)
  }
})

const moments = fc
  .record({
    minute: fc.integer({ min: 0, max: 88 }),
    home: fc.integer({ min: 0, max: 6 }),
    away: fc.integer({ min: 0, max: 6 }),
    red: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ minute, home, away, red }): Moment => {
    const half = { home: Math.floor(home / 2), away: Math.floor(away / 2) }
    const now = { minute, score: { home, away }, redCards: { home: red, away: 0 } }
    return minute > 45 ? { ...now, halfTime: half } : now
  })

test('O15 at any moment probabilities sum to the number of winners, and books to at least that number', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      for (const { marketId, line, outcomes } of priceMatch(inPlay(match, moment))) {
        const winners = market(marketId)?.winners ?? 1
        const sum = outcomes.reduce((total, { probability }) => total + probability, 0)
        expect(Math.abs(sum - winners), `${marketId} ${line}`).toBeLessThan(1e-4)
        expect(outcomes.reduce((total, { price }) => total + implied(price), 0)).toBeGreaterThanOrEqual(winners)
      }
    }),
    { numRuns: 80 },
  )
})

test('O15 at a level score, the Asian handicap of zero equals draw no bet', () => {
  for (const minute of [1, 20, 44]) {
    const [home, dnb] = [
      at({ minute, score: { home: 1, away: 1 } }, '16', '0'),
      at({ minute, score: { home: 1, away: 1 } }, '11'),
    ]
    expect(home['home_team plus 0']).toBeCloseTo(dnb['home_team'] ?? NaN, 9)
  }
})

test('O15 at 0:0 over 0.5 and the correct score 0:0 sum to 1', () => {
  for (const minute of [0, 30, 70]) {
    const moment = minute > 45 ? { minute, score: nil, halfTime: nil } : { minute, score: nil }
    expect((at(moment, '18', '0.5')['over 0.5'] ?? NaN) + (at(moment, '45')['0:0'] ?? NaN)).toBeCloseTo(1, 9)
    expect(at(moment, '8', '1')['none 1']).toBeCloseTo(at(moment, '45')['0:0'] ?? NaN, 9)
  }
})

test('O16 an Asian handicap counts the goals from now', () => {
  const equal = matchModelFromStrengths({ lh: 1.3, la: 1.3 })
  const lead = inPlay(equal, { minute: 60, score: { home: 2, away: 0 }, halfTime: nil })
  expect(chances(priceMatch(lead), '16', '0')['home_team plus 0']).toBeCloseTo(0.5, 1)
  expect(chances(priceMatch(lead), '1')['home_team']).toBeGreaterThan(0.9)
})

test('O16 the rest of the match has the chances of the Asian handicap of zero, and a draw of the goals from now', () => {
  const later = priceMatch(inPlay(match, { minute: 60, score: { home: 2, away: 0 }, halfTime: nil }))
  const rest = chances(later, '7')
  const decided = (rest['home_team'] ?? NaN) + (rest['away_team'] ?? NaN)
  expect((rest['home_team'] ?? NaN) / decided).toBeCloseTo(chances(later, '16', '0')['home_team plus 0'] ?? NaN, 9)
  const level = priceMatch(inPlay(match, { minute: 60, score: { home: 1, away: 1 }, halfTime: nil }))
  for (const [key, probability] of Object.entries(chances(level, '7')))
    expect(chances(level, '1')[key]).toBeCloseTo(probability, 12)
})

test('O16 decided lines and impossible outcomes are not offered', () => {
  const offered = priceMatch(inPlay(match, { minute: 70, score: { home: 2, away: 1 }, halfTime: { home: 1, away: 1 } }))
  const ids = offered.map(({ marketId }) => marketId)
  for (const decided of ['29', '30', '31', '32', '33', '34', '60', '63', '64', '66', '68', '75'])
    expect(ids).not.toContain(decided)
  expect(chances(offered, '18', '2.5')).toEqual({})
  expect(Object.keys(chances(offered, '45'))).not.toContain('1:1')
  expect(Object.keys(chances(offered, '47'))).toEqual(['draw/home_team', 'draw/draw', 'draw/away_team'])
  expect(Object.keys(chances(offered, '8', '4'))).toHaveLength(3)
})

test('O16 second-half markets count goals from half-time', () => {
  const moment = { minute: 50, score: { home: 3, away: 0 }, halfTime: { home: 3, away: 0 } }
  expect(at(moment, '83')['home_team']).toBeLessThan(0.6)
  expect(Object.keys(at(moment, '90', '0.5'))).toEqual(['over 0.5', 'under 0.5'])
})

test('O16 after 45 minutes without a half-time score, markets that need it are not offered', () => {
  const ids = priceMatch(inPlay(match, { minute: 55, score: nil })).map(({ marketId }) => marketId)
  expect(ids).toContain('1')
  for (const unknown of ['47', '52', '60', '68', '83', '90']) expect(ids).not.toContain(unknown)
})

test('O16 at full time nothing is offered', () => {
  expect(priceMatch(inPlay(match, { minute: 90, score: { home: 1, away: 0 }, halfTime: nil }))).toEqual([])
})

test('O17 a red card makes its side less likely to win', () => {
  const moment = { minute: 30, score: nil }
  const ten = at({ ...moment, redCards: { home: 1, away: 0 } }, '1')['home_team'] ?? NaN
  expect(ten).toBeLessThan(at(moment, '1')['home_team'] ?? NaN)
  expect(at({ ...moment, redCards: { home: 0, away: 1 } }, '1')['home_team']).toBeGreaterThan(ten)
})

test('O15 with Poisson rates the rest of a match has the rates λ·(1 − F)', () => {
  const poisson = matchModelFromStrengths({ lh: 1.4, la: 1.1, nu: 1 })
  const { rest } = inPlay(poisson, { minute: 60, score: { home: 2, away: 0 }, halfTime: nil })
  const left = 1 - goalsBy(60)
  expect(rest.cells[0]).toBeCloseTo(Math.exp(-2.5 * left), 5)
  expect((rest.cells[1] ?? NaN) / (rest.cells[0] ?? NaN)).toBeCloseTo(1.1 * left, 5)
})

test('O15 every score can be priced', () => {
  for (const score of [
    { home: 40, away: 0 },
    { home: 12, away: 11 },
    { home: 0, away: 99 },
  ]) {
    const { rest } = inPlay(match, { minute: 20, score })
    expect(rest.cells.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9)
    expect(() => priceMatch(inPlay(match, { minute: 20, score }))).not.toThrow()
  }
})

test('O18 F is 0 at minute 0, the first-half share at 45 and 1 at 90', () => {
  expect([goalsBy(-5), goalsBy(0), goalsBy(45), goalsBy(90), goalsBy(97)]).toEqual([0, 0, 0.45, 1, 1])
  for (let minute = 1; minute <= 90; minute++) expect(goalsBy(minute)).toBeGreaterThan(goalsBy(minute - 1))
})

test('O18 a goal’s minute is within its half and increases with u', () => {
  for (const [half, first, last] of [
    ['first', 1, 45],
    ['second', 46, 90],
  ] as const) {
    expect(goalMinute(0, half)).toBe(first)
    expect(goalMinute(0.999999, half)).toBe(last)
    for (let u = 0; u < 0.99; u += 0.01) expect(goalMinute(u + 0.01, half)).toBeGreaterThanOrEqual(goalMinute(u, half))
  }
})
