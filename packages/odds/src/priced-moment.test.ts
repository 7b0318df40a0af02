import { expect, test } from 'vitest'
import { inPlay, type Moment } from './inplay.ts'
import { matchModelFromStrengths } from './match-model.ts'
import { pricedMoment, type PricedTotal } from './priced-moment.ts'
import { priceMatch } from './pricing.ts'

const match = matchModelFromStrengths({ lh: 1.6, la: 1.1 })

/** The even total as it is priced at a moment. */
function totalAt(moment: Moment): PricedTotal {
  const totals = priceMatch(inPlay(match, moment), { markets: ['18'] })
    .filter(({ line }) => line.endsWith('.5'))
    .map(({ line, outcomes: [over, under] }) => ({
      ...{ line, over: Number(over?.price) / 1000, under: Number(under?.price) / 1000 },
    }))
  const gap = ({ over, under }: PricedTotal) => Math.abs(1 / over - 1 / under)
  const [even] = totals.toSorted((a, b) => gap(a) - gap(b))
  if (!even) throw new Error('no total is priced')
  return even
}

const level = { home: 1, away: 1 }
const second = (minute: number): Moment => ({ minute, score: level, halfTime: level })

test('prices of the minute that the clock shows are of that moment', () => {
  for (const minute of [1, 20, 44]) {
    const moment = { minute, score: { home: 0, away: 0 } }
    expect(pricedMoment(match, moment, totalAt(moment))).toBe(moment)
  }
  expect(pricedMoment(match, second(70), totalAt(second(70)))).toEqual(second(70))
})

test.each([
  [90, 85.5],
  [85, 81],
  [76, 76.75],
  [60, 58],
])(
  'in the second half a clock of %d with prices of minute %d is of the latter, within what the ladder hides',
  (clock, priced) => {
    const found = pricedMoment(match, second(clock), totalAt(second(priced)))
    // Close prices may be of the minute of the clock too: then the grids agree.
    const overAt = (moment: Moment) => totalAt(moment)
    expect(Math.abs(found.minute - priced)).toBeLessThanOrEqual(1)
    expect(Math.abs(1 / overAt(found).under - 1 / overAt(second(priced)).under)).toBeLessThan(0.02)
  },
)

test('in the injury time of the first half the minute stays in it', () => {
  const score = { home: 0, away: 0 }
  const found = pricedMoment(match, { minute: 45, score }, totalAt({ minute: 41, score }))
  expect(Math.abs(found.minute - 41)).toBeLessThanOrEqual(1)
})

test('prices that no minute nearby explains leave the moment as it is', () => {
  const moment = second(70)
  expect(pricedMoment(match, moment, { line: '2.5', over: 1.05, under: 9 })).toBe(moment)
  expect(pricedMoment(match, moment, { line: '4.5', over: 1.5, under: 2.4 })).toBe(moment)
})
