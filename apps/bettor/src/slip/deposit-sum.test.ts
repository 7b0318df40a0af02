import { money } from '@nare/money/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depositFor } from './deposit-sum.ts'

const terms = { min: '10.00', percent: '5' }

test('the deposit is the missing amount plus its tax, rounded up to whole shillings, and at least the minimum', () => {
  expect(depositFor(money(10_000n), terms)).toBe('106.00')
  expect(depositFor(money(500n), terms)).toBe('10.00')
  expect(depositFor(money(9_500n), terms)).toBe('100.00')
  expect(depositFor(money(10_001n), { ...terms, percent: '0' })).toBe('101.00')
  expect(depositFor(money(100n), { min: '10.50', percent: '5' })).toBe('11.00')
})

test('after its tax the deposit covers the missing amount, and one shilling less does not', () => {
  const cents = fc.bigInt({ min: 1n, max: 10n ** 10n })
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 9_000 }), (missing, rate) => {
      const percent = (rate / 100).toFixed(2)
      const shillings = BigInt(depositFor(money(missing), { min: '0.00', percent }).replace('.00', ''))
      const net = (gross: bigint): bigint => gross - (gross * BigInt(rate)) / 10_000n
      expect(net(shillings * 100n)).toBeGreaterThanOrEqual(missing)
      expect(net((shillings - 1n) * 100n)).toBeLessThan(missing)
    }),
  )
})
