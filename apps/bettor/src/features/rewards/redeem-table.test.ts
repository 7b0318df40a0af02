import { expect, test } from 'vitest'
import { bonusFor, choicesOf, mostOf, stepOf } from './redeem-table.ts'

const rows = [
  { points: 100, bonus: '1.00' },
  { points: 1000, bonus: '12.00' },
  { points: 500, bonus: '5.50' },
]

test('points are redeemed in steps of the smallest row', () => {
  expect([stepOf(rows), mostOf(rows, 1299), mostOf(rows, 99), mostOf([], 500)]).toEqual([100, 1200, 0, 0])
  expect([150, 0, -100, 1.5, Number.NaN].map((each) => bonusFor(rows, each))).toEqual(Array(5).fill(undefined))
})

test('the bonus is computed from the largest rows downwards, exact to the cent', () => {
  expect([100, 400, 500, 600, 1700, 2000].map((each) => bonusFor(rows, each))).toEqual([
    ...['1.00', '4.00', '5.50', '6.50', '19.50', '24.00'],
  ])
  expect(bonusFor([], 100)).toBeUndefined()
})

test('the choices are the affordable rows and the maximum', () => {
  expect(choicesOf(rows, 1299)).toEqual([100, 500, 1000, 1200])
  expect(choicesOf(rows, 500)).toEqual([100, 500])
  expect([choicesOf(rows, 40), choicesOf([], 400)]).toEqual([[], []])
})
