import { expect, test } from 'vitest'
import { shownItems } from './window.ts'

const size = { columns: 3, rowPx: 140, count: 1000 }
const rows = Math.ceil(1000 / 3)

test('a long grid renders the visible rows and a few more, and has the height of all rows', () => {
  for (const fromPx of [-2000, 0, 139, 20_000, 46_000, 90_000]) {
    const { first, last, abovePx, belowPx } = shownItems(size, { fromPx, toPx: fromPx + 700 })
    expect(last - first).toBeLessThanOrEqual(3 * 13)
    expect(first % 3).toBe(0)
    expect(abovePx + belowPx + Math.ceil((last - first) / 3) * 140).toBe(rows * 140)
  }
  const { first, last } = shownItems(size, { fromPx: 20_000, toPx: 20_700 })
  expect(first).toBeLessThanOrEqual(Math.floor(20_000 / 140) * 3)
  expect(last).toBeGreaterThanOrEqual(Math.ceil(20_700 / 140) * 3)
})

test('a short grid renders all its items, an empty grid none', () => {
  expect(shownItems({ ...size, count: 7 }, { fromPx: 0, toPx: 700 })).toEqual({
    ...{ first: 0, last: 7, abovePx: 0, belowPx: 0 },
  })
  expect(shownItems({ ...size, count: 0 }, { fromPx: 0, toPx: 700 })).toEqual({
    ...{ first: 0, last: 0, abovePx: 0, belowPx: 0 },
  })
})
