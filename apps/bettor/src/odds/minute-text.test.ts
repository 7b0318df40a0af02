import { expect, test } from 'vitest'
import { minuteAt, minuteText } from './minute-text.ts'

const at = (minutes: number): number => Date.parse('2026-11-22T15:00:00Z') + minutes * 60_000
const clock = { minute: 62, clock_at: '2026-11-22T15:00:00Z' }

test('injury time is written after the minute', () => {
  expect([minuteText(45, 2), minuteText(63), minuteText(90, 0)]).toEqual(["45+2'", "63'", "90'"])
})

test('the minute advances automatically, by at most three minutes and never backwards', () => {
  expect([at(-5), at(0.9), at(1), at(2.5), at(9)].map((now) => minuteAt(clock, now))).toEqual([
    "62'",
    "62'",
    "63'",
    "64'",
    "65'",
  ])
  expect(minuteAt({ minute: 62, clock_at: null }, at(2))).toBe("62'")
})

test('in injury time the added minutes advance', () => {
  expect(minuteAt({ minute: 45, added: 1, clock_at: clock.clock_at }, at(1))).toBe("45+2'")
})

test('the clock stops while the feed is silent', () => {
  expect(minuteAt({ ...clock, suspended: 'silent_feed' }, at(2))).toBe("62'")
  expect(minuteAt({ ...clock, suspended: 'goal' }, at(2))).toBe("64'")
})
