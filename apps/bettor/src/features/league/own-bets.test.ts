import type { BetView } from '@nare/contract/betting'
import { expect, test } from 'vitest'
import { leads, standingsOfBets, sumsOf } from './own-bets.ts'

const row = (match_id: string, home_score: number, away_score: number, minute = 60) => ({
  ...{ match_id, minute, home_score, away_score },
  events: [
    ...Array.from({ length: home_score }, (_, n) => ({
      minute: 10 + n,
      side: 'home' as const,
      home_score: n + 1,
      away_score: 0,
    })),
    ...Array.from({ length: away_score }, (_, n) => ({
      minute: 50 + n,
      side: 'away' as const,
      home_score,
      away_score: n + 1,
    })),
  ],
})
const leg = (match_id: string, sub_type_id: string, odd_key: string) => ({ match_id, sub_type_id, odd_key })
const bet = (legs: ReturnType<typeof leg>[], more: Partial<BetView> = {}): BetView =>
  ({
    ...{ bet_id: '1000', state: 'open', type: legs.length > 1 ? 'multi' : 'single', stake: '20.00', returned: '0.00' },
    ...{ possible_win: '55.80', legs: legs.map((each) => ({ ...each, state: 'open' })), ...more },
  }) as unknown as BetView

test('a leg leads if its market would be settled as won at the current score', () => {
  const rows = [row('1', 2, 1)]
  const now = (sub_type_id: string, odd_key: string) => leads(leg('1', sub_type_id, odd_key), rows)
  expect([now('3', 'home_team'), now('3', 'draw'), now('310', '1x'), now('318', 'over 2.5')]).toEqual([
    ...[true, false, true, true],
  ])
  // The away goal came after half-time: the first half ended 2:0.
  expect([now('360', 'home_team'), now('345', '2:1'), now('308', 'home_team 1')]).toEqual([true, true, true])
  expect(leads(leg('9', '3', 'draw'), rows)).toBeUndefined()
})

test('a bet would pay its possible win if all its legs lead, nothing if one trails, and an unknown amount while a leg has not started', () => {
  const both = bet([leg('1', '3', 'home_team'), leg('2', '3', 'draw')])
  const of = (rows: ReturnType<typeof row>[]) => standingsOfBets([both], rows)[0]
  expect(of([row('1', 2, 1), row('2', 0, 0)])).toMatchObject({ leading: 2, trailing: 0, coming: 0, wouldPay: '55.80' })
  expect(of([row('1', 2, 1), row('2', 1, 0)])).toMatchObject({ leading: 1, trailing: 1, wouldPay: '0.00' })
  expect(of([row('1', 2, 1)])).toMatchObject({ leading: 1, coming: 1, wouldPay: null })
  expect(standingsOfBets([both], [row('7', 0, 0)])).toEqual([])
})

test('a settled bet shows its return, whatever the scores are', () => {
  const won = bet([leg('1', '3', 'home_team')], { state: 'won', returned: '42.00' })
  expect(standingsOfBets([won], [row('1', 0, 3)])[0]?.wouldPay).toBe('42.00')
})

test('the net counts settled bets only, and a loss is negative', () => {
  const lost = bet([], { state: 'lost', stake: '100.00' })
  const won = bet([], { state: 'won', stake: '20.00', returned: '55.80' })
  const open = bet([], { stake: '50.00' })
  expect(sumsOf([lost, won, open])).toEqual({ staked: '170.00', returned: '55.80', net: '-64.20', open: 1 })
  expect(sumsOf([won])).toMatchObject({ net: '35.80', open: 0 })
  expect(sumsOf([])).toEqual({ staked: '0.00', returned: '0.00', net: '0.00', open: 0 })
})
