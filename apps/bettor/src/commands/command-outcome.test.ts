import type { Failed } from '@nare/client/call'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkAfterMs, resolveCommand, isRefusal, checkDelayMs, type CommandResult } from './command-outcome.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failed = (status: number, code: Failed['code']): Failed => ({
  ...{ ok: false, status, code, error: 'no', fields: {}, body: {} },
})
const notFound = failed(404, 'not_found')
const lost = failed(0, 'no_answer')
const accepted = (value: string): CommandResult<string> => ({ ok: true, value })

/** A command with a response that the test controls. Look-ups get the given responses in turn; the last one repeats. */
function rig(...answers: (CommandResult<string> | 'hangs')[]) {
  const { promise, resolve } = Promise.withResolvers<CommandResult<string>>()
  const start = Date.now()
  const asked: number[] = []
  let checking = 0
  const outcome = resolveCommand<string>({
    answer: promise,
    lookUp: async () => {
      asked.push(Date.now() - start)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      return answer === undefined || answer === 'hangs' ? new Promise(() => {}) : answer
    },
    wait: (ms) => new Promise((resolved) => setTimeout(resolved, ms)),
    onChecking: () => checking++,
  })
  return { outcome, answer: resolve, asked, checking: () => checking }
}

test('a response within ten seconds is conclusive, and nothing is looked up', async () => {
  for (const result of [
    accepted('a'),
    failed(422, 'market_suspended'),
    failed(503, 'overloaded'),
    failed(0, 'not_sent'),
  ]) {
    const { outcome, answer, asked, checking } = rig(accepted('never'))
    await vi.advanceTimersByTimeAsync(checkAfterMs - 1)
    answer(result)
    expect(await outcome).toEqual(result.ok ? { is: 'done', value: 'a' } : { is: 'refused', failed: result })
    expect([asked, checking()]).toEqual([[], 0])
  }
})

test('a hanging command is looked up by its id after ten seconds, with pauses that grow to fifteen', async () => {
  const { outcome, asked, checking } = rig(
    notFound,
    notFound,
    notFound,
    notFound,
    notFound,
    notFound,
    notFound,
    notFound,
    accepted('found'),
  )
  await vi.advanceTimersByTimeAsync(checkAfterMs - 1)
  expect([asked, checking()]).toEqual([[], 0])
  await vi.runAllTimersAsync()
  expect(await outcome).toEqual({ is: 'done', value: 'found' })
  expect(asked.map((at) => at - checkAfterMs)).toEqual([0, 1000, 3000, 6000, 11_000, 19_000, 32_000, 47_000, 62_000])
  expect([checking(), checkDelayMs(0), checkDelayMs(100)]).toEqual([1, 1000, 15_000])
})

test('while the request is open "not found" is inconclusive: a late response to the command still decides', async () => {
  for (const result of [accepted('late'), failed(409, 'odds_changed')]) {
    const { outcome, answer, asked } = rig(notFound)
    await vi.advanceTimersByTimeAsync(checkAfterMs + 200_000)
    expect(asked.length).toBeGreaterThan(8)
    answer(result)
    await vi.runAllTimersAsync()
    expect((await outcome).is).toBe(result.ok ? 'done' : 'refused')
  }
})

test('a look-up that finds the command is conclusive, and a later response changes nothing', async () => {
  const { outcome, answer } = rig(accepted('found'))
  await vi.runAllTimersAsync()
  answer(failed(422, 'market_suspended'))
  expect(await outcome).toEqual({ is: 'done', value: 'found' })
})

test('a hanging look-up does not block the next one', async () => {
  const { outcome, asked } = rig('hangs', 'hangs', accepted('found'))
  await vi.runAllTimersAsync()
  expect(await outcome).toEqual({ is: 'done', value: 'found' })
  expect(asked).toHaveLength(3)
})

test('after no response, an unreadable one, a server error or 503 unknown, the command is looked up immediately', async () => {
  for (const result of [lost, failed(200, 'bad_answer'), failed(502, 'internal'), failed(503, 'unknown')]) {
    const { outcome, answer, asked, checking } = rig(accepted('found'))
    answer(result)
    await vi.runAllTimersAsync()
    expect([(await outcome).is, asked, checking()]).toEqual(['done', [0], 1])
  }
})

test('once the request has ended the outcome is unknown after "not found" five times, or after a minute without a response', async () => {
  const absent = rig(notFound)
  absent.answer(failed(500, 'internal'))
  await vi.runAllTimersAsync()
  expect(await absent.outcome).toEqual({ is: 'unknown', failed: failed(500, 'internal'), absent: true })
  expect(absent.asked).toHaveLength(5)
  const silent = rig(lost)
  silent.answer(lost)
  await vi.runAllTimersAsync()
  expect(await silent.outcome).toEqual({ is: 'unknown', failed: lost, absent: false })
  expect(silent.asked).toHaveLength(8)
})

test('look-ups of a command that never ends stop after a maximum number, and immediately when the session has ended', async () => {
  const open = rig(notFound)
  await vi.runAllTimersAsync()
  expect((await open.outcome).is).toBe('unknown')
  expect(open.asked).toHaveLength(40)
  const out = rig(failed(401, 'session_expired'))
  await vi.runAllTimersAsync()
  expect([(await out.outcome).is, out.asked.length]).toEqual(['unknown', 1])
})

test('503 overloaded proves that the command had no effect; 503 unknown and a gateway error do not', () => {
  const codes = [failed(503, 'overloaded'), failed(503, 'unknown'), failed(503, 'internal'), failed(429, 'internal')]
  expect(codes.map(isRefusal)).toEqual([true, false, false, true])
})
