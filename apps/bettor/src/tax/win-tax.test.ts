import { expect, test } from 'vitest'
import { winTaxPreview } from './win-tax.ts'

const taxes = [
  { kind: 'withholding', base: 'win', percent: '15', from: '2025-07-01' },
  { kind: 'withholding', base: 'win', percent: '12.5', from: '2026-07-01', product: 'league', of: 'gross' as const },
  { kind: 'withholding', base: 'win', percent: '0', from: '2027-01-01' },
]
const today = { day: '2026-11-20', product: 'sports' }
const one = { stake: '1000', win: '5000.00' }

test('the preview of a payout is what the tax on winnings leaves of it', () => {
  expect(winTaxPreview(taxes, [one], today)).toEqual({ percent: '15', amount: '600.00', paid: '4400.00' })
  expect(winTaxPreview(taxes, [one], { ...today, product: 'league' })).toMatchObject({
    amount: '625.00',
    paid: '4375.00',
  })
  expect(winTaxPreview(taxes, [{ ...one, bonus: '1000' }], today)).toMatchObject({ amount: '750.00' })
})

test('each of several singles has a tax of its own', () => {
  const wins = [one, { stake: '100', win: '100.07' }, { stake: '100', win: '100.07' }]
  expect(winTaxPreview(taxes, wins, today)).toMatchObject({ amount: '600.02', paid: '4600.12' })
})

test('there is no preview without such a tax or without an amount', () => {
  expect(winTaxPreview(taxes, [one], { ...today, day: '2025-06-30' })).toBeUndefined()
  expect(winTaxPreview(taxes, [one], { ...today, day: '2027-01-01' })).toBeUndefined()
  expect(winTaxPreview([], [one], today)).toBeUndefined()
  expect(winTaxPreview(taxes, [{ ...one, stake: '' }], today)).toBeUndefined()
})
