import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { done, type Outcome } from '@nare/contract/outcome'
import type { Call } from './calls.ts'
import { openLog } from './log.ts'
import { oneAtATime } from './money-command.ts'
import { turnsInMemory } from './turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a hanging command is answered `unknown`, and so is the same command sent again meanwhile', async () => {
  const session = { bettor: 7n, verified: true, signingKey: 'key' }
  const call = { session, log: openLog('silent') } as unknown as Call<'bettor'>
  const { promise, resolve } = Promise.withResolvers<Outcome<string, never>>()
  let begun = 0
  const send = oneAtATime(turnsInMemory())('pay', (_input: { id: string }) => {
    begun++
    return promise
  })
  const answers: unknown[] = []
  for (const id of ['a', 'a']) void send({ id }, call).then((answer) => answers.push(answer))
  await vi.advanceTimersByTimeAsync(22_000)
  expect([begun, answers]).toMatchObject([1, [{ code: 'unknown' }, { code: 'unknown' }]])
  const again = send({ id: 'a' }, call)
  resolve(done('paid'))
  expect(await again).toEqual(done('paid'))
})

test('a command that waits too long for its turn is logged as waiting, and one that runs too long as running, without a stack', async () => {
  const lines: Record<string, unknown>[] = []
  const log = openLog('warn', { write: (line) => void lines.push(JSON.parse(line)) })
  const call = { session: { bettor: 7n, verified: true, signingKey: 'key' }, log } as unknown as Call<'bettor'>
  const turns = turnsInMemory()
  const hanging = () => new Promise<Outcome<string, never>>(() => undefined)
  const answers = [
    oneAtATime(turns)('pay', hanging)({ id: 'a' }, call),
    oneAtATime(turns, { isProtection: true })('limits', hanging)({}, call),
  ]
  await vi.advanceTimersByTimeAsync(22_000)
  expect(await Promise.all(answers)).toMatchObject([{ code: 'unknown' }, { code: 'unknown' }])
  const msg = 'a command has not ended in time'
  expect(lines).toMatchObject([
    { msg, reason: 'it is still running' },
    { msg, reason: 'it waits for its turn or for an equal command' },
  ])
  expect(JSON.stringify(lines)).not.toContain('stack')
})

test('an urgent command of protection does not wait for earlier ones of the same bettor', async () => {
  const call = { session: { bettor: 7n, verified: true, signingKey: 'key' }, log: openLog('silent') }
  const turns = turnsInMemory()
  const order: string[] = []
  const inTurn = oneAtATime(turns, { isProtection: true })
  const urgent = oneAtATime(turns, { isProtection: true, isUrgent: true })
  const run = async ({ name }: { name: string }): Promise<Outcome<string, never>> => {
    order.push(name)
    return done(name)
  }
  const send = (wrap: typeof inTurn, kind: string, name: string) =>
    wrap(kind, run)({ name }, call as unknown as Call<'bettor'>)
  const answers = [send(inTurn, 'limits', 'one'), send(inTurn, 'limits', 'two'), send(urgent, 'self-exclude', 'out')]
  await vi.runAllTimersAsync()
  await Promise.all(answers)
  expect(order).toEqual(['out', 'one', 'two'])
})
