import type { Call, Failed } from '@nare/client/call'
import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auth } from '../../state/auth.ts'
import { sentIds } from '../../state/sent-ids.ts'
import { appStore } from '../../state/store.ts'
import { commandIds } from './command-ids.ts'
import { sendPayment, type Kind } from './send-payment.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failed = (status: number, code: Failed['code']): Failed => ({
  ...{ ok: false, status, code, error: 'no', fields: {}, body: {} },
})
const lost = failed(0, 'no_answer')
const none = failed(404, 'not_found')
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
    const ids = commandIds(
      sentIds(
        entries(storage, () => 0),
        `${kind}-ids`,
      ),
      { newId: () => `id-${++idCount}`, owner: () => bettor },
    )
    const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
    const store = appStore(call)
    const show = () => store.dispatch(auth.actions.set({ field: 'user', value: { id: bettor } as never }))
    show()
    followed = show
    const paying = store.dispatch(
      sendPayment({ kind, amount, provider: 'mpesa' }, { ids, wait, onChecking: () => checking++ }),
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
    expect(outcome).toEqual({ is: 'done', value: { id: 'P1', amount: '100.00' } })
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
  expect((await paying).outcome).toMatchObject({ is: 'unknown', absent: false })
  expect([lookedUp, storage.getItem('withdrawal-ids')?.includes('id-1')]).toEqual([[], true])
})

test('an unresolved payment keeps its id across pages and later payments until it is resolved', async () => {
  const { pay, sent, storage } = rig()
  expect((await pay('100', [lost], [lost])).outcome.is).toBe('unknown')
  expect(storage.getItem('withdrawal-ids')).not.toContain('100')
  expect((await pay('200', [failed(422, 'insufficient_funds')])).outcome.is).toBe('refused')
  expect((await pay('100', [accepted('P2')])).outcome).toEqual({ is: 'done', value: { id: 'P2', amount: '100' } })
  await pay('100', [accepted('P3')])
  expect(sent).toEqual(['id-1', 'id-1', 'id-1', 'id-2'])
})

test('if a payment without a response took effect, a retry with another amount does not, and the first payment is returned', async () => {
  const { pay, sent, storage } = rig()
  await pay('100', [lost], [lost])
  const { outcome } = await pay('200', [failed(409, 'id_reused')], [found('P4', '100.00')])
  expect(outcome).toEqual({ is: 'done', value: { id: 'P4', amount: '100.00' } })
  expect(sent).toEqual(['id-1', 'id-1'])
  expect(storage.length).toBe(0)
})

test('a missing response, a malformed response and 503 unknown leave the outcome unknown; a refusal does not', async () => {
  for (const inconclusive of [lost, failed(200, 'bad_answer'), failed(503, 'unknown')]) {
    const { pay, sent } = rig()
    expect((await pay('100', [inconclusive])).outcome.is).toBe('unknown')
    await pay('100', [accepted('P5')])
    expect(new Set(sent).size).toBe(1)
  }
  for (const refusal of [failed(422, 'invalid_input'), failed(0, 'not_sent'), failed(503, 'overloaded')]) {
    const { pay, sent, lookedUp } = rig()
    expect((await pay('100', [refusal])).outcome).toEqual({ is: 'refused', failed: refusal })
    await pay('100', [accepted('P6')])
    expect([sent, lookedUp]).toEqual([['id-1', 'id-2'], []])
  }
})

test('a server error is a refusal if look-ups find no payment, and the retry keeps the id', async () => {
  const { pay, sent, lookedUp } = rig()
  expect((await pay('100', [failed(502, 'internal')], [none])).outcome.is).toBe('refused')
  await pay('100', [accepted('P7')])
  expect([sent, lookedUp.length]).toEqual([['id-1', 'id-1'], 5])
})

test('an unresolved payment is not shown as unsent when the retry could not be sent or found the server overloaded', async () => {
  for (const refusal of [failed(0, 'not_sent'), failed(503, 'overloaded')]) {
    const { pay } = rig()
    await pay('100', [lost], [lost])
    expect((await pay('100', [refusal])).outcome.is).toBe('unknown')
  }
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
