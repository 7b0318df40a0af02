import { expect, test } from 'vitest'
import { awayMs, checkDue, readCheck } from './check-time.ts'

const minute = 60_000
const at = (nowMs: number) => ({ nowMs, everyMs: 30 * minute })

test('the first check starts the timer, and the reminder is due after the interval', () => {
  const first = checkDue(undefined, at(1000))
  expect(first).toEqual({ next: { sinceMs: 1000, seenMs: 1000 }, due: false })
  const seen = { sinceMs: 1000, seenMs: 29 * minute }
  expect(checkDue(seen, at(1000 + 30 * minute - 1)).due).toBe(false)
  expect(checkDue(seen, at(1000 + 30 * minute)).due).toBe(true)
})

test('only a long absence restarts the timer', () => {
  const stored = { sinceMs: 0, seenMs: 20 * minute }
  expect(checkDue(stored, at(20 * minute + awayMs))).toEqual({
    next: { sinceMs: 20 * minute + awayMs, seenMs: 20 * minute + awayMs },
    due: false,
  })
  expect(checkDue(stored, at(20 * minute + awayMs - 1)).due).toBe(true)
})

test('a timer from the future restarts', () => {
  expect(checkDue({ sinceMs: 9e9, seenMs: 9e9 }, at(1000)).next.sinceMs).toBe(1000)
})

test("another bettor's timer and invalid values are ignored", () => {
  expect(readCheck({ user: '1', sinceMs: 1, seenMs: 2 }, '1')).toEqual({ sinceMs: 1, seenMs: 2 })
  expect(readCheck({ user: '1', sinceMs: 1, seenMs: 2 }, '2')).toBeUndefined()
  expect(readCheck({ user: '1', sinceMs: 'x' }, '1')).toBeUndefined()
  expect(readCheck('text', undefined)).toBeUndefined()
})
