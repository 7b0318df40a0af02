import type { Call } from '@nare/client/call'
import type { CashOutQuote } from '@nare/contract/cash-out'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed, lost, testTools } from '../../../commands/command-rig.ts'
import { auth } from '../../../state/auth.ts'
import { appStore } from '../../../state/store.ts'
import type { Part } from './figures.ts'
import { cashOutBet, resolveCashOuts, type CashOutRequest } from './cash-out-bet.ts'

const quotePath = '/v1/bets/:bet_id/cash-out/quote'
const cashOutPath = '/v1/bets/:bet_id/cash-out'
const startMs = Date.parse('2026-11-22T12:00:00Z')

const quoteOf = (amount: string, quote_id = `q${amount}`, aliveMs = 5000): CashOutQuote => ({
  ...{ quote_id, amount, fair: amount, left: { stake: '100.00', possible_win: '574.92' }, slip_has_live_interval: 0 },
  expires_at: new Date(startMs + aliveMs).toISOString(),
})
const quoted = (...given: Parameters<typeof quoteOf>) => ({ ok: true, status: 200, body: quoteOf(...given) })
const paid = (amount: string) => ({
  ...{ ok: true, status: 200, body: { message: 'Cashed out', amount, bet: { bet_id: '7' }, balance: '500.00' } },
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openRig(answers: { quote?: unknown[]; cashOut?: unknown[] }) {
  const queues: Record<string, unknown[]> = { [quotePath]: answers.quote ?? [], [cashOutPath]: answers.cashOut ?? [] }
  const requests: { path: string; input: Record<string, unknown> }[] = []
  const call = (async (route: { path: string }, input: Record<string, unknown>) => {
    requests.push({ path: route.path, input })
    const queue = queues[route.path] ?? []
    return queue.length > 1 ? queue.shift() : queue[0]
  }) as unknown as Call
  const store = appStore(call)
  const logIn = (id: string) =>
    store.dispatch(auth.actions.set({ field: 'user', value: { id, token: id, balance: '0.00' } as never }))
  logIn('1')
  let idCount = 0
  const tools = { ...testTools(), newId: () => `id-${++idCount}`, nowMs: () => startMs }
  const { ids } = tools
  const called: string[] = []
  const cashOut = async (request: Partial<CashOutRequest> = {}) => {
    const running = store.dispatch(
      cashOutBet({ bet_id: '7', part: '1', seen: '286.40', quote: undefined, ...request }, tools, {
        onChecking: () => called.push('checking'),
        onSent: ({ quote_id }) => called.push(quote_id),
      }),
    )
    await vi.runAllTimersAsync()
    return running
  }
  const sent = (path: string) => requests.filter((each) => each.path === path).map(({ input }) => input)
  return { store, cashOut, sent, ids, tools, called, logIn, balance: () => store.getState().auth.user?.balance }
}

test('a valid quote of the displayed value is accepted without a new one, and the balance is updated', async () => {
  const rig = openRig({ cashOut: [paid('286.40')] })
  const outcome = await rig.cashOut({ quote: quoteOf('286.40') })
  expect(outcome).toMatchObject({ is: 'paid', amount: '286.40' })
  expect([rig.sent(quotePath).length, rig.sent(cashOutPath), rig.balance(), rig.ids.all()]).toEqual([
    ...[0, [{ bet_id: '7', id: 'id-1', quote_id: 'q286.40' }], '500.00', []],
  ])
})

test('a partial cash-out sends its part of the remaining bet', async () => {
  const rig = openRig({ cashOut: [paid('143.20')] })
  await rig.cashOut({ part: '0.50' satisfies Part, quote: quoteOf('286.40') })
  expect(rig.sent(cashOutPath)).toMatchObject([{ part: '0.50' }])
})

test('a quote that is about to expire or has another amount is replaced before it is accepted', async () => {
  for (const old of [quoteOf('286.40', 'old', 900), quoteOf('280.00', 'old'), quoteOf('290.00', 'old')]) {
    const rig = openRig({ quote: [quoted('286.40', 'new')], cashOut: [paid('286.40')] })
    await rig.cashOut({ quote: old })
    expect(rig.sent(cashOutPath)).toMatchObject([{ quote_id: 'new' }])
  }
})

test('a higher quote is accepted and pays the amount of the response; a lower one is not accepted', async () => {
  const higher = openRig({ quote: [quoted('290.00')], cashOut: [paid('291.50')] })
  expect(await higher.cashOut()).toMatchObject({ is: 'paid', amount: '291.50' })
  const lower = openRig({ quote: [quoted('286.39')] })
  expect(await lower.cashOut()).toMatchObject({ is: 'fell', quote: { amount: '286.39' } })
  expect([lower.sent(cashOutPath).length, lower.ids.all().length]).toEqual([0, 0])
})

test('a value that falls while the server checks it returns the lower quote of the refusal', async () => {
  const rig = openRig({ cashOut: [failed(409, 'quote_changed', { quote: quoteOf('240.00') })] })
  expect(await rig.cashOut({ quote: quoteOf('286.40') })).toMatchObject({ is: 'fell', quote: { amount: '240.00' } })
  expect(rig.ids.all()).toEqual([])
})

test('a refused quote or cash-out returns the refusal and leaves no id', async () => {
  const refusal = failed(422, 'not_available', { reason: 'suspended' })
  const first = openRig({ quote: [refusal] })
  expect(await first.cashOut()).toMatchObject({ is: 'refused', failed: { body: { reason: 'suspended' } } })
  const second = openRig({ cashOut: [refusal] })
  expect(await second.cashOut({ quote: quoteOf('286.40') })).toMatchObject({ is: 'refused' })
  expect(second.ids.all()).toEqual([])
})

test('an expired quote is replaced, at most three times', async () => {
  const once = openRig({ quote: [quoted('286.40')], cashOut: [failed(409, 'quote_expired'), paid('286.40')] })
  expect(await once.cashOut({ quote: quoteOf('286.40', 'first') })).toMatchObject({ is: 'paid' })
  const [one, two] = once.sent(cashOutPath).map(({ id }) => id)
  expect(one).not.toBe(two)
  const always = openRig({ quote: [quoted('286.40')], cashOut: [failed(409, 'quote_expired')] })
  expect(await always.cashOut()).toMatchObject({ is: 'refused', failed: { code: 'overloaded' } })
  expect(always.sent(cashOutPath)).toHaveLength(3)
})

test('after a missing response the command is repeated with its id and returns its first result', async () => {
  const rig = openRig({ cashOut: [lost, failed(409, 'quote_expired'), paid('286.40')] })
  expect(await rig.cashOut({ quote: quoteOf('286.40') })).toMatchObject({ is: 'paid', amount: '286.40' })
  expect(new Set(rig.sent(cashOutPath).map(({ id }) => id)).size).toBe(1)
  expect([rig.called, rig.ids.all(), rig.balance()]).toEqual([['q286.40', 'checking'], [], '500.00'])
})

test('a command that never reached the server was not paid, and its id is dropped', async () => {
  const rig = openRig({ cashOut: [lost, failed(409, 'quote_expired')] })
  expect(await rig.cashOut({ quote: quoteOf('286.40') })).toEqual({ is: 'not_paid' })
  expect(rig.ids.all()).toEqual([])
})

test('without any response the id is kept, and the next attempt resolves it instead of cashing out twice', async () => {
  const rig = openRig({ cashOut: [lost] })
  expect(await rig.cashOut({ quote: quoteOf('286.40') })).toEqual({ is: 'unknown' })
  expect(rig.ids.all()).toHaveLength(1)
  expect(await rig.cashOut({ quote: quoteOf('286.40') })).toEqual({ is: 'unknown' })
  expect(new Set(rig.sent(cashOutPath).map(({ id }) => id)).size).toBe(1)
})

test('without a displayed value only the earlier cash-out is looked up; its refusal means that it was not paid', async () => {
  const rig = openRig({ cashOut: [failed(409, 'quote_expired')] })
  rig.ids.keep(JSON.stringify(['1', '7', 'q1', '1']), 'earlier')
  expect(await rig.cashOut({ seen: undefined })).toEqual({ is: 'not_paid' })
  expect([rig.sent(quotePath).length, rig.sent(cashOutPath).length, rig.ids.all()]).toEqual([0, 1, []])
})

test('without a displayed value and a stored id, the cash-out counts as resolved by another tab', async () => {
  const rig = openRig({})
  expect(await rig.cashOut({ seen: undefined })).toEqual({ is: 'resolved_elsewhere' })
  expect([rig.sent(quotePath).length, rig.sent(cashOutPath).length]).toEqual([0, 0])
})

test('a cash-out of an earlier visit is resolved by its id, with its part', async () => {
  const rig = openRig({ cashOut: [paid('71.60')] })
  rig.ids.keep(JSON.stringify(['1', '7', 'q1', '0.25']), 'earlier')
  const paidAmounts: string[] = []
  const running = rig.store.dispatch(resolveCashOuts(rig.tools, ({ amount }) => paidAmounts.push(amount)))
  await vi.runAllTimersAsync()
  expect([await running, paidAmounts]).toEqual([false, ['71.60']])
  expect([rig.sent(cashOutPath), rig.ids.all(), rig.balance()]).toEqual([
    ...[[{ bet_id: '7', id: 'earlier', quote_id: 'q1', part: '0.25' }], [], '500.00'],
  ])
})

test('after another bettor has logged in, the cash-out is neither repeated nor shown', async () => {
  const rig = openRig({ cashOut: [lost] })
  const running = rig.store.dispatch(
    cashOutBet({ bet_id: '7', part: '1', seen: '286.40', quote: quoteOf('286.40') }, rig.tools, {
      onChecking: () => rig.logIn('2'),
      onSent: () => {},
    }),
  )
  await vi.runAllTimersAsync()
  expect(await running).toEqual({ is: 'unknown' })
  expect([rig.sent(cashOutPath).length, rig.balance(), rig.ids.all().length]).toEqual([1, '0.00', 1])
})
