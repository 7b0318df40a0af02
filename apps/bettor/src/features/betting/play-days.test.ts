import type { BetDay } from '@nare/contract/bet-days'
import type { BetView } from '@nare/contract/betting'
import { expect, test } from 'vitest'
import { openSum } from './open-bets/open-sum.ts'
import { byDay, courseOf, isOfGame, isSettledOn, lineOf, sumOf } from './play-days.ts'
import { isWin } from './won/is-win.ts'

const sum = (day: string, staked: string, returned: string, game?: string): BetDay => ({
  ...{ day, product: game ? 'games' : 'sports', bets: 1, staked, returned },
  ...(game && { game, name: game }),
  net: (Number(returned) - Number(staked)).toFixed(2),
})

test('days and games sum to what was staked, returned, and won or lost, also below zero and to the cent', () => {
  const sums = [sum('2026-11-29', '0.10', '0.30'), sum('2026-11-28', '740.20', '690.05', 'dice')]
  expect(sumOf(sums)).toEqual({ staked: '740.30', returned: '690.35', net: '-49.95' })
  expect(sumOf([])).toEqual({ staked: '0.00', returned: '0.00', net: '0.00' })
})

test('the course goes from day to day over days without play, and its line has zero where nothing was won or lost', () => {
  const sums = [
    sum('2026-11-29', '100.00', '0.00'),
    sum('2026-11-29', '20.00', '50.00', 'dice'),
    sum('2026-11-27', '10.00', '80.00'),
  ]
  const course = courseOf(sums, { today: '2026-11-29', count: 4 })
  expect(course).toEqual([0, 7000, 7000, 0])
  expect(lineOf(course, { width: 40, height: 10 })).toEqual({ points: '0,10 10,10 20,0 30,0 40,10', zero: 10 })
  expect(lineOf([0, 0], { width: 40, height: 10 })).toEqual({ points: '0,5 20,5 40,5', zero: 5 })
})

test('rounds are rows of games by day; tickets are none', () => {
  const sums = [
    sum('2026-11-29', '20.00', '0.00', 'dice'),
    sum('2026-11-29', '5.00', '0.00'),
    sum('2026-11-28', '9.00', '0.00', 'keno'),
  ]
  const days = byDay(sums.filter(isOfGame))
  expect(days.map(({ day, games }) => [day, games.map(({ game }) => game)])).toEqual([
    ['2026-11-29', ['dice']],
    ['2026-11-28', ['keno']],
  ])
})

test('a bet is settled on a day of the country, not of UTC', () => {
  expect(isSettledOn({ settled_at: '2026-11-28T21:30:00.000Z' }, '2026-11-29')).toBe(true)
  expect(isSettledOn({}, '2026-11-29')).toBe(false)
})

const bet = (changes: Partial<BetView>): BetView =>
  ({
    product: 'sports',
    state: 'won',
    stake: '100.00',
    returned: '210.00',
    possible_win: '210.00',
    ...changes,
  }) as BetView

test('only a ticket that won more than its stake has a moment: no game, no return of the stake, no cash-out', () => {
  expect(isWin(bet({}))).toBe(true)
  for (const not of [
    { returned: '100.00' },
    { state: 'cashed_out' },
    { product: 'games' },
    { product: 'casino' },
  ] as const)
    expect(isWin(bet(not)), JSON.stringify(not)).toBe(false)
})

test('open bets sum what is left of them after cash-outs, and a share of a pool has no amount yet', () => {
  const left = { stake: '50.00', possible_win: '287.46' }
  expect(openSum([bet({}), bet({ left }), bet({ possible_win: null, stake: '20.00' })])).toEqual({
    stake: '170.00',
    win: '497.46',
  })
})
