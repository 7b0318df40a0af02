import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitOf, withinLimit } from './time-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a request that does not answer within its limit is aborted and fails, even if it cannot be aborted', async () => {
  let signal: AbortSignal | undefined
  const ended = withinLimit(60_000, (given) => {
    signal = given
    return new Promise(() => {})
  }).catch(String)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect([await ended, signal?.aborted]).toEqual(['Error: no answer within 60000 ms', true])
})

test('an answer in time leaves no timer, and without a limit there is none', async () => {
  expect(await withinLimit(60_000, async () => 'answer')).toBe('answer')
  expect(await withinLimit(undefined, async (signal) => signal)).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

test('a call may take a minute, and a command with an id longer than the nine minutes in which it is looked up', () => {
  const id = '2f1c0a52-0b8e-4f0c-9d53-5a0f3f6c1d11'
  expect([limitOf({}), limitOf({ data: { id: '17', msisdn: id } }), limitOf({ data: { id } })]).toEqual([
    60_000, 60_000, 600_000,
  ])
})
