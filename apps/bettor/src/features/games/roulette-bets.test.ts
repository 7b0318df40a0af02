import { money } from '@nare/money/money'
import { expect, test } from 'vitest'
import {
  largestWinOf,
  betsOf,
  chipsMax,
  chipText,
  colourOf,
  costOf,
  wheelOrder,
  withChip,
  type Chip,
} from './roulette-bets.ts'

const table = (...chips: readonly [on: string, value: string][]): readonly Chip[] =>
  chips.reduce<readonly Chip[]>((all, [on, value]) => withChip(all, { on, value }), [])

test('chips on one field are one bet, and the stake is the sum of all chips', () => {
  const chips = table(['17', '20'], ['red', '50'], ['17', '20.50'])
  expect(betsOf(chips)).toEqual([
    { on: '17', amount: '40.50' },
    { on: 'red', amount: '50.00' },
  ])
  expect(costOf(chips)).toBe(9_050n)
})

test('the largest win counts every bet that covers the best number', () => {
  expect(largestWinOf(table(['17', '10'], ['black', '10'], ['dozen 2', '10']))).toBe(money(36_000n + 2_000n + 3_000n))
  expect(largestWinOf([])).toBe(0n)
})

test('an invalid amount places no chip, and a full table accepts no further chip', () => {
  expect(table(['17', ''], ['17', '0'], ['17', 'x'])).toEqual([])
  const full = table(...Array.from({ length: chipsMax + 5 }, (): [string, string] => ['17', '1']))
  expect(full).toHaveLength(chipsMax)
})

test('the wheel has each number once, and red and black alternate after the zero', () => {
  expect(wheelOrder.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 37 }, (_, n) => n))
  expect(wheelOrder.map(colourOf)).toEqual(
    wheelOrder.map((_, at) => (at === 0 ? 'green' : at % 2 === 1 ? 'red' : 'black')),
  )
})

test('a chip shows its amount in at most four characters, rounded down', () => {
  const amounts = ['20.00', '2.50', '0.10', '50.00', '100.00', '250.75', '1000.00', '1290.00', '15900.00']
  expect(amounts.map(chipText)).toEqual(['20', '2.5', '0.1', '50', '100', '250', '1k', '1.2k', '15k'])
})

test('a split and a street count in the largest win', () => {
  expect(largestWinOf(table(['split 17-20', '10'], ['street 16-17-18', '10'], ['17', '10']))).toBe(
    money(18_000n + 12_000n + 36_000n),
  )
})
