import fc from 'fast-check'
import { expect, test } from 'vitest'
import { market, mayOffer, soccerMarkets } from '@nare/bets/markets/markets'
import { outcome } from '@nare/bets/grading/outcome'
import type { Result, Side } from '@nare/bets/result'
import { overround } from './devig.ts'
import { implied, toLadder } from './ladder.ts'
import { inPlay } from './inplay.ts'
import { type MatchModel, matchModelFromPrices, matchModelFromStrengths, withCounts } from './match-model.ts'
import { type PricedMarket, priceMatch } from './pricing.ts'

const given = { home_odd: 1.93, neutral_odd: 3.45, away_odd: 4.33, over: 2.07, under: 1.79 }
const model = matchModelFromPrices(given)

test('O10 every soccer market of the catalogue is offered before the match, but the rest of the match only after a goal', () => {
  const offered = new Set(priceMatch(withCounts(model)).map(({ marketId }) => marketId))
  expect(soccerMarkets.map(({ id }) => id).filter((id) => !offered.has(id))).toEqual(['7'])
  const after = (home: number) =>
    priceMatch(inPlay(model, { minute: 10, score: { home, away: 0 } }), { markets: ['7'] })
  expect(after(0)).toEqual([])
  expect(after(1)[0]?.outcomes.map(({ key }) => key)).toEqual(['home_team', 'draw', 'away_team'])
})

test('O10 every outcome has a unique key of the catalogue', () => {
  const priced = priceMatch(model)
  for (const { marketId, line, outcomes } of priced) {
    expect(mayOffer('soccer', marketId, line), `${marketId} ${line}`).toBe(true)
    const keys = market(marketId)?.keys(line) ?? []
    expect(outcomes.every(({ key }) => keys.includes(key))).toBe(true)
  }
  const names = priced.flatMap(({ marketId, outcomes }) => outcomes.map(({ key }) => `${marketId} ${key}`))
  expect(new Set(names).size).toBe(names.length)
})

test('O11 each probability equals the share of possible matches that settle it as won', () => {
  const results = everyResult(model)
  for (const { marketId, outcomes } of priceMatch(model)) {
    for (const { key, probability } of outcomes) {
      const [win, refund] = settled(marketId, key, results)
      expect(Math.abs(win / (1 - refund) - probability), `${marketId} ${key}`).toBeLessThan(1e-9)
    }
  }
})

const odd = fc.double({ min: 1.02, max: 40, noNaN: true })
const books = fc.record({ home_odd: odd, neutral_odd: odd, away_odd: odd, over: odd, under: odd }).filter((book) => {
  const three = 1 / book.home_odd + 1 / book.neutral_odd + 1 / book.away_odd
  const two = 1 / book.over + 1 / book.under
  return three > 0.9 && three < 1.3 && two > 0.9 && two < 1.3 && book.neutral_odd > 2
})

test('O12 the book of every line sums to at least its number of winners, for any match', () => {
  fc.assert(
    fc.property(books, (book) => {
      for (const { marketId, line, outcomes } of priceMatch(matchModelFromPrices(book))) {
        const winners = market(marketId)?.winners ?? 1
        const sum = outcomes.reduce((total, { price }) => total + implied(price), 0)
        expect(sum, `${marketId} ${line}`).toBeGreaterThanOrEqual(winners)
      }
    }),
    { numRuns: 60 },
  )
})

test('O12 probabilities of a line sum to its number of winners', () => {
  for (const { marketId, line, outcomes } of priceMatch(model)) {
    const sum = outcomes.reduce((total, { probability }) => total + probability, 0)
    expect(Math.abs(sum - (market(marketId)?.winners ?? 1)), `${marketId} ${line}`).toBeLessThan(1e-6)
  }
})

test('O13 given prices are offered unchanged, and only for 1X2 and their total', () => {
  const offered = priceMatch(matchModelFromPrices(given, { verbatim: true }))
  expect(prices(offered, '1', '')).toEqual([1930n, 3450n, 4330n])
  expect(prices(offered, '18', '2.5')).toEqual([2070n, 1790n])
  const others = (all: PricedMarket[]) => all.filter(({ marketId, line }) => marketId !== '1' && line !== '2.5')
  expect(others(offered)).toEqual(others(priceMatch(model)))
})

test('O13 with the book’s own margin our 1X2 and total are within one ladder step of the given ones', () => {
  const margins = { '1': overround([1.93, 3.45, 4.33]), '18': overround([2.07, 1.79]) }
  const ownPrices = priceMatch(model, { margins })
  const odds = [...prices(ownPrices, '1', ''), ...prices(ownPrices, '18', '2.5')].map((at) => Number(at) / 1000)
  for (const [i, odd] of [1.93, 3.45, 4.33, 2.07, 1.79].entries()) {
    expect(Math.abs((odds[i] ?? NaN) / odd - 1)).toBeLessThan(0.02)
  }
})

test('O10 a market list and custom margins are applied', () => {
  const fair = priceMatch(model, { markets: ['29'], margins: { '29': 0 } })
  expect(fair.map(({ marketId }) => marketId)).toEqual(['29'])
  expect(fair[0]?.outcomes.every(({ price, probability }) => price === toLadder(1 / probability))).toBe(true)
  const dear = priceMatch(model, { markets: ['29'], margins: { '29': 0.2 } })[0]?.outcomes ?? []
  expect(dear.reduce((sum, { price }) => sum + implied(price), 0)).toBeGreaterThan(1.2 - 0.001)
})

test('O10 extreme favourites keep their 1X2 and total 2.5', () => {
  const sure = matchModelFromPrices({ home_odd: 1.02, neutral_odd: 21, away_odd: 50, over: 1.2, under: 4.5 })
  const offered = priceMatch(sure)
  expect(prices(offered, '1', '')).toHaveLength(3)
  expect(prices(offered, '18', '2.5')).toHaveLength(2)
  expect(prices(offered, '1', '').every((at) => at >= 1010n)).toBe(true)
})

test('O10 pricing is deterministic', () => {
  const twice = matchModelFromStrengths({ lh: 1.6, la: 1.1, x: 0.1 })
  expect(priceMatch(twice)).toEqual(priceMatch(twice))
})

type Weighted = { result: Result; p: number }

/** Every half-time and final score, and for each the possible sides of the first goal, as results to settle. */
function everyResult({ joint }: MatchModel): Weighted[] {
  if (!joint) return []
  const { halfHome, halfAway, home, away } = joint.cells
  return Array.from(joint.p, (p, i) => ({ p, i })).flatMap(({ p, i }) => {
    const [h, a] = [home[i] ?? 0, away[i] ?? 0]
    const base = {
      halfTime: { home: halfHome[i] ?? 0, away: halfAway[i] ?? 0 },
      fullTime: { home: h, away: a },
      finished: true,
    }
    const order = (first: Side): Side[] => [
      first,
      ...Array.from({ length: h - (first === 'home' ? 1 : 0) }, (): Side => 'home'),
      ...Array.from({ length: a - (first === 'away' ? 1 : 0) }, (): Side => 'away'),
    ]
    if (h + a === 0) return [{ p, result: { ...base, goals: [] } }]
    const ways: Weighted[] = []
    if (h > 0) ways.push({ p: (p * h) / (h + a), result: { ...base, goals: order('home') } })
    if (a > 0) ways.push({ p: (p * a) / (h + a), result: { ...base, goals: order('away') } })
    return ways
  })
}

function settled(marketId: string, key: string, results: readonly Weighted[]): [win: number, refund: number] {
  let [win, refund] = [0, 0]
  for (const { result, p } of results) {
    const state = outcome(marketId, key, result)
    if (state === 'open') return [NaN, NaN]
    if (state === 'won') win += p
    else if (state === 'void') refund += p
    else if (state === 'half_won') [win, refund] = [win + p / 2, refund + p / 2]
    else if (state === 'half_lost') refund += p / 2
  }
  return [win, refund]
}

function prices(all: readonly PricedMarket[], marketId: string, line: string): bigint[] {
  const found = all.find((priced) => priced.marketId === marketId && priced.line === line)
  return found?.outcomes.map(({ price }) => price) ?? []
}
