import { expect, test } from 'vitest'
import { combinationChance } from '@nare/odds/combination'
import { otherSports } from '@nare/odds/other-sports'
import type { LinePrices } from './feeds/port.ts'
import { givenBoard, otherGiven, randomBoard, randomFrom, sureReturnOf, type Board } from '#testing/random-boards'
import { withCombinations } from '#testing/random-combinations'

/** Boards with books of at least 100 percent: extreme favourites, exact books and few goals. */
const extreme: readonly Board[] = [
  givenBoard([1.02, 20, 60], [1.4, 2.8]),
  givenBoard([1.01, 50, 200], [1.9, 1.9]),
  givenBoard([200, 50, 1.01], [1.05, 9]),
  givenBoard([1.02, 51, 1000], [1.9, 1.9]),
  givenBoard([1.05, 32, 60], [2, 2]),
  givenBoard([2, 4, 4], [2, 2]),
  givenBoard([15, 1.1, 15], [12, 1.02]),
  givenBoard([2.1, 3.4, 3.6], [1.9, 1.9]),
  ...otherSports.flatMap((sport) => [
    otherGiven(sport, { home: 1.01, away: 40 }),
    otherGiven(sport, { home: 2, away: 2 }),
    otherGiven(sport, { home: 25, away: 1.03 }),
  ]),
]

test('no stakes on a board and on combinations of its picks return more than one shilling for each shilling, whatever happens', async () => {
  const random = randomFrom(20_260)
  const boards = [...extreme, ...Array.from({ length: 100 - extreme.length }, (_, n) => randomBoard(random, n))]
  for (const plain of boards) {
    const board = withCombinations(plain, random)
    const { value, stakes } = await sureReturnOf(board)
    expect(
      value,
      `${board.name} ${stakes.map(([bet, stake]) => `${bet.marketId} ${bet.key} @ ${bet.odds}: ${stake}`).join()}`,
    ).toBeLessThanOrEqual(1 + 1e-8)
  }
})

test('a board that pays too much has a sure return', async () => {
  const board = givenBoard([2.1, 3.4, 3.6], [1.9, 1.9])
  const total = board.lines.filter(({ marketId, line }) => marketId === '18' && line === '1.5')
  const lines = total.map((one) => ({ ...one, prices: [2500n, 3500n] }))
  const { value, stakes } = await sureReturnOf({ ...board, lines }, 0)
  expect(value).toBeCloseTo((2.5 * 3.5) / 6, 9)
  expect(stakes.map(([{ key }, stake]) => [key, stake.toFixed(6)])).toEqual([
    ['over 1.5', '0.583333'],
    ['under 1.5', '0.416667'],
  ])
})

test('combinations that pay more than the fair odds and cover every end have a sure return', async () => {
  const board = givenBoard([2.1, 3.4, 3.6], [1.9, 1.9])
  const lines = ['home_team', 'draw', 'away_team'].flatMap((result) =>
    ['yes', 'no'].map((both): LinePrices => {
      const line = `m1 ${result} and m29 ${both}`
      const chance = board.model && combinationChance(board.model, line)
      const price = BigInt(Math.round(1100 / (chance ?? NaN)))
      return { marketId: '900', line, state: 'open', keys: [line], prices: [price] }
    }),
  )
  const { value, stakes } = await sureReturnOf({ ...board, lines: [...board.lines, ...lines] }, 0)
  expect(value).toBeCloseTo(1.1, 3)
  expect(stakes.filter(([{ marketId }]) => marketId === '900').length).toBeGreaterThan(0)
})
