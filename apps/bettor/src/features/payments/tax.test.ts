import { expect, test } from 'vitest'
import { taxOf, taxPercent } from './tax.ts'

const taxes = [
  { kind: 'excise', base: 'deposit', percent: '5', from: '2025-07-01' },
  { kind: 'excise', base: 'deposit', percent: '7.5', from: '2027-01-01' },
  { kind: 'withholding', base: 'withdrawal', percent: '5', from: '2025-07-01' },
]

test('the rate is the latest that began by the day', () => {
  expect(taxPercent(taxes, 'deposit', '2026-11-20')).toBe('5')
  expect(taxPercent(taxes, 'deposit', '2027-01-01')).toBe('7.5')
  expect(taxPercent(taxes, 'deposit', '2020-01-01')).toBe('0')
})

test('a tax is cut to the cent and the rest goes on', () => {
  expect(taxOf('100', '5')).toEqual({ tax: '5.00', net: '95.00' })
  expect(taxOf('99', '7.5')).toEqual({ tax: '7.42', net: '91.58' })
  expect(taxOf('', '5')).toBeUndefined()
})
