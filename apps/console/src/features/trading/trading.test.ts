import type { BoardRow, ScoreKeepsRow, SheetMarket } from '@nare/contract/operator-trading-board'
import { expect, test } from 'vitest'
import { againText, deviceText } from './again.ts'
import { openBoardRows } from './board-rows.ts'
import { chosenOf, marketsIn, viewOf } from './chosen.ts'
import { countsOf, filtered } from './filters.ts'
import { keepsGrid, keepsText, worstEnds } from './keeps.ts'
import { plotted, spokenOf } from './over-time.ts'
import { groupOf, groupTexts, isOldPrice, minuteText, stateOf } from './words.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const row = (match_id: string, given: Partial<BoardRow> = {}): BoardRow => ({
  ...{ match_id, game_id: '1021', sport_id: '79', competition_id: '1', competition: 'Premier League' },
  ...{ home_team: 'Gor Mahia', away_team: 'Shabana', start_time: '2026-11-28T15:00:00Z', state: 'not_started' },
  ...{ minute: null, added: null, at_half_time: false, score: null, market_id: '1', market: 'open' },
  ...{
    suspended: null,
    prices: [],
    bets: 0,
    staked: '0.00',
    liability: [],
    worst: '0.00',
    margin_percent: '6.2',
    price_age_s: 1,
  },
  ...{ fed: true, held: false, by_hand: false, version: 1 },
  ...given,
})

/** The rows of a board with a clock and frames of the test. */
function boardOf() {
  let atMs = 0
  const frames: (() => void)[] = []
  const rows = openBoardRows({
    nowMs: () => atMs,
    nextFrame: (run) => void frames.push(run),
    rowOf: (state) => (state === 'broken' ? undefined : (state as BoardRow)),
  })
  const frame = (afterMs = 16): void => {
    atMs += afterMs
    for (const run of frames.splice(0)) run()
  }
  const push = (...all: BoardRow[]): void => rows.push(all.map((one) => [one.match_id, one]))
  const shown = () => rows.list().map(({ match_id, bets }) => [Number(match_id) % 10, bets])
  return { rows, frame, push, shown, frames }
}

test('of two rows of a match the newer counts, new matches come in their order, and those that are over go', () => {
  const { rows, frame, push, shown, frames } = boardOf()
  const read = [row('10000001'), row('10000002', { version: 5, bets: 2 }), row('10000003', { bets: 1 })]
  rows.read(read)
  push(
    row('10000002', { version: 4, bets: 1 }),
    row('10000003', { version: 2, bets: 0, state: 'ended' }),
    row('10000004', { state: 'live' }),
  )
  rows.push([['10000005', 'broken']])
  frame(1_000)
  expect(shown()).toEqual([
    [4, 0],
    [1, 0],
    [2, 2],
  ])
  expect(rows.list()[1]).toBe(read[0])
  expect(frames).toHaveLength(0)
  // A read can miss a match whose page has moved; the second that lacks it is right.
  rows.read(read.slice(0, 2))
  expect(shown()).toHaveLength(3)
  rows.read(read.slice(0, 2))
  expect(shown()).toEqual([
    [1, 0],
    [2, 2],
  ])
})

test('a row in sight changes at once, the list once a second', () => {
  const { rows, frame, push, shown } = boardOf()
  rows.read([row('10000001'), row('10000002')])
  const called = { row: 0, list: 0 }
  const leave = rows.watch('10000002', () => void called.row++)
  rows.listen(() => void called.list++)
  push(row('10000001', { version: 2, bets: 7 }), row('10000002', { version: 2, bets: 3 }))
  expect([called, rows.of('10000002')?.bets, rows.of('10000001')?.bets]).toEqual([{ row: 1, list: 0 }, 3, 0])
  frame()
  expect([called.list, rows.of('10000001')?.bets]).toEqual([0, 7])
  frame(1_000)
  expect([called.list, shown()]).toEqual([
    1,
    [
      [1, 7],
      [2, 3],
    ],
  ])
  leave()
  push(row('10000002', { version: 3 }))
  expect(called.row).toBe(1)
})

test('a price that moved says where to for a minute', () => {
  const { rows, frame, push } = boardOf()
  const prices = (home: string | null, draw: string) => ({
    prices: [
      { odd_key: 'home_team', price: home },
      { odd_key: 'draw', price: draw },
    ],
  })
  const moved = () => rows.of('10000001')?.moved
  rows.read([row('10000001', prices('2.10', '3.40'))])
  expect(moved()).toBeUndefined()
  push(row('10000001', { version: 2, ...prices('2.05', '3.40') }))
  frame()
  expect(moved()).toEqual({ home_team: 'down' })
  push(row('10000001', { version: 3, ...prices('2.05', '10.00') }))
  frame()
  expect(moved()).toEqual({ home_team: 'down', draw: 'up' })
  push(row('10000001', { version: 4, ...prices(null, '10.00') }))
  frame(61_000)
  push(row('10000001', { version: 5, bets: 1, ...prices(null, '10.00') }))
  frame(1_000)
  frame(1_000)
  expect([moved(), rows.list()[0]?.moved, rows.of('10000001')?.bets]).toEqual([undefined, undefined, 1])
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
  expect(countsOf(rows, now)).toEqual({
    ...{ all: 3, live: 1, today: 2, tomorrow: 2 },
    show: { bets: 1, old: 1, asking: 1, loses: 1 },
  })
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
    ['Live', { matches: '3 matches', staked: 'staked 186,520', worst: 'together at worst −214,360' }],
    ['Sat 28', { matches: '1 match', staked: 'staked 50', worst: 'at worst −60' }],
    ['Sun 29', { matches: '1 match' }],
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

test('where no market is open, those with bets are shown, and all where no bet is open either', () => {
  const market = (state: SheetMarket['state'], bets: number): SheetMarket => ({
    ...{ sub_type_id: '1', line: '', name: '1X2', state, margin_percent: null, at: null, source: null },
    outcomes: [
      {
        ...{ odd_key: 'draw', display: 'X', price: null, fair: null, by_hand: null, bets },
        ...{ staked: '0.00', if_it_wins: '0.00' },
      },
    ],
  })
  expect(viewOf([market('open', 0)], undefined)).toBe('open')
  expect(viewOf([market('closed', 2)], undefined)).toBe('bets')
  expect([viewOf([market('closed', 0)], undefined), viewOf([], 'nonsense')]).toEqual(['all', 'all'])
  expect(viewOf([market('closed', 2)], 'open')).toBe('open')
})

test('the third bet of a person in a minute and each after it says so', () => {
  const placed = (bettor_id: string, second: number) => ({
    bettor_id,
    placed_at: new Date(now + second * 1000).toISOString(),
  })
  const newestFirst = [
    placed('7', 55),
    placed('8', 50),
    placed('7', 40),
    placed('7', 10),
    placed('7', 0),
    placed('7', -70),
  ]
  expect(newestFirst.map((_, at) => againText(newestFirst, at))).toEqual([
    ...['4th in a minute', undefined, '3rd in a minute', undefined, undefined, undefined],
  ])
  expect([undefined, 2, 9].map(deviceText)).toEqual([undefined, undefined, '1 device, 9 people'])
})
