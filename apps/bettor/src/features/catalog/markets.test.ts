import { goalsOf } from './goals.ts'
import type { MarketView } from '@nare/contract/catalog'
import { expect, test } from 'vitest'
import { byMarket, closedLines, lineHead, offeredLines, tableKind, winnersOf } from './markets.ts'

type Cell = [key: string, result?: 'won' | 'lost' | 'half_won']

function line(id: string, value: string, cells: Cell[], state: MarketView['state'] = 'open'): MarketView {
  const odds = cells.map(([odd_key, result]) => ({
    odd_key,
    display: odd_key,
    odd_value: '2.00',
    outcome_id: odd_key,
    ...(result && { result }),
  }))
  return { sub_type_id: id, name: `Market ${id}`, special_bet_value: value, state, odds }
}

const total = (value: string, state?: MarketView['state']) =>
  line('18', value, [[`over ${value}`], [`under ${value}`]], state)

test('a line that was closed before the page opened is absent; a line that closes later keeps its row', () => {
  const before = closedLines([total('0.5', 'closed'), total('1.5')])
  const now = [total('0.5', 'closed'), total('1.5', 'closed'), total('2.5')]
  expect(offeredLines(now, before).map(({ special_bet_value }) => special_bet_value)).toEqual(['1.5', '2.5'])
  expect(offeredLines([total('0.5')], before)).toHaveLength(1)
})

test('only totals and handicaps are tables', () => {
  const kind = (...lines: MarketView[]) => byMarket(lines).map(tableKind)[0]
  expect(kind(total('1.5'), total('2.5'))).toBe('total')
  expect(kind(line('16', '-0.5', [['home_team minus 0.5'], ['away_team plus 0.5']]))).toBe('handicap')
  expect(kind(line('14', '0:1', [['home_team 0:1'], ['draw 0:1'], ['away_team 0:1']]))).toBe('handicap')
  expect(kind(line('8', '1', [['home_team 1'], ['none 1'], ['away_team 1']]))).toBeUndefined()
  expect(kind(line('35', '', [['home_team yes'], ['home_team no']]))).toBeUndefined()
  expect(kind(line('36', '2.5', [['over 2.5 yes'], ['under 2.5 yes']]))).toBeUndefined()
  expect(kind(line('1', '', [['home_team'], ['draw'], ['away_team']]))).toBeUndefined()
})

test('the heading of a row is its line, or the line of each side for an Asian handicap', () => {
  expect(lineHead(total('2.5'))).toBe('2.5')
  const asian = line('16', '-1', [['home_team minus 1'], ['away_team plus 1']])
  const odds = asian.odds.map((outcome, n) => ({ ...outcome, display: ['1 (-1)', '2 (+1)'][n] ?? '' }))
  expect(lineHead({ ...asian, odds })).toBe('-1 / +1')
})

test('winning outcomes, including half wins, are listed by market, with the lines of a market together', () => {
  const odds = [
    line('1', '', [
      ['home_team', 'won'],
      ['draw', 'lost'],
    ]),
    line('18', '1.5', [
      ['over 1.5', 'won'],
      ['under 1.5', 'lost'],
    ]),
    line('18', '2.25', [
      ['over 2.25', 'half_won'],
      ['under 2.25', 'lost'],
    ]),
    line('29', '', [['yes', 'lost'], ['no']]),
  ]
  expect(winnersOf(odds).map(({ name, outcomes }) => [name, outcomes.map(({ odd_key }) => odd_key)])).toEqual([
    ['Market 1', ['home_team']],
    ['Market 18', ['over 1.5', 'over 2.25']],
  ])
})

test('each goal has the score after it', () => {
  expect(goalsOf(['home', 'away', 'home']).map(({ score }) => score)).toEqual(['1–0', '1–1', '2–1'])
})
