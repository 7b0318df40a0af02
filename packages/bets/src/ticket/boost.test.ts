import { money, price } from '@nare/money/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boostFor, boostPercent, nextBoostStep } from './boost.ts'
import type { BoostRules } from './boost.ts'
import { fraction } from '../fraction.ts'

const steps = [
  [3, 5],
  [5, 10],
  [7, 15],
  [8, 20],
  [9, 25],
  [10, 30],
] as const
const rules: BoostRules = {
  table: steps.map(([legs, percent]) => ({ legs, percent })),
  minLeg: price(1500n),
  cap: money(10_000_000n),
}
const stake = money(50_000n)

describe('B21 the table 3-4: 5, 5-6: 10, 7: 15, 8: 20, 9: 25, 10 and more: 30', () => {
  test.each([
    [0, 0],
    [2, 0],
    [3, 5],
    [4, 5],
    [5, 10],
    [6, 10],
    [7, 15],
    [8, 20],
    [9, 25],
    [10, 30],
    [30, 30],
  ])('%i legs give %i percent', (legs, percent) => {
    expect(boostPercent(rules, legs)).toBe(percent)
  })

  test('the order of the table does not matter', () => {
    expect(boostPercent({ ...rules, table: rules.table.toReversed() }, 6)).toBe(10)
    expect(nextBoostStep({ ...rules, table: rules.table.toReversed() }, 2)).toEqual({ legs: 1, percent: 5 })
  })
})

describe('B20 the amount of a boost', () => {
  test('500.00 at 18.60 with five legs: 10 percent of 9,300.00 less the stake is 880.00', () => {
    expect(boostFor(rules, 5, stake, fraction(930_000n, 1n))).toEqual({ percent: 10, amount: 88_000n })
  })

  test('is zero without winnings, and never negative', () => {
    expect(boostFor(rules, 5, stake, fraction(50_000n, 1n)).amount).toBe(0n)
    expect(boostFor(rules, 5, stake, fraction(49_999n, 1n)).amount).toBe(0n)
  })

  test('is at most the cap', () => {
    const capped = { ...rules, cap: money(1000n) }
    expect(boostFor(capped, 5, stake, fraction(930_000n, 1n))).toEqual({ percent: 10, amount: 1000n })
  })

  test('a fraction of a cent in the gross return can raise the boost by a cent', () => {
    const gross = fraction(3999n, 2n)
    expect(boostFor(rules, 3, money(1000n), gross).amount).toBe(2049n - 1999n)
  })

  test('a percentage may have decimals', () => {
    const half = { ...rules, table: [{ legs: 3, percent: 2.5 }] }
    expect(boostFor(half, 3, money(10_000n), fraction(20_000n, 1n)).amount).toBe(250n)
  })

  test('the boosted return is rounded once, not as rounded parts', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 9n),
        fc.bigInt(1n, 2000n),
        fc.integer({ min: 3, max: 12 }),
        (top, bottom, legs) => {
          const gross = fraction(top, bottom)
          const { percent, amount } = boostFor({ ...rules, cap: money(10n ** 12n) }, legs, money(100n), gross)
          const whole = (top * 100n + BigInt(percent) * (top - 100n * bottom)) / (bottom * 100n)
          expect(amount + top / bottom).toBe(top > 100n * bottom ? whole : top / bottom)
        },
      ),
    )
  })
})

test('the next step has the number of missing legs and the percentage, and is undefined at the highest step', () => {
  expect(nextBoostStep(rules, 0)).toEqual({ legs: 3, percent: 5 })
  expect(nextBoostStep(rules, 4)).toEqual({ legs: 1, percent: 10 })
  expect(nextBoostStep(rules, 10)).toBeUndefined()
})
