import { expect, test } from 'vitest'
import { taxOf, taxPercent, withdrawalOf } from './tax.ts'

const taxes = [
  { kind: 'excise', base: 'deposit', percent: '5', from: '2025-07-01' },
  { kind: 'excise', base: 'deposit', percent: '7.5', from: '2027-01-01' },
  { kind: 'withholding', base: 'withdrawal', percent: '5', from: '2025-07-01' },
]

test('the rate of a day is the latest rate that started by then', () => {
  expect(taxPercent(taxes, 'deposit', '2026-11-20')).toBe('5')
  expect(taxPercent(taxes, 'deposit', '2027-01-01')).toBe('7.5')
  expect(taxPercent(taxes, 'deposit', '2020-01-01')).toBe('0')
})

test('a tax is rounded down to the cent', () => {
  expect(taxOf('100', '5')).toEqual({ tax: '5.00', net: '95.00' })
  expect(taxOf('99', '7.5')).toEqual({ tax: '7.42', net: '91.58' })
  expect(taxOf('', '5')).toBeUndefined()
})

test('a withdrawal sends as many whole shillings as the amount covers with their tax; the rest stays in the wallet', () => {
  expect(withdrawalOf('1000', '5')).toEqual({ tax: '47.60', net: '952.00', debited: '999.60', left: '0.40' })
  expect(withdrawalOf('100.50', '0')).toEqual({ tax: '0.00', net: '100.00', debited: '100.00', left: '0.50' })
  expect(withdrawalOf('0.99', '5')).toBeUndefined()
})
