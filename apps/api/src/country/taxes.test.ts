import { describe, expect, test } from 'vitest'
import { StartError } from '#platform/start-error'
import { dayIn, refuseUncollectedTaxes, taxFault, taxesOn, winTaxOn, type TaxRule } from './country.ts'
import { testApp } from '#testing/app'
import { testDatabase } from '#testing/database'
import { ke } from './ke.ts'

/** Noon of a day in Nairobi. */
const noon = (day: string) => new Date(`${day}T09:00:00Z`)
const rates = (day: string) => {
  const { deposit_percent, withdrawal_percent, stake_percent, win_percent } = taxesOn(ke, noon(day))
  return [deposit_percent, withdrawal_percent, stake_percent, win_percent]
}

test.each([
  ['2018-06-30', ['0', '0', '0', '0']],
  ['2018-07-01', ['0', '0', '0', '20']],
  ['2019-11-06', ['0', '0', '0', '20']],
  ['2019-11-07', ['0', '0', '20', '20']],
  ['2020-06-30', ['0', '0', '20', '20']],
  ['2020-07-01', ['0', '0', '0', '20']],
  ['2021-06-30', ['0', '0', '0', '20']],
  ['2021-07-01', ['0', '0', '7.5', '20']],
  ['2023-06-30', ['0', '0', '7.5', '20']],
  ['2023-07-01', ['0', '0', '12.5', '20']],
  ['2024-12-26', ['0', '0', '12.5', '20']],
  ['2024-12-27', ['0', '0', '15', '20']],
  ['2025-06-30', ['0', '0', '15', '20']],
  ['2025-07-01', ['5', '5', '0', '0']],
  ['2026-11-20', ['5', '5', '0', '0']],
])('on %s the Kenyan taxes on deposits, withdrawals, stakes and wins were %j percent', (day, expected) => {
  expect(rates(day)).toEqual(expected)
})

test('a rule begins at midnight in Nairobi, not at midnight UTC', () => {
  expect(taxesOn(ke, new Date('2025-06-30T20:59:59Z')).deposit_percent).toBe('0')
  expect(taxesOn(ke, new Date('2025-06-30T21:00:00Z')).deposit_percent).toBe('5')
  expect(dayIn('Africa/Nairobi', new Date('2025-06-30T21:00:00Z'))).toBe('2025-07-01')
})

test('a later rule changes the rate, whatever the order of the rules', () => {
  const later = {
    ...ke,
    taxes: [{ from: '2027-01-01', kind: 'excise', base: 'deposit', percent: '7.5' } as const, ...ke.taxes],
  }
  expect(taxesOn(later, noon('2026-12-31')).deposit_percent).toBe('5')
  expect(taxesOn(later, noon('2027-01-01')).deposit_percent).toBe('7.5')
})

const withTax = (rule: TaxRule) => ({ ...ke, taxes: [rule, ...ke.taxes] })
const today = noon('2026-11-20')

test('the platform starts with the rules of Kenya, because its tax on stakes has ended', () => {
  expect(() => refuseUncollectedTaxes(ke, today)).not.toThrow()
})

test.each([
  ['excise', 'stake', '2026-11-20'],
  ['excise', 'stake', '2025-07-02'],
  ['excise', 'stake', '2027-01-01'],
  ['withholding', 'stake', '2031-07-01'],
] as const)(
  'a country with %s on each %s from %s on does not start, and the error names the tax and the day',
  (kind, base, from) => {
    const start = () => refuseUncollectedTaxes(withTax({ from, kind, base, percent: '0.5' }), today)
    expect(start).toThrow(StartError)
    expect(start).toThrow(new RegExp(`${kind} of 0.5 % on each ${base} from ${from} on`))
  },
)

test('the platform starts on the day on which a tax on stakes ends, and not on the day before', () => {
  const ending = { ...ke, taxes: ke.taxes.filter((rule) => rule.from < '2025-07-02' && rule.base !== 'win') }
  expect(() => refuseUncollectedTaxes(ending, new Date('2025-06-30T21:00:00Z'))).not.toThrow()
  expect(() => refuseUncollectedTaxes(ending, new Date('2025-06-30T20:59:59Z'))).toThrow(/excise of 15 % on each stake/)
})

test.each(['deposit', 'withdrawal', 'win'] as const)(
  'a tax on each %s does not prevent the start, because it is collected',
  (base) => {
    for (const from of ['2026-11-20', '2027-01-01'])
      expect(() => refuseUncollectedTaxes(withTax({ from, kind: 'excise', base, percent: '9' }), today)).not.toThrow()
  },
)

describe('the tax on wins', () => {
  const taxes: TaxRule[] = [
    { from: '2018-07-01', kind: 'withholding', base: 'win', percent: '20' },
    { from: '2021-07-01', kind: 'withholding', base: 'win', percent: '15' },
    { from: '2022-07-01', kind: 'withholding', base: 'win', percent: '10', product: 'sports' },
    { from: '2025-07-01', kind: 'withholding', base: 'win', percent: '15', product: 'sports', of: 'gross' },
    { from: '2026-07-01', kind: 'withholding', base: 'win', percent: '12', product: 'casino' },
    { from: '2026-07-01', kind: 'withholding', base: 'win', percent: '18' },
  ]

  test.each([
    ['2018-06-30', 'sports', { percent: '0', of: 'net' }],
    ['2018-07-01', 'sports', { percent: '20', of: 'net' }],
    ['2022-06-30', 'sports', { percent: '15', of: 'net' }],
    ['2022-07-01', 'sports', { percent: '10', of: 'net' }],
    ['2022-07-01', 'league', { percent: '15', of: 'net' }],
    ['2025-07-01', 'sports', { percent: '15', of: 'gross' }],
    ['2026-07-01', 'sports', { percent: '18', of: 'net' }],
    ['2026-07-01', 'casino', { percent: '12', of: 'net' }],
  ] as const)('of %s on %s is %j: the latest row, and of one day that of the product', (day, product, expected) => {
    expect(winTaxOn(taxes, { day, product })).toEqual(expected)
    expect(winTaxOn(taxes.toReversed(), { day, product })).toEqual(expected)
  })

  const change = (after: TaxRule[]) =>
    taxFault({ before: taxes, after: [...taxes, ...after], at: today, timeZone: ke.timeZone })?.sentence
  const from = (day: string): TaxRule => ({ from: day, kind: 'withholding', base: 'win', percent: '5' })

  test('changes only from a later day on, so that the rate of each day is known when it begins', () => {
    expect(change([from('2026-11-19')])).toMatch(/Rates from days before 2026-11-20 stay/)
    expect(change([from('2026-11-20')])).toBe('A tax on each win begins on a later day')
    expect(change([from('2026-11-21')])).toBeUndefined()
  })
})

test('the application does not open with a tax on stakes that is not collected', async () => {
  const base = await testDatabase({ size: 2 })
  const tax = { from: '2026-01-01', kind: 'excise', base: 'stake', percent: '12.5' } as const
  const opened = testApp({}, { base, size: 2, country: { taxes: [...ke.taxes, tax] } })
  await expect(opened).rejects.toThrow(/excise of 12.5 % on each stake from 2026-01-01 on/)
  await base.close()
})
