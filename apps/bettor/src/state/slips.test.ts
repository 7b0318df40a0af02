import { expect, test } from 'vitest'
import { betting, bettingDefaults } from './betting.ts'
import { picksOf, slip, slipKinds } from './slips.ts'

const pick = { ucn: 'a', odd_value: '2.00', display: '1' } as never
const jackpot = { jackpot_id: '3', picks: [] }
const reduce = (...actions: Parameters<typeof betting.reducer>[1][]) => actions.reduce(betting.reducer, bettingDefaults)

test('each kind sets, reads and clears its own slip and leaves the others', () => {
  const filled = reduce(slip('sports').set([pick]), slip('league').set([pick, pick]), slip('jackpot').set(jackpot))
  expect([picksOf(filled, 'sports').length, picksOf(filled, 'league').length]).toEqual([1, 2])
  expect(slip('jackpot').of(filled)).toEqual(jackpot)
  const cleared = betting.reducer(filled, slip('league').clear())
  expect([cleared.slip.length, cleared.kiron_slip, cleared.jackpot_slip]).toEqual([1, [], jackpot])
})

test('the slips are stored in the entries that the specification names', () => {
  expect(slipKinds.map((kind) => [kind, slip(kind).key, slip(kind).field])).toEqual([
    ['sports', 'betslip', 'slip'],
    ['league', 'kironbetslip', 'kiron_slip'],
    ['jackpot', 'jackpotbetslip', 'jackpot_slip'],
  ])
})

test('a stored value that is not a valid slip is rejected', () => {
  for (const value of [undefined, 'x', { picks: [] }, [{ ucn: 'a' }]]) {
    expect([slip('sports').accepts(value), slip('league').accepts(value), slip('jackpot').accepts(value)]).toEqual([
      false,
      false,
      false,
    ])
  }
  expect([slip('sports').accepts([pick]), slip('jackpot').accepts(jackpot), slip('jackpot').accepts(null)]).toEqual([
    true,
    true,
    true,
  ])
})
