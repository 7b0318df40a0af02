import type { Call, Failed } from '@nare/client/call'
import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import type { CashOutQuote } from '@nare/contract/cash-out'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auth } from '../../../state/auth.ts'
import { sentBy, sentIds } from '../../../state/sent-ids.ts'
import { appStore } from '../../../state/store.ts'
import type { Part } from './figures.ts'
import { resolveTake, takeCashOut, type Wish } from './take-cash-out.ts'

const quotePath = '/v1/bets/:bet_id/cash-out/quote'
const takePath = '/v1/bets/:bet_id/cash-out'
const startMs = Date.parse('2026-11-22T12:00:00Z')

const failed = (status: number, code: Failed['code'], body: Record<string, unknown> = {}): Failed => ({
  ...{ ok: false, status, code, error: 'no', fields: {}, body },
})
const quoteOf = (amount: string, quote_id = `q${amount}`, aliveMs = 5000): CashOutQuote => ({
  ...{ quote_id, amount, fair: amount, left: { stake: '100.00', possible_win: '574.92' }, slip_has_live_interval: 0 },
  expires_at: new Date(startMs + aliveMs).toISOString(),
})
const quoted = (...given: Parameters<typeof quoteOf>) => ({ ok: true, status: 200, body: quoteOf(...given) })
const paid = (amount: string) => ({
  ...{ ok: true, status: 200, body: { message: 'Cashed out', amount, bet: { bet_id: '7' }, balance: '500.00' } },
})
const nothing = failed(0, 'no_answer')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function rig(answers: { quote?: unknown[]; take?: unknown[] }) {
  const queues: Record<string, unknown[]> = { [quotePath]: answers.quote ?? [], [takePath]: answers.take ?? [] }
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
  const ids = sentIds(
    entries(memoryStorage(), () => 0),
    'cash-out-ids',
  )
  let made = 0
  const tools = {
    newId: () => `id-${++made}`,
    ids,
    wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
    nowMs: () => startMs,
  }
  const called: string[] = []
  const take = async (wish: Partial<Wish> = {}) => {
    const running = store.dispatch(
      takeCashOut({ bet_id: '7', part: '1', seen: '286.40', quote: undefined, ...wish }, tools, {
        onChecking: () => called.push('checking'),
        onSent: ({ quote_id }) => called.push(quote_id),
      }),
    )
    await vi.runAllTimersAsync()
    return running
  }
  const sent = (path: string) => requests.filter((each) => each.path === path).map(({ input }) => input)
  return { store, take, sent, ids, tools, called, logIn, balance: () => store.getState().auth.user?.balance }
}

test('a quote that is alive and of the value seen is taken as it is, and the new balance shows at once', async () => {
  const at = rig({ take: [paid('286.40')] })
  const outcome = await at.take({ quote: quoteOf('286.40') })
  expect(outcome).toMatchObject({ is: 'paid', amount: '286.40' })
  expect([at.sent(quotePath).length, at.sent(takePath), at.balance(), at.ids.all()]).toEqual([
    ...[0, [{ bet_id: '7', id: 'id-1', quote_id: 'q286.40' }], '500.00', []],
  ])
})

test('a part is sent as a part of what is left', async () => {
  const at = rig({ take: [paid('143.20')] })
  await at.take({ part: '0.50' satisfies Part, quote: quoteOf('286.40') })
  expect(at.sent(takePath)).toMatchObject([{ part: '0.50' }])
})

test('a quote that is about to expire, or is not of the value seen, is replaced before it is taken', async () => {
  for (const old of [quoteOf('286.40', 'old', 900), quoteOf('280.00', 'old'), quoteOf('290.00', 'old')]) {
    const at = rig({ quote: [quoted('286.40', 'new')], take: [paid('286.40')] })
    await at.take({ quote: old })
    expect(at.sent(takePath)).toMatchObject([{ quote_id: 'new' }])
  }
})

test('a higher value is taken and pays what the server says; a lower one asks again and takes nothing', async () => {
  const higher = rig({ quote: [quoted('290.00')], take: [paid('291.50')] })
  expect(await higher.take()).toMatchObject({ is: 'paid', amount: '291.50' })
  const lower = rig({ quote: [quoted('286.39')] })
  expect(await lower.take()).toMatchObject({ is: 'fell', quote: { amount: '286.39' } })
  expect([lower.sent(takePath).length, lower.ids.all().length]).toEqual([0, 0])
})

test('a value that falls while the server judges it asks again with the quote of the refusal', async () => {
  const at = rig({ take: [failed(409, 'quote_changed', { quote: quoteOf('240.00') })] })
  expect(await at.take({ quote: quoteOf('286.40') })).toMatchObject({ is: 'fell', quote: { amount: '240.00' } })
  expect(at.ids.all()).toEqual([])
})

test('a refusal of a quote or of a cash-out shows its sentence and leaves no id', async () => {
  const refusal = failed(422, 'not_available', { reason: 'suspended' })
  const first = rig({ quote: [refusal] })
  expect(await first.take()).toMatchObject({ is: 'refused', failed: { body: { reason: 'suspended' } } })
  const second = rig({ take: [refusal] })
  expect(await second.take({ quote: quoteOf('286.40') })).toMatchObject({ is: 'refused' })
  expect(second.ids.all()).toEqual([])
})

test('a quote that expires on the way is replaced, at most three times', async () => {
  const once = rig({ quote: [quoted('286.40')], take: [failed(409, 'quote_expired'), paid('286.40')] })
  expect(await once.take({ quote: quoteOf('286.40', 'first') })).toMatchObject({ is: 'paid' })
  const [one, two] = once.sent(takePath).map(({ id }) => id)
  expect(one).not.toBe(two)
  const always = rig({ quote: [quoted('286.40')], take: [failed(409, 'quote_expired')] })
  expect(await always.take()).toMatchObject({ is: 'refused', failed: { code: 'overloaded' } })
  expect(always.sent(takePath)).toHaveLength(3)
})

test('a lost answer: the same command is sent again under its id and returns what its first sending did', async () => {
  const at = rig({ take: [nothing, failed(409, 'quote_expired'), paid('286.40')] })
  expect(await at.take({ quote: quoteOf('286.40') })).toMatchObject({ is: 'paid', amount: '286.40' })
  expect(new Set(at.sent(takePath).map(({ id }) => id)).size).toBe(1)
  expect([at.called, at.ids.all(), at.balance()]).toEqual([['q286.40', 'checking'], [], '500.00'])
})

test('a lost answer that never reached the server: nothing was cashed out, and the next tap has a new id', async () => {
  const at = rig({ take: [nothing, failed(409, 'quote_expired')] })
  expect(await at.take({ quote: quoteOf('286.40') })).toMatchObject({ is: 'refused', failed: { code: 'no_answer' } })
  expect(at.ids.all()).toEqual([])
})

test('while nothing answers the id is kept, and the next tap resolves it instead of cashing out twice', async () => {
  const at = rig({ take: [nothing] })
  expect(await at.take({ quote: quoteOf('286.40') })).toEqual({ is: 'unknown' })
  expect(at.ids.all()).toHaveLength(1)
  expect(await at.take({ quote: quoteOf('286.40') })).toEqual({ is: 'unknown' })
  expect(new Set(at.sent(takePath).map(({ id }) => id)).size).toBe(1)
})

test('without a value seen, only what became of an earlier cash-out is asked', async () => {
  const at = rig({ take: [failed(409, 'quote_expired')] })
  at.ids.keep(JSON.stringify(['1', '7', 'q1', '1']), 'earlier')
  expect(await at.take({ seen: undefined })).toMatchObject({ is: 'refused', failed: { code: 'no_answer' } })
  expect([at.sent(quotePath).length, at.sent(takePath).length, at.ids.all()]).toEqual([0, 1, []])
})

test('a cash-out of an earlier visit is found by its id, with its part', async () => {
  const at = rig({ take: [paid('71.60')] })
  at.ids.keep(JSON.stringify(['1', '7', 'q1', '0.25']), 'earlier')
  const [sent] = sentBy(at.ids, '1')
  if (!sent) throw new Error('nothing kept')
  const running = at.store.dispatch(resolveTake(sent, at.tools))
  await vi.runAllTimersAsync()
  expect(await running).toMatchObject({ is: 'paid', amount: '71.60' })
  expect([at.sent(takePath), at.ids.all(), at.balance()]).toEqual([
    ...[[{ bet_id: '7', id: 'earlier', quote_id: 'q1', part: '0.25' }], [], '500.00'],
  ])
})

test('a bettor who logs in meanwhile neither sees nor resolves the bet of another', async () => {
  const at = rig({ take: [nothing] })
  const running = at.store.dispatch(
    takeCashOut({ bet_id: '7', part: '1', seen: '286.40', quote: quoteOf('286.40') }, at.tools, {
      onChecking: () => at.logIn('2'),
      onSent: () => {},
    }),
  )
  await vi.runAllTimersAsync()
  expect(await running).toEqual({ is: 'unknown' })
  expect([at.sent(takePath).length, at.balance(), at.ids.all().length]).toEqual([1, '0.00', 1])
})
