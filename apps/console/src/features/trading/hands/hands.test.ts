import type { SheetMarket } from '@nare/contract/operator-trading-board'
import { expect, test } from 'vitest'
import { marketName, outcomeName } from './names.ts'
import { holding, idsAt, ruleAt, scopeName, stopOf, type HandMatch, type Rule, type SetStop } from './scopes.ts'

const match: HandMatch = {
  ...{ match_id: '10000001', sport_id: '79', competition_id: '500001', competition: 'Premier League' },
  ...{ home_team: 'Simba', away_team: 'Chui' },
}
const rule = (kind: Rule['kind'], level: Rule['level'], id: string, value: string | null): Rule => ({
  ...{ kind, level, id, value, since: null, by: null },
})

test('of limits the lowest holds, of margins the one of the narrowest level, and a plan holds nothing yet', () => {
  const rules = [
    rule('stake', 'all', '', '1000.00'),
    rule('stake', 'match', '10000001', '200.00'),
    rule('stake', 'market', '10000001:18', '50.00'),
    rule('stake', 'competition', '500001', null),
    rule('margin', 'match', '10000001', '6.5'),
    rule('margin', 'market', '18', '9'),
    rule('margin', 'market', '10000001:18', '7'),
  ]
  const of = (marketId: string | undefined) => ({ match, marketId })
  expect(holding(rules, 'stake', of('1'))?.value).toBe('200.00')
  expect(holding(rules, 'stake', of('18'))?.value).toBe('50.00')
  expect(holding(rules, 'margin', of('1'))?.value).toBe('6.5')
  expect(holding(rules, 'margin', of('18'))?.value).toBe('7')
  expect(holding(rules, 'liability', of('1'))).toBeUndefined()
})

test('a level names what concerns the match', () => {
  expect(idsAt('all', match, undefined)).toEqual([])
  expect(idsAt('competition', match, undefined)).toEqual(['500001'])
  expect(idsAt('market', match, '18')).toEqual(['10000001:18'])
  expect(idsAt('market', match, undefined)).toBeUndefined()
  const own = rule('stake', 'match', '10000001', '5.00')
  expect(ruleAt([own], { kind: 'stake', level: 'match', ids: ['10000001'] })).toBe(own)
  expect(ruleAt([own], { kind: 'liability', level: 'match', ids: ['10000001'] })).toBeUndefined()
})

test('markets and outcomes are called as the page lists them, or by number and key where it does not know them', () => {
  const market = (sub_type_id: string, name: string, line: string, odd_key: string, shown: string): SheetMarket => ({
    ...{ sub_type_id, name, line, state: 'open', margin_percent: null, at: null, source: null },
    outcomes: [
      {
        ...{ odd_key, display: shown, price: '1.90', fair: null, by_hand: null },
        bets: 0,
        staked: '0',
        if_it_wins: '0',
      },
    ],
  })
  const markets = [
    market('1', '1X2', '', 'draw', 'X'),
    market('18', 'Total', '2.5', 'over 2.5', 'Over 2.5'),
    market('8', 'Goal 3', '3', '3 none', 'None'),
  ]
  expect([marketName(markets, '1'), marketName(markets, '18', '2.5'), marketName(markets, '18')]).toEqual([
    ...['1X2', 'Total 2.5', 'Total'],
  ])
  expect([marketName(markets, '8', '3'), marketName(markets, '77', '1')]).toEqual(['Goal 3', 'market 77 1'])
  expect([
    ...[outcomeName(markets, '1', 'draw'), outcomeName(markets, '18', 'over 2.5')],
    ...[outcomeName(markets, '8', '3 none'), outcomeName(markets, '1', 'home_team')],
  ]).toEqual(['1X2: X', 'Total 2.5: Over 2.5', 'Goal 3: None', 'market 1: Home team'])
})

test('a stop is found by exactly its part, and named in a sentence', () => {
  const stop = (line: string | null, odd_key: string | null): SetStop => ({
    ...{ level: 'market', id: '18', line, odd_key, by: 'baraka', since: null },
  })
  const stops = [stop('2.5', null), stop('2.5', 'over 2.5')]
  const part = { marketId: '18', line: '2.5', name: 'Total 2.5' }
  expect(stopOf(stops, part)).toBe(stops[0])
  expect(stopOf(stops, { ...part, oddKey: 'over 2.5' })).toBe(stops[1])
  expect(stopOf(stops, { marketId: '18', name: 'Total' })).toBeUndefined()
  expect(scopeName({ level: 'live' })).toBe('all live matches')
  expect(scopeName({ level: 'market', match, ...part })).toBe('Total 2.5 of Simba – Chui')
})
