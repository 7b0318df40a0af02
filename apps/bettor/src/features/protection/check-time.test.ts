import { expect, test } from 'vitest'
import { awayMs, checkKept, readCheck } from './check-time.ts'

const minute = 60_000
const at = (nowMs: number) => ({ nowMs, everyMs: 30 * minute })

test('the first look starts the count, and the reminder comes when the interval is over', () => {
  const first = checkKept(undefined, at(1000))
  expect(first).toEqual({ next: { sinceMs: 1000, seenMs: 1000 }, due: false })
  const seen = { sinceMs: 1000, seenMs: 29 * minute }
  expect(checkKept(seen, at(1000 + 30 * minute - 1)).due).toBe(false)
  expect(checkKept(seen, at(1000 + 30 * minute)).due).toBe(true)
})

test('a bettor who was away starts anew; one who only blinked does not', () => {
  const kept = { sinceMs: 0, seenMs: 20 * minute }
  expect(checkKept(kept, at(20 * minute + awayMs))).toEqual({
    next: { sinceMs: 20 * minute + awayMs, seenMs: 20 * minute + awayMs },
    due: false,
  })
  expect(checkKept(kept, at(20 * minute + awayMs - 1)).due).toBe(true)
})

test('a count from a time to come starts anew', () => {
  expect(checkKept({ sinceMs: 9e9, seenMs: 9e9 }, at(1000)).next.sinceMs).toBe(1000)
})

test("another bettor's count, or something else, counts for nothing", () => {
  expect(readCheck({ user: '1', sinceMs: 1, seenMs: 2 }, '1')).toEqual({ sinceMs: 1, seenMs: 2 })
  expect(readCheck({ user: '1', sinceMs: 1, seenMs: 2 }, '2')).toBeUndefined()
  expect(readCheck({ user: '1', sinceMs: 'x' }, '1')).toBeUndefined()
  expect(readCheck('text', undefined)).toBeUndefined()
})
