import type { Call } from '@nare/client/call'
import { memoryStorage } from '@nare/client/memory-storage'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed, lost, notFound, testTools } from '../../commands/command-rig.ts'
import { auth } from '../../state/auth.ts'
import { appStore } from '../../state/store.ts'
import { sendPayment, type Kind } from './send-payment.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const none = notFound
const accepted = (id: string) => ({ ok: true, status: 200, body: { deposit_id: id, withdrawal_id: id, message: '' } })
const found = (payment_id: string, amount: string) => ({
  ok: true,
  status: 200,
  body: { data: { payment_id, amount } },
})
const hangs = new Promise(() => {})

const posts: Readonly<Record<Kind, string>> = { deposit: '/stk/deposit', withdrawal: '/withdraw' }

/** A browser in which `bettor` is logged in. Payments and look-ups get their responses in order; the last response repeats. */
function rig(kind: Kind = 'withdrawal') {
  let idCount = 0
  let bettor = 'one'
  const storage = memoryStorage()
  const sent: string[] = []
  const lookedUp: string[] = []
  let checking = 0
  let followed = (): unknown => undefined
  const pay = (amount: string, posted: unknown[], lookUps: unknown[] = [none]) => {
    const next = (list: unknown[]) => (list.length > 1 ? list.shift() : list[0])
    const call = (async ({ path }: { path: string }, { id }: { id: string }) => {
      if (path === posts[kind]) sent.push(id)
      else lookedUp.push(id)
      return next(path === posts[kind] ? posted : lookUps)
    }) as unknown as Call
    const tools = { ...testTools(storage), newId: () => `id-${++idCount}` }
    const store = appStore(call)
    const show = () => store.dispatch(auth.actions.set({ field: 'user', value: { id: bettor } as never }))
    show()
    followed = show
    const paying = store.dispatch(
      sendPayment({ kind, amount, provider: 'mpesa' }, { ...tools, onChecking: () => checking++ }),
    )
    return vi.runAllTimersAsync().then(async () => ({ outcome: await paying, state: store.getState().data }))
  }
  const logIn = (other: string): void => {
    bettor = other
    followed()
  }
  return { pay, sent, lookedUp, storage, logIn, checking: () => checking }
}

test.each(['deposit', 'withdrawal'] as const)(
  'a hanging %s is looked up by its id while its request is open, and its late response is ignored',
  async (kind) => {
    const { pay, sent, lookedUp, storage, checking } = rig(kind)
    const { outcome, state } = await pay('100', [hangs], [none, lost, found('P1', '100.00')])
    expect(outcome).toMatchObject({ is: 'done', value: { id: 'P1', amount: '100.00' } })
    expect([sent, lookedUp, checking()]).toEqual([['id-1'], ['id-1', 'id-1', 'id-1'], 1])
    expect([state.loading_deposit, state.loading_withdrawal, state.error]).toEqual([false, false, null])
    expect(storage.length).toBe(0)
  },
)

test('a payment resolved after the bettor logged out is shown only to that bettor, after the next login', async () => {
  const { pay, lookedUp, storage, logIn } = rig()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const paying = pay('100', [promise], [found('P3', '100.00')])
  logIn('two')
  resolve(accepted('P3'))
  expect((await paying).outcome).toMatchObject({ is: 'unknown' })
  expect([lookedUp, storage.getItem('ids')?.includes('id-1')]).toEqual([[], true])
})

test('an unresolved payment keeps its id across pages and later payments until it is resolved', async () => {
  const { pay, sent, storage } = rig()
  expect((await pay('100', [lost], [lost])).outcome.is).toBe('unknown')
  expect(storage.getItem('ids')).not.toContain('100')
  expect((await pay('200', [failed(422, 'insufficient_funds')])).outcome.is).toBe('refused')
  expect((await pay('100', [accepted('P2')])).outcome).toMatchObject({ is: 'done', value: { id: 'P2', amount: '100' } })
  await pay('100', [accepted('P3')])
  expect(sent).toEqual(['id-1', 'id-1', 'id-1', 'id-2'])
})

test('if a payment without a response took effect, a retry with another amount does not, and the first payment is returned', async () => {
  const { pay, sent, storage } = rig()
  await pay('100', [lost], [lost])
  const { outcome } = await pay('200', [failed(409, 'id_reused')], [found('P4', '100.00')])
  expect(outcome).toMatchObject({ is: 'done', value: { id: 'P4', amount: '100.00' } })
  expect(sent).toEqual(['id-1', 'id-1'])
  expect(storage.length).toBe(0)
})

test('a server error is a refusal if look-ups find no payment, and the retry keeps the id', async () => {
  const { pay, sent, lookedUp } = rig()
  expect((await pay('100', [failed(502, 'internal')], [none])).outcome.is).toBe('refused')
  await pay('100', [accepted('P7')])
  expect([sent, lookedUp.length]).toEqual([['id-1', 'id-1'], 5])
})

test('another bettor on the same phone has separate ids, and an id of another command is dropped', async () => {
  const { pay, sent, logIn } = rig()
  await pay('100', [lost], [lost])
  logIn('another')
  await pay('100', [lost], [lost])
  logIn('one')
  expect((await pay('100', [failed(409, 'id_reused')], [none])).outcome.is).toBe('refused')
  await pay('100', [accepted('P8')])
  expect(sent).toEqual(['id-1', 'id-2', 'id-1', 'id-3'])
})
