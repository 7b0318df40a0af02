import { expect, test } from 'vitest'
import { isOpen, nextRefreshMs, stageOf } from './deposit-stage.ts'

const pending = (ageMs: number, claimsPaid = false) => stageOf({ status: 'pending', ageMs, claimsPaid })

test('the stage of a pending deposit is prompt for a minute, confirming for half a minute, then checking', () => {
  expect([0, 59_999, 60_000, 89_999, 90_000, 9e9].map((ageMs) => pending(ageMs))).toEqual([
    'prompt',
    'prompt',
    'confirming',
    'confirming',
    'checking',
    'checking',
  ])
  expect(pending(1000, true)).toBe('confirming')
  expect(pending(90_000, true)).toBe('checking')
})

test('the status of the server takes precedence over the age', () => {
  expect(stageOf({ status: 'unknown', ageMs: 0, claimsPaid: false })).toBe('checking')
  expect(stageOf({ status: 'succeeded', ageMs: 9e9, claimsPaid: false })).toBe('done')
  expect(stageOf({ status: 'failed', ageMs: 0, claimsPaid: true })).toBe('failed')
  expect((['prompt', 'confirming', 'checking', 'done', 'failed'] as const).map(isOpen)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('polling slows down to at most ten seconds', () => {
  const waits = Array.from({ length: 20 }, (_, refreshes) => nextRefreshMs(refreshes))
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect([waits[0], waits[4], waits[19]]).toEqual([3000, 5000, 10_000])
})
