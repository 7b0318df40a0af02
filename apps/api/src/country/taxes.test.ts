import { expect, test } from 'vitest'
import { dayIn, taxesOn } from './country.ts'
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
])('on %s Kenya took of deposits, withdrawals, stakes and wins %j percent', (day, expected) => {
  expect(rates(day)).toEqual(expected)
})

test('a rule begins at midnight in Nairobi, not in Greenwich', () => {
  expect(taxesOn(ke, new Date('2025-06-30T20:59:59Z')).deposit_percent).toBe('0')
  expect(taxesOn(ke, new Date('2025-06-30T21:00:00Z')).deposit_percent).toBe('5')
  expect(dayIn('Africa/Nairobi', new Date('2025-06-30T21:00:00Z'))).toBe('2025-07-01')
})

test('a rate is changed by a row, whatever the order of the rows', () => {
  const later = {
    ...ke,
    taxes: [{ from: '2027-01-01', kind: 'excise', base: 'deposit', percent: '7.5' } as const, ...ke.taxes],
  }
  expect(taxesOn(later, noon('2026-12-31')).deposit_percent).toBe('5')
  expect(taxesOn(later, noon('2027-01-01')).deposit_percent).toBe('7.5')
})
