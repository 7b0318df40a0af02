import type { CrashBetsState } from '@nare/contract/crash'
import { expect, test } from 'vitest'
import { markMemory, placedMarks, type Mark } from './marks.ts'
import { rowsWithOwn } from './player-rows.ts'
import { curveOf, multiplierTicks, pathTo, placeOf, plotOf, timeTicks } from './plot.ts'
import { visitOf } from './visit.ts'

const box = { width: 360, height: 200 }
const plot = (ms: number, ...targets: number[]) => plotOf(ms, { box, targets })

test('the curve starts in the corner, and its end stays inside the box, at a fixed place after eight seconds', () => {
  for (const ms of [0, 50, 4000, 8000, 30_000, 120_000]) {
    const points = curveOf(plot(ms), { toMs: ms })
    expect(points[0]).toEqual([0, 200])
    expect(points.length).toBeLessThanOrEqual(61)
    for (const [at, [x, y]] of points.entries()) {
      const [beforeX, beforeY] = points[at - 1] ?? [0, 200]
      expect(x >= beforeX && y <= beforeY && x <= box.width && y >= 0).toBe(true)
    }
  }
  const [x, y] = curveOf(plot(60_000), { toMs: 60_000 }).at(-1) ?? [0, 0]
  expect([Math.round(x), Math.round(y)]).toEqual([299, 60])
  expect(curveOf(plot(4000), { toMs: 4000 }).at(-1)?.[0]).toBeLessThan(x)
})

test('a near target is in the plot from the start, and a far one only once the flight comes near it', () => {
  expect(plot(0, 5).top).toBeGreaterThan(5)
  expect(plot(0, 100)).toMatchObject({ top: plot(0).top, endMs: plot(0).endMs })
  expect(plot(77_000, 100).top).toBeGreaterThan(100)
  // The scale does not jump at the moment in which the target is reached.
  const reachedMs = Math.log(5) / 0.00006
  expect(plot(reachedMs, 5).top).toBeCloseTo(plot(reachedMs).top)
  expect(plot(reachedMs, 5).endMs).toBeCloseTo(plot(reachedMs).endMs)
})

test('the path to a target continues the curve and ends at the target, or at the edge if the target is far', () => {
  const scale = plot(10_000, 3)
  const path = pathTo(scale, { ms: 10_000, target: 3 }) ?? []
  expect(path[0]).toEqual(curveOf(scale, { toMs: 10_000 }).at(-1))
  const [x, y] = path.at(-1) ?? [0, 0]
  const [targetX, targetY] = placeOf(scale, 3)
  expect([x, y].map(Math.round)).toEqual([targetX, targetY].map(Math.round))
  const [farX, farY] = pathTo(plot(10_000, 90), { ms: 10_000, target: 90 })?.at(-1) ?? [-1, -1]
  expect(farX).toBeLessThanOrEqual(box.width)
  expect(farY).toBeGreaterThanOrEqual(-1e-9)
  expect(pathTo(plot(30_000, 3), { ms: 30_000, target: 3 })).toBeUndefined()
})

test('the axes have a few round numbers at any length of the flight', () => {
  expect(multiplierTicks(plot(0)).map(({ text }) => text)).toEqual(['1.0×', '1.2×', '1.4×', '1.6×', '1.8×'])
  expect(multiplierTicks(plot(0, 5)).map(({ text }) => text)).toEqual(['1×', '2×', '3×', '4×', '5×'])
  expect(timeTicks(plot(0)).map(({ text }) => text)).toEqual(['0 s', '2 s', '4 s', '6 s', '8 s'])
  for (const ms of [0, 500, 9000, 25_000, 60_000, 150_000]) {
    for (const ticks of [multiplierTicks(plot(ms)), timeTicks(plot(ms))]) {
      expect(ticks.length).toBeGreaterThanOrEqual(3)
      expect(ticks.length).toBeLessThanOrEqual(7)
    }
  }
})

const row = (key: string, at?: string) => ({
  ...{ key, player: `P***${key}`, stake: '20.00' },
  ...(at && { cashed_out_at: at, returned: String(20 * Number(at)) }),
})
const feed = (round_id: string, ...rows: CrashBetsState['rows']): CrashBetsState => ({ round_id, rows })

test('cash-outs are kept for their round although the list of the server forgets them', () => {
  const memory = markMemory()
  expect(memory.of('r1', feed('r1', row('1', '2.00'), row('2'))).map(({ key }) => key)).toEqual(['1'])
  const later = memory.of('r1', feed('r1', row('3', '1.50')))
  expect(later.map(({ key, hundredths, gain }) => [key, hundredths, gain])).toEqual([
    ['3', 150, '10.00'],
    ['1', 200, '20.00'],
  ])
  expect(memory.of('r2', feed('r1', row('3', '1.50')))).toEqual([])
})

test('cash-outs at the same place are one mark, the own one stands alone and has a label first', () => {
  const mark = (key: string, hundredths: number): Mark => ({ key, hundredths, player: key, gain: '1.00' })
  const marks = [mark('a', 150), mark('b', 151), mark('mine', 152), mark('c', 300)]
  const scale = plot(25_000)
  const placed = placedMarks(marks, { plot: scale, own: new Set(['mine']), near: 12, labelWidth: 100 })
  expect(placed.map(({ mark: { key }, players, own, labelled }) => [key, players, own, labelled])).toEqual([
    ['b', 2, false, false],
    ['mine', 1, true, true],
    ['c', 1, false, true],
  ])
  const narrow = placedMarks(marks, { plot: scale, own: new Set(), near: 12, labelWidth: undefined })
  expect(narrow.some(({ labelled }) => labelled)).toBe(false)
})

const bet = (bet_id: string, fields: object) =>
  ({ bet_id, round_id: 'r1', slot: 1, stake: '20.00', state: 'open', returned: '0.00', ...fields }) as never

test('the own bets in the players list are marked, and stay in it when the list of the server is full', () => {
  const own = [bet('7', {}), bet('8', { state: 'won', cashed_out_at: '2.00', returned: '40.00' })]
  const rows = rowsWithOwn(feed('r1', row('7'), row('9')), [...own, bet('6', { round_id: 'r0' })])
  expect(rows.map(({ key, mine, cashed_out_at }) => [key, mine, cashed_out_at])).toEqual([
    ['8', true, '2.00'],
    ['7', true, undefined],
    ['9', false, undefined],
  ])
  expect(rowsWithOwn(undefined, own)).toEqual([])
})

test('a visit sums up what was staked and returned, its best cash-out, and its way there', () => {
  const won = { state: 'won', returned: '61.00', cashed_out_at: '3.05', round_id: 'r2' }
  const bets = [bet('3', { state: 'void', returned: '20.00' }), bet('2', won), bet('1', { state: 'lost' })]
  expect(visitOf(bets)).toEqual({
    ...{ rounds: 2, staked: '40.00', returned: '61.00', net: '21.00', path: [0n, -2000n, 2100n] },
    best: { multiplier: '3.05', gain: '41.00' },
  })
  expect(visitOf([bet('1', { state: 'lost' })])).toMatchObject({ net: '-20.00', best: undefined })
})
