import { expect, test } from 'vitest'
import {
  behindPrize,
  isTied,
  merged,
  moveText,
  pageNumbers,
  pageOfRank,
  pointsText,
  timeLeft,
  type Row,
} from './ranks.ts'

const row = (rank: number, player: string, points: number, more: Partial<Row> = {}): Row => ({
  ...{ rank, player, points, move: 0, prize: null, mine: false },
  ...more,
})

test('each row of a shared rank is marked as shared', () => {
  const rows = [row(1, 'A***a', 9), row(2, 'B***b', 5), row(2, 'C***c', 5), row(4, 'D***d', 1)]
  expect(rows.map((_row, index) => isTied(rows, index))).toEqual([false, true, true, false])
  expect(isTied(rows, 7)).toBe(false)
})

test('a sign shows the direction of a rank change, in addition to the colour', () => {
  expect([3, -2, 0].map(moveText)).toEqual(['▲3', '▼2', '='])
})

test('points are shown with no decimals or with two', () => {
  expect([0, 1240, 40.5, '1240.00', 0.05, 296.0666].map(pointsText)).toEqual([
    ...['0', '1,240', '40.50', '1,240', '0.05', '296.07'],
  ])
})

test('a page has fifty ranks', () => {
  expect([1, 50, 51, 482, 0].map(pageOfRank)).toEqual([1, 1, 2, 10, 1])
})

test('new points are shown immediately while the ranks stay; changed ranks wait for a tap', () => {
  const shown = { data: [row(1, 'A***a', 9), row(2, 'B***b', 5)] }
  const more = { data: [row(1, 'A***a', 12), row(2, 'B***b', 5)], updated_at: '2026-11-22T14:02:10Z' }
  expect(merged(shown, more)).toEqual({ shown: more, newer: false })
  const other = { data: [row(1, 'B***b', 15), row(2, 'A***a', 12)], mine: row(1, 'B***b', 15, { mine: true }) }
  expect(merged(shown, other)).toEqual({ shown: { ...other, data: shown.data }, newer: true })
  expect(merged(shown, { data: [...more.data, row(3, 'C***c', 1)] }).newer).toBe(true)
  expect(merged(shown, { data: [row(1, 'A***a', 9), row(1, 'B***b', 9)] }).newer).toBe(true)
})

test('the distance to the next prize is measured to the last place that wins it', () => {
  const prizes = [
    { from: 1, to: 1, prize: '5000.00' },
    { from: 2, to: 3, prize: '1000.00' },
  ]
  const data = [row(1, 'A', 90), row(2, 'B', 50.5), row(2, 'C', 50.5), row(4, 'D', 10)]
  const board = { data, prizes }
  expect(behindPrize(row(482, 'Me', 10.25), board)).toEqual({ points: 40.25, rank: 3 })
  expect(behindPrize(row(2, 'Me', 50.5), board)).toEqual({ points: 39.5, rank: 1 })
  expect(behindPrize(row(1, 'Me', 90), board)).toBeUndefined()
  expect(behindPrize(row(482, 'Me', 1), { data })).toBeUndefined()
  expect(behindPrize(row(60, 'Me', 1), { data: [row(51, 'X', 3), row(52, 'Y', 2)], prizes })).toBeUndefined()
  expect(behindPrize(row(60, 'Me', 1), { data: data.slice(0, 2), prizes })).toBeUndefined()
})

test('the page numbers are the first, the last and those around the current page', () => {
  expect(pageNumbers(1, 1)).toEqual([1])
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(pageNumbers(5, 10)).toEqual([1, null, 4, 5, 6, null, 10])
  expect(pageNumbers(10, 10)).toEqual([1, null, 9, 10])
})

test('the time left in a period counts down to zero', () => {
  const end = '2026-11-25T18:00:00Z'
  expect(timeLeft(end, Date.parse('2026-11-22T14:00:00Z'))).toEqual({ days: 3, hours: 4, minutes: 0 })
  expect(timeLeft(end, Date.parse('2026-11-25T17:59:30Z'))).toEqual({ days: 0, hours: 0, minutes: 1 })
  expect(timeLeft(end, Date.parse('2026-11-26T00:00:00Z'))).toEqual({ days: 0, hours: 0, minutes: 0 })
})
