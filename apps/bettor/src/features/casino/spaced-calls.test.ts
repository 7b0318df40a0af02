import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { spacedCalls } from './spaced-calls.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the last of several calls within a second runs at the end of that second, and no call is lost', () => {
  const ranAtMs: number[] = []
  const startMs = Date.now()
  const call = spacedCalls(() => ranAtMs.push(Date.now() - startMs), { everyMs: 1000, nowMs: Date.now })
  call()
  vi.advanceTimersByTime(600)
  call()
  call()
  expect(ranAtMs).toEqual([0])
  vi.advanceTimersByTime(5000)
  expect(ranAtMs).toEqual([0, 1000])
  call()
  expect(ranAtMs).toEqual([0, 1000, 5600])
})
