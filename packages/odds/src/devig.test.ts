import fc from 'fast-check'
import { expect, test } from 'vitest'
import vectors from '../test-data/vectors.json' with { type: 'json' }
import { type DevigMethod, devig, overround, shin } from './devig.ts'

const keys: [DevigMethod, 'mult' | 'additive' | 'power' | 'shin' | 'odds_ratio' | 'margin_prop_to_odds' | 'goto'][] = [
  ['multiplicative', 'mult'],
  ['additive', 'additive'],
  ['additive', 'margin_prop_to_odds'],
  ['power', 'power'],
  ['shin', 'shin'],
  ['odds_ratio', 'odds_ratio'],
  ['goto', 'goto'],
]

test.each(keys)('O1 %s reproduces the vectors of %s to 1e-9', (method, key) => {
  for (const vector of vectors.devig) {
    expect(overround(vector.odds)).toBeCloseTo(vector.overround, 9)
    const fair = devig(vector.odds, method)
    for (const [i, p] of vector[key].entries()) expect(Math.abs((fair[i] ?? NaN) - p)).toBeLessThan(1e-9)
  }
})

test('O1 Shin’s method gives the published share of insiders', () => {
  expect(shin([1 / 2.6, 1 / 2.4, 1 / 4.3])?.z).toBeCloseTo(0.01694251276, 9)
  expect(shin([1 / 1.5, 1 / 2.74])?.z).toBeCloseTo(0.0317272854, 9)
  const published = [0.37299406033, 0.40477941092, 0.22222652875]
  expect(devig([2.6, 2.4, 4.3], 'shin').every((p, i) => Math.abs(p - (published[i] ?? NaN)) < 1e-9)).toBe(true)
})

test('O2 without a margin, Shin’s method equals the power method', () => {
  expect(shin([0.5, 0.5])).toBeUndefined()
  expect(devig([2.1, 2.2], 'shin')).toEqual(devig([2.1, 2.2], 'power'))
  expect(devig([1.3, 1.4, 1.9], 'shin', 2)).toEqual(devig([1.3, 1.4, 1.9], 'power', 2))
})

test('O3 the probabilities of every method sum to the number of winners', () => {
  const odd = fc.double({ min: 1.02, max: 200, noNaN: true })
  const methods: DevigMethod[] = ['multiplicative', 'additive', 'power', 'shin', 'odds_ratio', 'goto']
  fc.assert(
    fc.property(
      fc.array(odd, { minLength: 3, maxLength: 8 }),
      fc.constantFrom(...methods),
      fc.constantFrom(1, 2),
      (odds, method, winners) => {
        const total = devig(odds, method, winners).reduce((sum, p) => sum + p, 0)
        expect(Math.abs(total - winners)).toBeLessThan(1e-9)
      },
    ),
  )
})

test('O3 odds of at most 1, and books in which every outcome wins, are refused', () => {
  expect(() => devig([1, 2], 'shin')).toThrow(RangeError)
  expect(() => devig([NaN, 2], 'power')).toThrow(RangeError)
  expect(() => devig([2], 'power')).toThrow(RangeError)
  expect(() => devig([1.2, 1.3], 'power', 2)).toThrow(RangeError)
})
