import { goalsOf } from './goals.ts'
import type { MarketView } from '@nare/contract/catalog'
import { expect, test } from 'vitest'
import { byMarket, closedLines, goalsNeeded, inColumns, isTotal, offeredLines, winnersOf } from './markets.ts'

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

test('only totals have their lines under common headings', () => {
  const total18 = (...lines: MarketView[]) => byMarket(lines).map(isTotal)[0]
  expect(total18(total('1.5'), total('2.5'))).toBe(true)
  expect(total18(line('16', '-0.5', [['home_team minus 0.5'], ['away_team plus 0.5']]))).toBe(false)
  expect(total18(line('36', '2.5', [['over 2.5 yes'], ['under 2.5 yes']]))).toBe(false)
  expect(total18(line('1', '', [['home_team'], ['draw'], ['away_team']]))).toBe(false)
})

test('a line says how many more goals are needed, until it is decided', () => {
  const needed = (id: string, value: string) => goalsNeeded(line(id, value, []), { home: 2, away: 1 })
  expect(['2.5', '3', '3.5', '4.5'].map((value) => needed('18', value))).toEqual([undefined, 1, 1, 2])
  expect([needed('19', '2.5'), needed('20', '2.5')]).toEqual([1, 2])
  expect([needed('18', '3.25'), needed('68', '3.5'), needed('18', '')]).toEqual([undefined, undefined, undefined])
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

test('markets are in two columns of about the same height, the first two at the top', () => {
  const long = [total('0.5'), total('1.5'), total('2.5')]
  const short = ['1', '8', '10', '11'].map((id) => line(id, '', [['home_team'], ['away_team']]))
  const ids = (count: number) =>
    inColumns(byMarket([...long, ...short]), count).map((column) => column.map(({ sub_type_id }) => sub_type_id))
  expect(ids(1)).toEqual([['18', '1', '8', '10', '11']])
  expect(ids(2)).toEqual([
    ['18', '10'],
    ['1', '8', '11'],
  ])
})
