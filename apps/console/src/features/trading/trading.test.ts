import type { BoardRow, ScoreKeepsRow, SheetMarket } from '@nare/contract/operator-trading-board'
import { expect, test } from 'vitest'
import { chosenOf, marketsIn } from './chosen.ts'
import { filtered } from './filters.ts'
import { keepsGrid, keepsText, worstEnds } from './keeps.ts'
import { newerRows } from './newer-rows.ts'
import { plotted, spokenOf } from './over-time.ts'
import { groupOf, groupTexts, isOldPrice, minuteText, stateOf } from './words.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const row = (match_id: string, given: Partial<BoardRow> = {}): BoardRow => ({
  ...{ match_id, game_id: '1021', sport_id: '79', competition_id: '1', competition: 'Premier League' },
  ...{ home_team: 'Gor Mahia', away_team: 'Shabana', start_time: '2026-11-28T15:00:00Z', state: 'not_started' },
  ...{ minute: null, added: null, at_half_time: false, score: null, market: 'open', suspended: null },
  ...{ prices: [], bets: 0, staked: '0.00', liability: [], worst: '0.00', margin_percent: '6.2', price_age_s: 1 },
  ...{ fed: true, held: false, by_hand: false, version: 1 },
  ...given,
})

test('of two rows of a match the newer counts, new matches come in their order, and those that are over go', () => {
  const read = [row('10000001'), row('10000002', { version: 5, bets: 2 }), row('10000003', { bets: 1 })]
  const pushed = new Map(
    [
      row('10000002', { version: 4, bets: 1 }),
      row('10000003', { version: 2, bets: 0, state: 'ended' }),
      row('10000004', { state: 'live' }),
    ].map((one) => [one.match_id, one]),
  )
  const rows = newerRows(read, pushed)
  expect(rows.map(({ match_id, bets }) => [match_id, bets])).toEqual([
    ['10000004', 0],
    ['10000001', 0],
    ['10000002', 2],
  ])
  expect(rows[1]).toBe(read[0])
})

test('the board is filtered by play, sport, day, what asks for a person, and text', () => {
  const rows = [
    row('10000001', { state: 'live', bets: 3, worst: '10.00', price_age_s: 14 }),
    row('10000002', { sport_id: '28', home_team: 'Amina' }),
    row('10000003', { start_time: '2026-11-29T15:00:00Z', suspended: 'operator', market: 'suspended' }),
  ]
  const ids = (filters: Parameters<typeof filtered>[1]) =>
    filtered(rows, filters, now).map(({ match_id }) => Number(match_id) % 10)
  expect(filtered(rows, {}, now)).toBe(rows)
  expect([ids({ live: 'true' }), ids({ live: 'false' }), ids({ sport: '28' })]).toEqual([[1], [2, 3], [2]])
  expect([ids({ day: 'today' }), ids({ day: 'tomorrow' })]).toEqual([
    [1, 2],
    [1, 3],
  ])
  expect([ids({ show: 'bets' }), ids({ show: 'old' }), ids({ show: 'asking' }), ids({ show: 'loses' })]).toEqual([
    [1],
    [1],
    [3],
    [1],
  ])
  expect([ids({ q: ' aMiN' }), ids({ q: 'premier' }), ids({ q: '1021', live: 'true' })]).toEqual([[2], [1, 2, 3], [1]])
})

test('a match says whether it takes bets, how long it is played, and stands in a group', () => {
  expect([stateOf(row('1')), stateOf(row('1', { by_hand: true }))].map(({ text }) => text)).toEqual(['Open', 'By hand'])
  expect(stateOf(row('1', { suspended: 'operator', market: 'suspended' }))).toEqual({ text: 'Held', isAsking: true })
  expect(stateOf(row('1', { suspended: 'silent_feed' })).text).toBe('Silent feed')
  expect(stateOf(row('1', { state: 'ended' })).text).toBe('Settling')
  expect(minuteText(row('1', { state: 'live', minute: 45, added: 2 }))).toBe('45+2′')
  expect(minuteText(row('1', { state: 'live', minute: 45, at_half_time: true }))).toBe('HT')
  expect(isOldPrice(row('1', { state: 'live', price_age_s: 11 }))).toBe(true)
  expect(isOldPrice(row('1', { price_age_s: 11 }))).toBe(false)
  expect(isOldPrice(row('1', { state: 'live', price_age_s: 900, fed: false }))).toBe(false)
  const groups = ['2026-11-28T11:00:00Z', '2026-11-28T14:59:00Z', '2026-11-28T19:00:00Z'].map((start_time) =>
    groupOf(row('1', { start_time }), now),
  )
  expect(groups).toEqual(['Started, not in play', 'Next 3 hours', 'Sat 28'])
  expect(groupOf(row('1', { state: 'interrupted' }), now)).toBe('Live')
})

test('a group says its matches, the stakes and what all of them keep at worst', () => {
  const rows = [
    row('10000001', { state: 'live', bets: 3, staked: '186420.00', worst: '214380.00' }),
    row('10000002', { state: 'live', bets: 1, staked: '100.40', worst: '-20.00' }),
    row('10000003', { state: 'live' }),
    row('10000004', { bets: 1, staked: '50.00', worst: '60.00' }),
    row('10000005', { start_time: '2026-11-29T15:00:00Z' }),
  ]
  expect([...groupTexts(rows, (one) => groupOf(one, now))]).toEqual([
    ['Live', '3 matches · staked 186,520 · together at worst −214,360'],
    ['Sat 28', '1 match · staked 50 · at worst −60'],
    ['Sun 29', '1 match'],
  ])
})

const ends = (...all: readonly (readonly [number, number, string])[]): ScoreKeepsRow[] =>
  all.map(([home, away, keeps]) => ({ home, away, keeps }))

test('the grid has five scores each way from the present one, coloured by their part of the largest amount', () => {
  const all = Array.from({ length: 8 }, (_, home) => Array.from({ length: 8 }, (__, away) => [home + 1, away] as const))
  const grid = keepsGrid(ends(...all.flat().map(([h, a]) => [h, a, h > a ? '-214380.00' : '9000.00'] as const)))
  expect([grid?.homes, grid?.aways, grid?.inThousands]).toEqual([[1, 2, 3, 4, 5], [0, 1, 2, 3, 4], true])
  expect([grid?.cellOf(2, 1)?.step, grid?.cellOf(1, 1)?.step, grid?.cellOf(0, 0)]).toEqual([-4, 1, undefined])
  expect([keepsText('-214380.00', true), keepsText('96000.00', true), keepsText('12.40', false)]).toEqual([
    ...['−214', '+96', '+12'],
  ])
  expect(keepsGrid(ends([75, 76, '1.00']))).toBeUndefined()
  expect(keepsGrid([])).toBeUndefined()
})

test('the worst ends come first', () => {
  const worst = worstEnds(ends([0, 0, '5.00'], [2, 1, '-9.00'], [3, 1, '-9.00'], [1, 0, '-20.00']), 3)
  expect(worst.map(({ home, away }) => `${home}:${away}`)).toEqual(['1:0', '2:1', '3:1'])
})

test('prices hold until the next one, and stakes stand at the beginning of their part', () => {
  const of = {
    prices: [
      { at: '2026-11-28T10:00:00Z', price: '2.10' },
      { at: '2026-11-28T11:00:00Z', price: null },
      { at: '2026-11-28T11:30:00Z', price: '1.80' },
    ],
    stakes: [{ at: '2026-11-28T10:30:00Z', bets: 2, staked: '150.00' }],
  }
  const { atS, price, staked } = plotted(of, now)
  expect(atS.map((at) => (at * 1000 - now) / 60_000)).toEqual([-120, -90, -60, -30, 0])
  expect(price).toEqual([2.1, 2.1, null, 1.8, 1.8])
  expect(staked).toEqual([null, 150, null, null, null])
  expect(spokenOf('1X2: 1', of)).toBe('1X2: 1: price from 1.80 to 2.10, now 1.80; 2 bets')
  expect(spokenOf('1X2: 1', { prices: [], stakes: [] })).toBe('1X2: 1: no price so far; 0 bets')
})

test('an outcome of the address is chosen, or else the first; markets are shown by what is asked', () => {
  const outcome = { display: '1', price: '2.10', fair: null, by_hand: null, staked: '0.00', if_it_wins: '0.00' }
  const market = (sub_type_id: string, state: SheetMarket['state'], bets: number): SheetMarket => ({
    ...{ sub_type_id, line: '', name: sub_type_id, state, margin_percent: null, at: null, source: null },
    outcomes: [
      { ...outcome, odd_key: 'home_team', bets },
      { ...outcome, odd_key: 'draw', bets: 0 },
    ],
  })
  const markets = [market('1', 'open', 0), market('10', 'closed', 2)]
  expect(chosenOf(markets, { marketId: '10', oddKey: 'draw' })?.market).toBe(markets[1])
  expect(chosenOf(markets, { marketId: '10', oddKey: 'nobody' })?.oddKey).toBe('home_team')
  expect(chosenOf([], { marketId: undefined, oddKey: undefined })).toBeUndefined()
  const shown = (['open', 'bets', 'all'] as const).map((view) =>
    marketsIn(markets, view).map(({ sub_type_id }) => sub_type_id),
  )
  expect(shown).toEqual([['1'], ['10'], ['1', '10']])
})
