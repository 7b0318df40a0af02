import { expect, test } from 'vitest'
import { silentMs } from './owner-session.ts'
import { checkEveryMs, failuresAfter, pauseAfter, usualTimes } from './owners.ts'

test('the pause after a failed run doubles up to half a minute, and begins anew after a run of a minute', () => {
  expect([1, 2, 3, 7, 8, 1000].map(pauseAfter)).toEqual([250, 500, 1000, 16_000, 30_000, 30_000])
  expect([failuresAfter(0, 0), failuresAfter(6, 59_999), failuresAfter(6, 60_000)]).toEqual([1, 7, 1])
})

test('a silent owner stops before another process takes over, within five seconds of its last heartbeat', () => {
  expect(usualTimes.silentMaxMs + checkEveryMs).toBeLessThan(silentMs)
  expect(silentMs + checkEveryMs).toBeLessThan(5000)
})
