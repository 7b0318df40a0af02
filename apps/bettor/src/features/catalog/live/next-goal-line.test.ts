import type { MarketView } from '@nare/contract/catalog'
import { expect, test } from 'vitest'
import { nextGoalLine } from './next-goal-line.ts'

const line: MarketView = {
  sub_type_id: '8',
  name: 'Next goal 1',
  special_bet_value: '1',
  state: 'open',
  odds: [
    { odd_key: 'home_team 1', display: '1', odd_value: '1.80', outcome_id: '6' },
    { odd_key: 'none 1', display: 'None', odd_value: '9.00', outcome_id: '7' },
    { odd_key: 'away_team 1', display: '2', odd_value: '2.10', outcome_id: '8' },
  ],
}

test('the line of the next goal has the number of that goal, and hides the prices of other goals', () => {
  expect(nextGoalLine(line, 1)).toBe(line)
  const third = nextGoalLine(line, 3)
  expect([third.name, third.special_bet_value]).toEqual(['Next goal 3', '3'])
  expect(third.odds.map(({ odd_key, display, odd_value }) => [odd_key, display, odd_value])).toEqual([
    ['home_team 3', '1', null],
    ['none 3', 'None', null],
    ['away_team 3', '2', null],
  ])
})
