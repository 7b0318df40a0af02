import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollOpenDeposit } from './poll-open-deposit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Polls an open deposit; each check ends when `reply` is called. */
function rig() {
  const replies: (() => void)[] = []
  const stoppedAtReply: boolean[] = []
  let isOpen = true
  const stop = pollOpenDeposit({
    isOpen: () => isOpen,
    check: async (isStopped) => {
      await new Promise<void>((done) => replies.push(done))
      stoppedAtReply.push(isStopped())
    },
  })
  const reply = async (): Promise<void> => {
    replies.at(-1)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { stop, reply, stoppedAtReply, close: () => (isOpen = false), checks: () => replies.length }
}

test('after polling stops, a running check schedules no further check', async () => {
  const poll = rig()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(poll.checks()).toBe(1)
  poll.stop()
  await poll.reply()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([poll.checks(), poll.stoppedAtReply, vi.getTimerCount()]).toEqual([1, [true], 0])
})

test('an open deposit is checked every fifteen seconds until it is closed', async () => {
  const poll = rig()
  for (const expected of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(15_000)
    expect(poll.checks()).toBe(expected)
    if (expected === 3) poll.close()
    await poll.reply()
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect([poll.checks(), poll.stoppedAtReply]).toEqual([3, [false, false, false]])
})

test('an open deposit is checked for at most an hour', async () => {
  const check = vi.fn(async () => {})
  pollOpenDeposit({ isOpen: () => true, check })
  await vi.advanceTimersByTimeAsync(2 * 3_600_000)
  expect(check).toHaveBeenCalledTimes(240)
})
