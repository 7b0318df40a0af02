import { expect, test } from 'vitest'
import {
  brokenBound,
  costOf,
  outcomesOf,
  sizeOf,
  tierPays,
  toggledOutcome,
  wireTicket,
  withTheRest,
  type JackpotPick,
} from './picks.ts'

const match = (match_id: string, prices: (string | null)[] = ['2.00', '4.00', '4.00']) => ({
  match_id,
  home_odd: prices[0] ?? null,
  neutral_odd: prices[1] ?? null,
  away_odd: prices[2] ?? null,
})
const bounds = { max_doubles: 2, max_triples: 1, max_lines: 10 }
const many = (count: number, outcomes: JackpotPick['outcomes'], from = 0): JackpotPick[] =>
  Array.from({ length: count }, (_, at) => ({ match_id: String(from + at), outcomes: [...outcomes] }))

test('a tap adds an outcome in the order 1, X, 2, a second tap removes it, and a match without outcomes is removed', () => {
  const one = toggledOutcome([], '7', 'away_team')
  const two = toggledOutcome(one, '7', 'home_team')
  expect([outcomesOf(one, '7'), outcomesOf(two, '7')]).toEqual([['away_team'], ['home_team', 'away_team']])
  expect(toggledOutcome(toggledOutcome(two, '7', 'away_team'), '7', 'home_team')).toEqual([])
  const others = [...many(1, ['draw']), ...two]
  expect(toggledOutcome(others, '0', 'draw')).toEqual(two)
})

test('doubles and triples multiply the lines, and the first exceeded limit is returned', () => {
  const picks = [
    ...many(3, ['draw']),
    ...many(2, ['home_team', 'draw'], 10),
    ...many(1, ['home_team', 'draw', 'away_team'], 20),
  ]
  expect(sizeOf(picks)).toEqual({ doubles: 2, triples: 1, lines: 12 })
  expect(sizeOf([])).toEqual({ doubles: 0, triples: 0, lines: 0 })
  expect(brokenBound(picks, bounds)).toBe('lines')
  expect(brokenBound(picks, { ...bounds, max_lines: 12 })).toBeUndefined()
  expect(brokenBound([...picks, ...many(1, ['draw', 'away_team'], 30)], bounds)).toBe('doubles')
  expect(brokenBound([...picks, ...many(1, ['home_team', 'draw', 'away_team'], 30)], bounds)).toBe('triples')
  expect([costOf(12, '50.00'), costOf(0, '50.00'), costOf(288, '99.95')]).toEqual(['600.00', '0.00', '28785.60'])
})

test('missing picks are drawn by the prices and marked as automatic; a match that the bettor changes is no longer automatic', () => {
  const matches = [match('1'), match('2'), match('3', ['1.10', null, '9.00'])]
  const own: JackpotPick[] = [{ match_id: '2', outcomes: ['draw', 'away_team'] }]
  const drawn = (at: number) => withTheRest(own, matches, () => at).map(({ outcomes }) => outcomes[0])
  // With the prices 2, 4 and 4, home has a probability of one half; if a price is missing, each outcome has one third.
  expect([drawn(0), drawn(0.49), drawn(0.51), drawn(0.99)]).toEqual([
    ['home_team', 'draw', 'home_team'],
    ['home_team', 'draw', 'draw'],
    ['draw', 'draw', 'draw'],
    ['away_team', 'draw', 'away_team'],
  ])
  const full = withTheRest(own, matches, () => 0)
  expect(full.map(({ auto }) => auto ?? false)).toEqual([true, false, true])
  expect(full[1]).toBe(own[0])
  expect(toggledOutcome(full, '1', 'draw').find(({ match_id }) => match_id === '1')).toEqual({
    match_id: '1',
    outcomes: ['home_team', 'draw'],
  })
})

test('if no pick is missing, the automatic picks are redrawn and the other picks stay', () => {
  const matches = [match('1'), match('2')]
  const first = withTheRest([{ match_id: '2', outcomes: ['draw'] }], matches, () => 0)
  const second = withTheRest(first, matches, () => 0.99)
  expect(second.map(({ outcomes }) => outcomes[0])).toEqual(['away_team', 'draw'])
})

test('a ticket is sent in the order of the pool, without the automatic flag and without matches of another pool', () => {
  const picks: JackpotPick[] = [
    { match_id: '2', outcomes: ['draw'], auto: true },
    { match_id: '9', outcomes: ['draw'] },
    { match_id: '1', outcomes: ['home_team', 'draw'] },
  ]
  expect(wireTicket(picks, [match('1'), match('2'), match('3')])).toEqual([
    { match_id: '1', outcomes: ['home_team', 'draw'] },
    { match_id: '2', outcomes: ['draw'] },
  ])
})

test('a tier pays its prize, or its share of the pool rounded down to the cent', () => {
  const pool = { staked: '0.00', carried_over: '0.00', total: '1000.99' }
  expect(tierPays({ correct: 8, prize: '500.00' }, undefined)).toBe('500.00')
  expect(tierPays({ correct: 8, share: 12.5 }, pool)).toBe('125.12')
  expect(tierPays({ correct: 8, share: 12.5 }, undefined)).toBeUndefined()
})
