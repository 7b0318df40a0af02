import type { Call } from '@nare/client/call'
import { expect, test } from 'vitest'
import { auth } from '../../state/auth.ts'
import { appStore } from '../../state/store.ts'
import { showBalance } from './show-balance.ts'

function rig() {
  const responses: ((balance: string) => void)[] = []
  const call = (async () => {
    const balance = await new Promise<string>((done) => responses.push(done))
    return { ok: true, status: 200, body: { user: { balance } } }
  }) as unknown as Call
  const store = appStore(call)
  store.dispatch(auth.actions.set({ field: 'user', value: { id: '7', token: 't', balance: '100.00' } as never }))
  return { store, responses, balance: () => store.getState().auth.user?.balance }
}

test('the balance of a game response is not overwritten by the later response to an older balance request', async () => {
  const { store, responses, balance } = rig()
  const requested = store.dispatch(showBalance('7', undefined))
  await store.dispatch(showBalance('7', '60.00'))
  expect([balance(), responses.length]).toEqual(['60.00', 1])
  responses[0]?.('80.00')
  await requested
  expect(balance()).toBe('60.00')
})

test('the balance of another bettor is neither shown nor requested', async () => {
  const { store, responses, balance } = rig()
  await store.dispatch(showBalance('8', '60.00'))
  await store.dispatch(showBalance('8', undefined))
  expect([balance(), responses.length]).toEqual(['100.00', 0])
})
