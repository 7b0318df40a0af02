import type { Call } from '@nare/client/call'
import { payments } from '@nare/contract/payments'
import { expect, test } from 'vitest'
import { withdraw } from './calls-payments.ts'
import { appStore } from './store.ts'

const id = '6a1f9c52-0000-4000-8000-000000000001'
const refusal = (code: string) => ({ ok: false, status: 400, code, error: 'no', fields: {}, body: {} })
const done = { ok: true, status: 200, body: { message: 'On its way' } }

/** A store whose calls get the given responses in turn, and the path and input of each call. */
function rig(answers: unknown[]) {
  const asked: unknown[] = []
  const call = (async (route: { path: string }, input: unknown) => {
    asked.push([route.path, input])
    return answers[asked.length - 1]
  }) as unknown as Call
  return { store: appStore(call), asked }
}

test('a withdrawal refused for the date of its envelope requests the time and is sent once more with the same id', async () => {
  const settings = { ok: true, status: 200, body: { message: { server_time: '2026-11-20T06:00:00Z' } } }
  const { store, asked } = rig([refusal('bad_envelope'), settings, done])
  await store.dispatch(withdraw({ id, amount: '100' }))
  const sent = [payments.withdraw.path, { id, amount: '100' }]
  expect(asked).toEqual([sent, ['/v1/bet/settings', {}], sent])
  expect(store.getState().data).toMatchObject({ withdrawal_message: done.body, error: null, loading_withdrawal: false })
})

test('a withdrawal is not sent a third time, and not a second time after any other refusal', async () => {
  const twice = rig([refusal('bad_envelope'), refusal('internal'), refusal('bad_envelope')])
  await twice.store.dispatch(withdraw({ id, amount: '100' }))
  const once = rig([refusal('insufficient_funds')])
  await once.store.dispatch(withdraw({ id, amount: '100' }))
  expect([twice.asked.length, once.asked.length]).toEqual([3, 1])
  expect(once.store.getState().data).toMatchObject({ error: 'no', loading_withdrawal: false })
})
