import { expect, test } from 'vitest'
import {
  balanceBefore,
  cashOutNow,
  decimalOf,
  endingOf,
  hasPaid,
  typedHundredths,
  percentText,
  shortTimes,
  tenThousandths,
  timesText,
} from './figures.ts'

test('a round is won only if its payout is above its stakes', () => {
  const ending = (payout: string) => endingOf({ staked: '20.00', payout })
  expect(['0.00', '19.99', '20.00', '20.01'].map(ending)).toEqual(['lost', 'part', 'even', 'won'])
})

test('a round has paid if its payout is at least one cent', () => {
  expect(['0.00', '0.01', '12', ''].map((payout) => hasPaid({ payout }))).toEqual([false, true, true, false])
})

test('a doubled hand that pays its first stake twice is even, not won', () => {
  expect(endingOf({ staked: '40.00', payout: '40.00' })).toBe('even')
})

test('multipliers are rounded down', () => {
  expect(tenThousandths('1.9899')).toBe(19_899n)
  expect(timesText(19_899n)).toBe('1.98×')
  expect([2_000n, 10_000n, 15_000n, 10_000_000n].map(shortTimes)).toEqual(['0.2', '1', '1.5', '1,000'])
  expect(timesText(0n)).toBe('0×')
})

test('a cash-out pays the stake times the multiplier of the last response, rounded down to the cent', () => {
  expect(cashOutNow({ stake: '20.00', multiplier: '1.1250' })).toBe('22.50')
  expect(cashOutNow({ stake: '0.03', multiplier: '1.9999' })).toBe('0.05')
})

test('percentages have at most three digits, and four digits near 100 %', () => {
  expect([0.495, 0.000_99, 1 / 13, 0.9999].map(percentText)).toEqual(['49.5%', '0.099%', '7.69%', '99.99%'])
})

test('decimals are parsed and formatted in hundredths', () => {
  expect(decimalOf(5_050)).toBe('50.50')
  expect(['50.5', '50,5', ' 7 ', '1,000', '1.234', '', '-1'].map(typedHundredths)).toEqual([
    5_050,
    5_050,
    700,
    100_000,
    undefined,
    undefined,
    undefined,
  ])
})

test('the balance does not tell what a ball in the air will pay', () => {
  expect(balanceBefore('180.50', [{ payout: '80.00' }, { payout: '0.00' }, { payout: '0.50' }])).toBe('100.00')
  expect(balanceBefore('180.50', [])).toBe('180.50')
  expect(balanceBefore('10.00', [{ payout: '80.00' }])).toBe('10.00')
})
