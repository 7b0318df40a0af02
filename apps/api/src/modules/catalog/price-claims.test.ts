import { expect, test } from 'vitest'
import type { LinePrices } from './feeds/port.ts'
import { isBook, jumps, withinBand } from './price-claims.ts'

const band = { least: 1, most: 1.4 }
const line = (marketId: string, ...odds: (number | null)[]): LinePrices => ({
  marketId,
  line: '',
  state: 'open',
  keys: odds.map((_, n) => `${n}`),
  prices: odds.map((odd) => (odd === null ? null : BigInt(Math.round(odd * 1000)))),
})

test.each([
  [[2.1, 3.3, 3.6], true],
  [[4.1, 4.3, 4.4], false],
  [[2, 2], true],
  [[2.01, 2.01], false],
  [[3, 3, 3], true],
  [[1.25, 1.667], true],
  [[1.2, 1.7], false],
  [[2.1, 3.3, undefined], false],
  [[1, 2, 3], false],
  [[], false],
])('%j is a book: %j', (odds, is) => expect(isBook(odds, band)).toBe(is))

test('only lines whose prices come from feeds and cannot be a book are suspended', () => {
  const lines = [
    ...[line('1', 4.1, 4.3, 4.4), line('1', 2.1, 3.3, 3.6), line('18', 2.4, 2.4), line('16', 1.9, null)],
    ...[line('45', 90, 90), { ...line('1', 9, 9, 9), state: 'closed' as const }, line('187', 2.4, 2.4)],
  ]
  const judged = withinBand(lines, band)
  expect(judged.refused).toBe(3)
  expect(judged.lines.map(({ state }) => state)).toEqual([
    'suspended',
    'open',
    'suspended',
    'open',
    'open',
    'closed',
    'suspended',
  ])
})

test('a jump is a change of more than 20 points of chance, whatever the margin', () => {
  const from = (...odds: number[]) => jumps([line('1', ...odds)], [line('1', 2, 4, 4)])
  // Chances of 50, 25 and 25 %.
  expect(from(1.429, 5.714, 8)).toBe(false)
  expect(from(1.4, 6.9, 6.9)).toBe(true)
  expect(from(1.8, 3.6, 3.6)).toBe(false)
  expect(jumps([line('1', 1.1, 9, 15)], [])).toBe(false)
  expect(jumps([line('45', 1.1, 9, 15)], [line('45', 9, 1.1, 15)])).toBe(false)
})
