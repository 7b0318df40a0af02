import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { inPlayFromPrices } from './fitted-in-play.ts'
import { inPlay, type Moment } from './inplay.ts'
import { matchModelFromPrices, matchModelFromStrengths, type GivenPrices, type MatchModel } from './match-model.ts'
import { priceMatch } from './pricing.ts'
import { selectionShare } from './selection-share.ts'

const kickOff = matchModelFromStrengths({ lh: 1.6, la: 1.1 })
const chanceOf = (model: MatchModel, marketId: string, oddKey: string): number =>
  selectionShare(model, { marketId, oddKey })?.win ?? NaN

/** The prices of a model of the winner and of the total on this line. */
function pricesOf(model: MatchModel, line: string): GivenPrices {
  const all = priceMatch(model, { markets: ['1', '18'] })
  const odds = (of: string, on: string) =>
    (all.find((one) => one.marketId === of && one.line === on)?.outcomes ?? []).map(({ price }) => Number(price) / 1000)
  const [home_odd = 0, neutral_odd = 0, away_odd = 0] = odds('1', '')
  const [over = 0, under = 0] = odds('18', line)
  return { home_odd, neutral_odd, away_odd, over, under, line: Number(line) }
}

test('prices that stay while the clock runs have a grid at each minute, which gives them and what goes with them', () => {
  const still = pricesOf(kickOff, '2.5')
  for (const minute of [10, 30, 44]) {
    const model = inPlayFromPrices(kickOff, { minute, score: { home: 0, away: 0 } }, still)
    if (!model) throw new Error(`no grid at minute ${minute}`)
    for (const [market, key] of [
      ['1', 'home_team'],
      ['1', 'draw'],
      ['10', '1x'],
      ['18', 'over 2.5'],
    ] as const)
      expect(Math.abs(chanceOf(model, market, key) - chanceOf(kickOff, market, key))).toBeLessThan(0.01)
  }
})

test('prices after a goal have a grid whose scores begin at the score', () => {
  const moment: Moment = { minute: 30, score: { home: 1, away: 0 } }
  const given = { home_odd: 1.5, neutral_odd: 4.2, away_odd: 6.5, over: 1.7, under: 2.15 }
  const model = inPlayFromPrices(kickOff, moment, given)
  if (!model) throw new Error('no grid')
  expect(model.score).toEqual(moment.score)
  const fair = 1 / 1.5 / (1 / 1.5 + 1 / 4.2 + 1 / 6.5)
  expect(Math.abs(chanceOf(model, '1', 'home_team') - fair)).toBeLessThan(0.02)
  expect(Number.isNaN(chanceOf(model, '60', 'draw'))).toBe(false)
})

test('prices that contradict the score have no grid', () => {
  const moment: Moment = { minute: 88, score: { home: 4, away: 0 }, halfTime: { home: 2, away: 0 } }
  const given = { home_odd: 9, neutral_odd: 1.12, away_odd: 30, over: 1.8, under: 2, line: 6.5 }
  expect(inPlayFromPrices(kickOff, moment, given)).toBeUndefined()
  expect(inPlayFromPrices(kickOff, moment, { ...given, home_odd: 1 })).toBeUndefined()
})

test('the grid of any moment is found again from its prices, within what the ladder hides', () => {
  const rate = fc.double({ min: 0.6, max: 2.4, noNaN: true })
  const moments = fc.record({
    minute: fc.integer({ min: 1, max: 40 }),
    score: fc.record({ home: fc.integer({ min: 0, max: 1 }), away: fc.integer({ min: 0, max: 1 }) }),
  })
  fc.assert(
    fc.property(rate, rate, moments, (lh, la, moment) => {
      const model = inPlay(matchModelFromStrengths({ lh, la }), moment)
      const line = `${moment.score.home + moment.score.away + 1}.5`
      const given = pricesOf(model, line)
      if (Math.min(...Object.values(given)) < 1.05) return
      const found = inPlayFromPrices(kickOff, moment, given)
      expect(found && Math.abs(chanceOf(found, '1', 'home_team') - chanceOf(model, '1', 'home_team'))).toBeLessThan(
        0.02,
      )
    }),
    { numRuns: 60 },
  )
})

test('before any minute has passed it is the grid of the five prices', () => {
  const given = { home_odd: 2.1, neutral_odd: 3.4, away_odd: 3.6, over: 1.9, under: 1.9 }
  const found = inPlayFromPrices(kickOff, { minute: 0, score: { home: 0, away: 0 } }, given)
  const before = matchModelFromPrices(given, { method: 'power' })
  expect(found && Math.abs(chanceOf(found, '1', 'draw') - chanceOf(before, '1', 'draw'))).toBeLessThan(0.001)
})
