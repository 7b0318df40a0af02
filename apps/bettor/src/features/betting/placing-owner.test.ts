import type { Call, Failed } from '@nare/client/call'
import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pick } from '../../../conformance/samples.ts'
import { testTools } from '../../commands/command-rig.ts'
import { auth } from '../../state/auth.ts'
import { betting } from '../../state/betting.ts'
import { forgetUserOnChange } from '../../state/forget-user.ts'
import { appStore } from '../../state/store.ts'
import { placeSlip } from './place-slip.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const none: Failed = { ok: false, status: 404, code: 'not_found', error: 'no', fields: {}, body: {} }

/** A phone whose bet requests wait until the test responds to them. */
function phone() {
  const answers: ((bet_id: string) => void)[] = []
  const lookedUp: unknown[] = []
  const call = (async (route: { path: string }, input: Record<string, unknown>) => {
    if (route.path === '/v1/bets/:id') lookedUp.push(input['id'])
    if (route.path !== '/v1/bet') return none
    const { promise, resolve } = Promise.withResolvers<unknown>()
    answers.push((bet_id) =>
      resolve({ ok: true, status: 201, body: { status: 201, bet: { bet_id, legs: [] }, balance: '1.00' } }),
    )
    return promise
  }) as unknown as Call
  const store = appStore(call)
  const stored = entries(memoryStorage(), () => 0)
  const tools = testTools()
  forgetUserOnChange(store, { stored, forgetCaches: () => undefined })
  store.dispatch(betting.actions.set({ field: 'slip', value: [pick('62')] }))
  return {
    enter: (id: string) => store.dispatch(auth.actions.set({ field: 'user', value: { id, token: id } as never })),
    place: () => void store.dispatch(placeSlip('20', tools)),
    placing: () => store.getState().betting.placements.sports.stage,
    receipts: () => store.getState().betting.receipts.map(({ bet_id }) => bet_id),
    answers,
    lookedUp,
  }
}

test("another bettor's hanging bet on the same phone does not block placing", async () => {
  const { enter, place, placing, receipts, answers, lookedUp } = phone()
  enter('first')
  place()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(placing()).toBe('checking')
  enter('second')
  expect(placing()).toBe('idle')
  place()
  await vi.advanceTimersByTimeAsync(0)
  expect([answers.length, placing()]).toEqual([2, 'sending'])
  const before = lookedUp.length
  await vi.advanceTimersByTimeAsync(9_000)
  expect([lookedUp.length, placing()]).toEqual([before, 'sending'])
  answers[1]?.('B23')
  await vi.runAllTimersAsync()
  expect([receipts(), placing()]).toEqual([['B23'], 'idle'])
  answers[0]?.('B22')
  await vi.runAllTimersAsync()
  expect(receipts()).toEqual(['B23'])
})
