import { expect, test } from 'vitest'
import type { TicketEvidence, TicketRow } from '@nare/contract/console-tickets'
import { answerOf } from './answer.ts'
import { cashOutNowText, cashOutsAsked } from './cash-outs-asked.ts'
import { filtersOf, hasFilters } from './filters.ts'
import { mergeNewest } from './merge-newest.ts'
import { momentsOf } from './moments.ts'
import { partLines, priceLine } from './price-line.ts'

const row = (bet_id: string, state: TicketRow['state'] = 'open'): TicketRow => ({
  ...{ bet_id, bettor_id: '1', product: 'sports', type: 'single', placed_at: '2026-11-22T12:00:00Z', stake: '20.00' },
  ...{ total_odds: '2.00', possible_win: '40.00', returned: '0.00', state, legs: 1, text: '' },
})

test('published tickets stand above those that were read, and replace them', () => {
  const merged = mergeNewest([row('3'), row('2'), row('1')], [row('4'), row('3', 'won')])
  expect(merged.map(({ bet_id, state }) => `${bet_id} ${state}`)).toEqual(['4 open', '3 won', '2 open', '1 open'])
  expect(mergeNewest([row('1')], [])).toHaveLength(1)
  const named = mergeNewest([{ ...row('3'), bettor_name: 'Wanja' }], [row('4'), row('3', 'won')])
  expect(named.map(({ bettor_name }) => bettor_name)).toEqual(['Wanja', 'Wanja'])
})

test('an address gives the filters that the server accepts, and no others', () => {
  const search = {
    product: 'sports',
    state: 'sold',
    bettor_id: '12x',
    match_id: '10000001',
    min_stake: ' 100 ',
    from: 'today',
    x: '1',
  }
  expect(filtersOf(search)).toEqual({ product: 'sports', match_id: '10000001', min_stake: '100' })
  expect([hasFilters(filtersOf({})), hasFilters(filtersOf({ state: 'won' }))]).toEqual([false, true])
})

const at = (second: number): string => new Date(Date.UTC(2026, 10, 22, 12, 0, second)).toISOString()
const price = (second: number, value: string | null, state: 'open' | 'suspended' = 'open') => {
  return { at: at(second), price: value, state, version: second, source: 'feed' }
}
const stop = (second: number, suspended: boolean, score = '0:0') => {
  return {
    at: at(second),
    kind: 'suspend',
    state: 'live',
    minute: 14,
    score,
    suspended,
    reason: 'goal',
    source: 'feed',
  }
}

test('a price line steps at each change, and has the stops as bands', () => {
  const line = priceLine(
    { prices: [price(0, '2.10'), price(40, '1.70')], changes: [stop(10, true), stop(30, false)] },
    at(35),
  )
  expect(line.steps.map(({ atMs, price }) => [atMs - Date.parse(at(0)), price])).toEqual([
    [0, 2.1],
    [40_000, 1.7],
  ])
  expect(line.stops.map(({ fromMs, toMs }) => [fromMs - Date.parse(at(0)), toMs - Date.parse(at(0))])).toEqual([
    [10_000, 30_000],
  ])
  expect(line.range).toEqual({ low: 1.7, high: 2.1 })
})

test('a price line without a price has no range', () => {
  expect(priceLine({ prices: [price(0, null)], changes: [] }, at(5)).range).toBeUndefined()
})

test('the moments around a bet are told in order, with the acceptance among them', () => {
  const events = [
    { event_id: '1', version: 1, type: 'goal', side: 'home' as const, score: '1:0', source: 'feed', at: at(9) },
  ]
  const moments = momentsOf(
    { prices: [price(0, '2.10'), price(40, null, 'suspended')], changes: [stop(10, true), stop(30, false)], events },
    { placedAt: at(35), askedAt: at(29), price: '2.10' },
  )
  expect(moments.map(({ text }) => text)).toEqual([
    'Price 2.10',
    'Goal of home, 1:0',
    'Bets stopped: goal',
    'Stake reserved, the delay begins',
    'Bets open again',
    'Accepted at 2.10',
    'No price, suspended',
  ])
  const byHand = { prices: [], events: [], changes: [{ ...stop(10, true), reason: 'manual' }] }
  expect(momentsOf(byHand, { placedAt: at(35), askedAt: undefined, price: '2.10' }).map(({ text }) => text)).toContain(
    'Bets stopped by hand',
  )
  expect(moments.find(({ isAccepted }) => isAccepted)?.at).toBe(at(35))
})

test('the answer says in sentences what was bet, what the match was, what was corrected and what was paid', () => {
  const at = '2026-11-22T12:00:00Z'
  const result = (version: number, text: string) => ({ version, kind: 'result', result: text, at })
  const ticket = {
    ...{ bet_id: '7', placed_at: at, stake: '200.00', returned: '0.00', state: 'lost', why: 'Lost: its pick lost.' },
    delay: { asked_at: at, seconds: 5.868 },
    legs: [
      {
        ...{ home_team: 'Sharks', away_team: 'Rangers', market: '1X2', odd_key: 'home_team', odd_value: '1.66' },
        ...{ result: '0:0', state: 'lost', why: 'The match ended 0:0.', results: [result(1, '1:0'), result(2, '0:0')] },
      },
    ],
  } as unknown as TicketEvidence
  expect(answerOf(ticket)).toBe(
    'Ticket 7 of KSh\u00a0200 was placed at 15:00:00 on 22 Nov 2026. Sharks v Rangers, 1X2: Sharks, was taken at 1.66; the match ended ' +
      '0:0. The bet was in play and waited 5.9 s before it was accepted. The result of Sharks v Rangers was corrected to 0:0 at ' +
      '15:00:00 on 22 Nov 2026. Lost: its pick lost. The match ended 0:0. It has paid KSh\u00a00.',
  )
})

test('cash-outs that were taken and refused stand in one order, each with how it ended', () => {
  const at = (minute: number) => `2026-11-22T12:0${minute}:00Z`
  const asked = cashOutsAsked({
    cash_outs: [{ id: 'a', at: at(2), stake: '50.00', amount: '60.00', automatic: false }],
    cash_outs_refused: [
      { at: at(1), code: 'quote_changed', reason: null, quoted: '80.00', part: '1.00' },
      { at: at(3), code: 'not_available', reason: 'suspended', quoted: '70.00', part: '0.50' },
    ],
  })
  expect(asked.map(({ quoted, paid, text }) => [quoted, paid, text])).toEqual([
    ['80.00', null, 'refused: the value had fallen'],
    [null, '60.00', 'taken by the bettor, 50 of the stake'],
    ['70.00', null, 'refused: suspended, 0.50 of the rest'],
  ])
})

test('a ticket says what a cash-out would pay now, or the code and the sentence that its bettor gets', () => {
  const at = '2026-11-20T10:00:00Z'
  const message = 'A pick of this bet is suspended. Try again in a moment'
  expect(cashOutNowText({ cash_out_now: { at, reason: 'suspended', message } })).toBe(
    `None is offered now (suspended): ${message}.`,
  )
  expect(cashOutNowText({ cash_out_now: { at, amount: '1250.00' } })).toBe('Now worth 1,250.')
  expect(cashOutNowText({})).toBeUndefined()
})

test('the parts of a combination have a line each, with the price at the bet, and their prices among the moments by name', () => {
  const prices = [price(0, '2.10'), price(40, '1.70')]
  const later = [price(50, '1.90')]
  const parts = [{ sub_type_id: '1', odd_key: 'draw', market: '1X2', display: 'X', state: 'open' as const }]
  const part_prices = [
    { sub_type_id: '1', odd_key: 'draw', prices },
    { sub_type_id: '18', odd_key: 'over 2.5', prices: later },
  ]
  const lines = partLines({ parts, part_prices, changes: [] }, at(35))
  expect(lines.map(({ part, price: taken }) => [part?.market, taken])).toEqual([
    ['1X2', 2.1],
    [undefined, null],
  ])
  expect(lines[0]?.line.range).toEqual({ low: 1.7, high: 2.1 })
  expect(partLines({ changes: [] }, at(35))).toEqual([])
  const none = { prices: [], changes: [], events: [] }
  const placing = { placedAt: at(35), askedAt: undefined, price: '6.10', parts: [{ name: '1X2: Draw', prices }] }
  expect(momentsOf(none, placing).map(({ text }) => text)).toEqual([
    '1X2: Draw: price 2.10',
    'Accepted at 6.10',
    '1X2: Draw: price 1.70',
  ])
})
