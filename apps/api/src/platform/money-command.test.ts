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
