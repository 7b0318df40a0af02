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
const taken = (id: string) => ({ ok: true, status: 200, body: { deposit_id: id, withdrawal_id: id, message: '' } })
const found = (payment_id: string, amount: string) => ({
  ok: true,
  status: 200,
  body: { data: { payment_id, amount } },
})
const hangs = new Promise(() => {})

const posts: Readonly<Record<Kind, string>> = { deposit: '/stk/deposit', withdrawal: '/withdraw' }

/** A browser in which `bettor` is logged in; each payment and each look-up is answered in turn, the last answer again and again. */
function rig(kind: Kind = 'withdrawal') {
  let made = 0
  let bettor = 'one'
  const storage = memoryStorage()
  const sent: string[] = []
  const looked: string[] = []
  let checking = 0
  let followed = (): unknown => undefined
  const pay = (amount: string, posted: unknown[], told: unknown[] = [none]) => {
    const next = (list: unknown[]) => (list.length > 1 ? list.shift() : list[0])
    const call = (async ({ path }: { path: string }, { id }: { id: string }) => {
      if (path === posts[kind]) sent.push(id)
      else looked.push(id)
      return next(path === posts[kind] ? posted : told)
    }) as unknown as Call
    const ids = commandIds(
      sentIds(
        entries(storage, () => 0),
        `${kind}-ids`,
      ),
      { newId: () => `id-${++made}`, owner: () => bettor },
    )
    const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
    const store = appStore(call)
    const show = () => store.dispatch(auth.actions.set({ field: 'user', value: { id: bettor } as never }))
    show()
    followed = show
    const paying = store.dispatch(
      sendPayment({ kind, amount, provider: 'mpesa' }, { ids, wait, onChecking: () => checking++ }),
    )
    return vi.runAllTimersAsync().then(async () => ({ fate: await paying, state: store.getState().data }))
  }
  const enter = (other: string): void => {
    bettor = other
    followed()
  }
  return { pay, sent, looked, storage, enter, checking: () => checking }
}

test.each(['deposit', 'withdrawal'] as const)(
  'a %s that hangs is asked for by its id while its request is open, and its late answer is ignored',
  async (kind) => {
    const { pay, sent, looked, storage, checking } = rig(kind)
    const { fate, state } = await pay('100', [hangs], [none, lost, found('P1', '100.00')])
    expect(fate).toEqual({ is: 'done', value: { id: 'P1', amount: '100.00' } })
    expect([sent, looked, checking()]).toEqual([['id-1'], ['id-1', 'id-1', 'id-1'], 1])
    expect([state.loading_deposit, state.loading_withdrawal, state.error]).toEqual([false, false, null])
    expect(storage.length).toBe(0)
  },
)

test('a payment that is answered after its bettor left is told to nobody else, and to them when they come back', async () => {
  const { pay, looked, storage, enter } = rig()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const paying = pay('100', [promise], [found('P3', '100.00')])
  enter('two')
  resolve(taken('P3'))
  expect((await paying).fate).toMatchObject({ is: 'unknown', absent: false })
  expect([looked, storage.getItem('withdrawal-ids')?.includes('id-1')]).toEqual([[], true])
})

test('what may have been paid keeps its id, whatever is sent next, through another page, until it is known', async () => {
  const { pay, sent, storage } = rig()
  expect((await pay('100', [lost], [lost])).fate.is).toBe('unknown')
  expect(storage.getItem('withdrawal-ids')).not.toContain('100')
  expect((await pay('200', [failed(422, 'insufficient_funds')])).fate.is).toBe('refused')
  expect((await pay('100', [taken('P2')])).fate).toEqual({ is: 'done', value: { id: 'P2', amount: '100' } })
  await pay('100', [taken('P3')])
  expect(sent).toEqual(['id-1', 'id-1', 'id-1', 'id-2'])
})

test('where a lost payment took effect, another amount does not: the first one is shown', async () => {
  const { pay, sent, storage } = rig()
  await pay('100', [lost], [lost])
  const { fate } = await pay('200', [failed(409, 'id_reused')], [found('P4', '100.00')])
  expect(fate).toEqual({ is: 'done', value: { id: 'P4', amount: '100.00' } })
  expect(sent).toEqual(['id-1', 'id-1'])
  expect(storage.length).toBe(0)
})

test('no answer, none that can be read and 503 unknown leave it open whether money moved; a refusal does not', async () => {
  for (const open of [lost, failed(200, 'bad_answer'), failed(503, 'unknown')]) {
    const { pay, sent } = rig()
    expect((await pay('100', [open])).fate.is).toBe('unknown')
    await pay('100', [taken('P5')])
    expect(new Set(sent).size).toBe(1)
  }
  for (const no of [failed(422, 'invalid_input'), failed(0, 'not_sent'), failed(503, 'overloaded')]) {
    const { pay, sent, looked } = rig()
    expect((await pay('100', [no])).fate).toEqual({ is: 'refused', failed: no })
    await pay('100', [taken('P6')])
    expect([sent, looked]).toEqual([['id-1', 'id-2'], []])
  }
})

test('a server that failed and knows of no such payment refused it, and the id stays with the next try', async () => {
  const { pay, sent, looked } = rig()
  expect((await pay('100', [failed(502, 'internal')], [none])).fate.is).toBe('refused')
  await pay('100', [taken('P7')])
  expect([sent, looked.length]).toEqual([['id-1', 'id-1'], 5])
})

test('what may have worked is not said to be unsent because the next try never left or found a busy server', async () => {
  for (const no of [failed(0, 'not_sent'), failed(503, 'overloaded')]) {
    const { pay } = rig()
    await pay('100', [lost], [lost])
    expect((await pay('100', [no])).fate.is).toBe('unknown')
  }
})

test('another bettor on the same phone has ids of their own, and an id that belongs to another command is given up', async () => {
  const { pay, sent, enter } = rig()
  await pay('100', [lost], [lost])
  enter('another')
  await pay('100', [lost], [lost])
  enter('one')
  expect((await pay('100', [failed(409, 'id_reused')], [none])).fate.is).toBe('refused')
  await pay('100', [taken('P8')])
  expect(sent).toEqual(['id-1', 'id-2', 'id-1', 'id-3'])
})
