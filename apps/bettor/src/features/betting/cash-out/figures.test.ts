import { expect, test } from 'vitest'
import { figuresOf, isLess, excessOver, partOf, percentOf, ruleFault } from './figures.ts'

const quote = { amount: '286.41', left: { stake: '100.00', possible_win: '574.92' } }

test('the payout and the lost possible win of a part are rounded down to the cent, and the rest stays on the bet', () => {
  expect(figuresOf(quote, '1')).toEqual({ pays: '286.41', givesUp: '574.92', stays: undefined })
  expect(figuresOf(quote, '0.50')).toEqual({
    ...{ pays: '143.20', givesUp: '287.46' },
    stays: { stake: '50.00', possible_win: '287.46' },
  })
  expect(figuresOf({ amount: '10.00', left: { stake: '20.03', possible_win: '60.09' } }, '0.25')).toEqual({
    ...{ pays: '2.49', givesUp: '15.00' },
    stays: { stake: '15.03', possible_win: '45.09' },
  })
})

test('the possible win that is given up and the one that stays sum to the whole possible win, for every part and uneven stakes', () => {
  for (const part of [1, 5, 25, 50, 75, 95, 100].map(partOf)) {
    for (const stake of [1, 7, 2003, 99_999]) {
      const left = { stake: (stake / 100).toFixed(2), possible_win: ((stake * 3.37) / 100).toFixed(2) }
      const { givesUp, stays } = figuresOf({ amount: '1.00', left }, part)
      const sum = Math.round((Number(givesUp) + Number(stays?.possible_win ?? 0)) * 100)
      expect(sum, `${part} of ${left.stake}`).toBe(Math.round(Number(left.possible_win) * 100))
    }
  }
})

test('amounts compare as money, not as text', () => {
  expect([isLess('99.00', '100.00'), isLess('100.00', '100.00'), isLess('100.1', '100.01')]).toEqual([
    ...[true, false, false],
  ])
})

test('the excess over the shown amount is returned only if more was paid', () => {
  expect([excessOver('91.00', '86.40'), excessOver('86.40', '86.40'), excessOver('80.00', '86.40')]).toEqual([
    ...['4.60', undefined, undefined],
  ])
})

test('the amount of a rule must be above the current value and at most the possible win', () => {
  const now = { amount: '80.00', left: { stake: '100.00', possible_win: '210.00' } }
  const faults = ['', 'abc', '0', '80', '80.01', '210.00', '210.01'].map((typed) => ruleFault(typed, now))
  expect(faults).toEqual(['no_amount', 'no_amount', 'no_amount', 'reached', undefined, undefined, 'never'])
  expect(ruleFault('50', { ...now, amount: undefined })).toBeUndefined()
})

test('a part in percent is the part of the command, and "1" is all of the bet', () => {
  expect([1, 5, 50, 95, 100].map(partOf)).toEqual(['0.01', '0.05', '0.50', '0.95', '1'])
  expect([1, 5, 50, 95, 100].map((percent) => percentOf(partOf(percent)))).toEqual([1, 5, 50, 95, 100])
})
