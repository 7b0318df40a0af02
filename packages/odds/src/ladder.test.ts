import fc from 'fast-check'
import { expect, test } from 'vitest'
import { devig, overround } from './devig.ts'
import { toHundredth, implied, toLadder } from './ladder.ts'
import { withMargin } from './margin.ts'

const odds = fc.double({ min: 1.001, max: 5000, noNaN: true })

test('O7 a ladder price is never above the odds, except at the minimum of 1.01', () => {
  fc.assert(
    fc.property(odds, (odd) => {
      const at = Number(toLadder(odd)) / 1000
      expect(at <= odd + 1e-9 || at === 1.01).toBe(true)
      expect(at).toBeGreaterThan(Math.min(odd, 1000) * 0.95 - 0.01)
    }),
  )
})

test('O7 ladder prices are whole hundredths, and the ladder does not change them', () => {
  fc.assert(
    fc.property(odds, (odd) => {
      const at = toLadder(odd)
      expect(at % 10n).toBe(0n)
      expect(toLadder(Number(at) / 1000)).toBe(at)
    }),
  )
})

test.each([
  [1.0001, 1010n],
  [2.1, 2100n],
  [2.999, 2990n],
  [4.99, 4950n],
  [9.99, 9900n],
  [19.99, 19_750n],
  [49.9, 49_500n],
  [199, 195_000n],
  [5000, 1_000_000n],
  [Infinity, 1_000_000n],
  [NaN, 1010n],
])('O7 %s is offered as %s thousandths', (odd, at) => {
  expect(toLadder(odd)).toBe(at)
})

test('O7 a given price is rounded to two places', () => {
  expect(toHundredth(4.33)).toBe(4330n)
  expect(implied(toHundredth(2.5))).toBe(0.4)
})

const book = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 3, maxLength: 12 })

test.each(['power', 'odds_ratio'] as const)('O8 a margin added by %s is removed by the same method', (method) => {
  fc.assert(
    fc.property(book, fc.double({ min: 0.001, max: 0.3, noNaN: true }), (parts, margin) => {
      const sum = parts.reduce((total, part) => total + part, 0)
      const p = parts.map((part) => part / sum)
      const withIt = withMargin(p, margin, method)
      expect(overround(withIt)).toBeCloseTo(margin, 9)
      for (const [i, q] of devig(withIt, method).entries()) expect(q).toBeCloseTo(p[i] ?? NaN, 8)
    }),
  )
})

test('O8 a double chance carries its margin on each of its two winners', () => {
  const withIt = withMargin([0.7, 0.75, 0.55], 0.06, 'power', 2)
  expect(overround(withIt, 2)).toBeCloseTo(0.06, 9)
  expect(withIt.every((odd, i) => odd < 1 / ([0.7, 0.75, 0.55][i] ?? 1))).toBe(true)
})

test('O8 a negative margin, or a margin too large for the outcomes, is refused', () => {
  expect(() => withMargin([0.5, 0.5], -0.01)).toThrow(RangeError)
  expect(() => withMargin([0.5, 0.5], 1)).toThrow(RangeError)
  expect(() => withMargin([0.5, 0.5], NaN)).toThrow(RangeError)
})
