import type { Call, Failed } from '@nare/client/call'
import type { CrashBet } from '@nare/contract/crash'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { crashSlots, refusals } from './slots.ts'

const paths = { bet: '/v1/games/crash/bet', cashOut: '/v1/games/crash/cash-out', cancel: '/v1/games/crash/cancel' }
const own = '/v1/games/crash/bets'
const one = '/v1/bets/:id'

const bet = (fields: Partial<CrashBet> = {}): CrashBet => ({
  ...{
    bet_id: 'B1',
    id: 'id-1',
    round_id: 'r1',
    slot: 1,
    stake: '20.00',
    auto_cash_out: null,
    cashes_out_at: '500.00',
  },
  ...{ state: 'open', returned: '0.00', placed_at: '' },
  ...fields,
})
const answer = (body: object, status = 200) => ({ ok: true, status, body })
const failed = (status: number, code: Failed['code'], body: object = {}) => ({
  ...{ ok: false, status, code, error: 'no', fields: {}, body },
})
const lost = failed(0, 'no_answer')
const order = { slot: 1, stake: '20', target: undefined } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Answers each path from its queue and repeats the last answer; a path without a queue never answers. */
function rig(answers: Record<string, unknown[]>) {
  const sent: { path: string; input: Record<string, unknown> }[] = []
  const call = (async (route: { path: string }, input: Record<string, unknown>) => {
    sent.push({ path: route.path, input })
    const queue = answers[route.path]
    if (!queue) return new Promise(() => {})
    return queue.length > 1 ? queue.shift() : queue[0]
  }) as unknown as Call
  let made = 0
  const balances: string[] = []
  const slots = crashSlots({
    call,
    newId: () => `id-${++made}`,
    wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    onBalance: (balance) => balances.push(balance),
  })
  slots.setOwner('7')
  const of = (path: string) => sent.filter((each) => each.path === path).map(({ input }) => input)
  return { slots, of, balances, answers }
}

async function flying(answers: Record<string, unknown[]>) {
  const at = rig({ ...answers, [paths.bet]: [answer({ bet: bet(), balance: '80.00' }, 201)] })
  await at.slots.place(order)
  return at
}

test('a bet is placed once however often it is tapped, and the response updates the balance', async () => {
  const at = rig({ [paths.bet]: [answer({ bet: bet(), balance: '80.00' }, 201)] })
  await Promise.all([at.slots.place(order), at.slots.place(order)])
  await at.slots.place(order)
  expect(at.of(paths.bet)).toEqual([{ id: 'id-1', slot: 1, stake: '20' }])
  expect([at.slots.get()[1].bet?.bet_id, at.slots.get()[1].busy, at.balances]).toEqual(['B1', 'idle', ['80.00']])
})

test('refusals of both bets are listed, each with its bet and command', async () => {
  const at = rig({ [paths.bet]: [failed(422, 'insufficient_funds'), failed(422, 'limit_reached')] })
  expect(refusals(at.slots.get())).toEqual([])
  await at.slots.place(order)
  await at.slots.place({ ...order, slot: 2 })
  const listed = refusals(at.slots.get()).map(({ slotNo, refusal, command }) => [slotNo, refusal.code, command])
  expect(listed).toEqual([
    [1, 'insufficient_funds', 'bet'],
    [2, 'limit_reached', 'bet'],
  ])
})

test('a refusal stays with its bet until the next command', async () => {
  const at = rig({ [paths.bet]: [failed(422, 'insufficient_funds'), answer({ bet: bet(), balance: '1.00' }, 201)] })
  await at.slots.place(order)
  expect([at.slots.get()[1].refusal?.code, at.slots.get()[1].bet]).toEqual(['insufficient_funds', undefined])
  await at.slots.place({ ...order, target: '2.00' })
  expect(at.of(paths.bet)[1]).toMatchObject({ id: 'id-2', auto_cash_out: '2.00' })
  expect(at.slots.get()[1].refusal).toBeUndefined()
})

test('a placement without a response is found by its id, with its round', async () => {
  const found = bet({ bet_id: 'B9', round_id: 'r7' })
  const at = rig({
    [paths.bet]: [lost],
    [one]: [failed(404, 'not_found'), answer({ data: { bet_id: 'B9', state: 'open', returned: '0.00' } })],
    [own]: [answer({ data: [found] })],
  })
  const placing = at.slots.place(order)
  await vi.advanceTimersByTimeAsync(500)
  expect(at.slots.get()[1].busy).toBe('checking')
  await vi.runAllTimersAsync()
  expect(await placing).toEqual(found)
  expect(at.of(paths.bet)).toHaveLength(1)
})

test('a cash-out is shown only after the server has confirmed it', async () => {
  const at = await flying({})
  void at.slots.cashOut(1)
  expect([at.slots.get()[1].busy, at.slots.get()[1].bet?.state]).toEqual(['cashing', 'open'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect([at.slots.get()[1].busy, at.slots.get()[1].bet?.state, at.slots.get().settledBets]).toEqual([
    'checking',
    'open',
    [],
  ])
})

test('a cash-out without a response is sent again under its id until the server responds', async () => {
  const won = bet({ state: 'won', cashed_out_at: '2.31', returned: '46.20' })
  const open = answer({ data: { bet_id: 'B1', state: 'open', returned: '0.00' } })
  const at = await flying({ [paths.cashOut]: [lost, lost, answer({ bet: won, balance: '126.20' })], [one]: [open] })
  void at.slots.cashOut(1)
  void at.slots.cashOut(1)
  await vi.runAllTimersAsync()
  expect(new Set(at.of(paths.cashOut).map(({ id }) => id)).size).toBe(1)
  expect(at.of(paths.cashOut)).toHaveLength(3)
  expect([at.slots.get()[1].bet, at.slots.get().settledBets, at.balances.at(-1)]).toEqual([won, [won], '126.20'])
})

test('a cash-out that reached the server before the connection was lost is found by a lookup of the bet', async () => {
  const paid = answer({ data: { bet_id: 'B1', state: 'won', returned: '46.20' } })
  const at = await flying({ [paths.cashOut]: [lost, failed(0, 'not_sent')], [one]: [lost, paid] })
  void at.slots.cashOut(1)
  await vi.runAllTimersAsync()
  expect(at.slots.get()[1].bet).toMatchObject({ state: 'won', cashed_out_at: '2.31', returned: '46.20' })
})

test('the outcome of a cash-out or a cancellation without any response is unknown', async () => {
  for (const [command, path] of [
    ['cash_out', paths.cashOut],
    ['cancel', paths.cancel],
  ] as const) {
    const at = await flying({ [path]: [lost], [one]: [lost] })
    void (command === 'cancel' ? at.slots.cancel(1) : at.slots.cashOut(1))
    await vi.runAllTimersAsync()
    const { refusal, bet: shown, busy } = at.slots.get()[1]
    expect([at.slots.get()[1].command, refusal?.code, shown?.state, busy]).toEqual([
      command,
      'no_answer',
      'open',
      'idle',
    ])
  }
})

test('a bet whose cash-out was not sent stays open and can be cashed out again', async () => {
  const at = await flying({ [paths.cashOut]: [failed(0, 'not_sent')] })
  await at.slots.cashOut(1)
  expect([at.slots.get()[1].busy, at.slots.get()[1].bet?.state, at.slots.get()[1].refusal?.code]).toEqual([
    ...['idle', 'open', 'not_sent'],
  ])
})

test('a refusal of a late cash-out updates the bet to its result', async () => {
  const settled = bet({ state: 'lost' })
  const at = await flying({ [paths.cashOut]: [failed(409, 'too_late', { bet: settled })] })
  await at.slots.cashOut(1)
  expect([at.slots.get()[1].bet, at.slots.get()[1].refusal?.code]).toEqual([settled, 'too_late'])
})

test('a cash-out that came after the target shows the win, not that it was too late', async () => {
  const won = bet({ state: 'won', cashed_out_at: '1.20', returned: '24.00' })
  const at = await flying({ [paths.cashOut]: [failed(409, 'too_late', { bet: won })] })
  await at.slots.cashOut(1)
  expect([at.slots.get()[1].bet, at.slots.get()[1].refusal]).toEqual([won, undefined])
})

test('a cancelled bet is void, and a change of bettor removes all bets', async () => {
  const back = bet({ state: 'void', returned: '20.00' })
  const at = await flying({ [paths.cancel]: [answer({ bet: back, balance: '100.00' })] })
  await at.slots.cancel(1)
  expect([at.slots.get()[1].bet?.state, at.balances.at(-1)]).toEqual(['void', '100.00'])
  at.slots.setOwner('8')
  expect([at.slots.get()[1].bet, at.slots.get().settledBets]).toEqual([undefined, []])
})

test('a refresh shows the open bet, and settles a bet of a past round', async () => {
  const at = await flying({
    [own]: [answer({ data: [bet({ bet_id: 'B2', slot: 2, round_id: 'r2' })] })],
    [one]: [answer({ data: { bet_id: 'B1', state: 'lost', returned: '0.00' } })],
  })
  expect(await at.slots.refresh()).toBe(true)
  expect([at.slots.get()[1].bet?.state, at.slots.get()[2].bet?.bet_id]).toEqual(['lost', 'B2'])
})

test('an open bet for the next round replaces a bet that was settled in the current round', async () => {
  const won = bet({ state: 'won', cashed_out_at: '1.50', returned: '30.00' })
  const next = bet({ bet_id: 'B2', round_id: 'r2' })
  const at = rig({ [own]: [answer({ data: [next, won] })] })
  await at.slots.refresh()
  expect([at.slots.get()[1].bet?.bet_id, at.slots.get().settledBets]).toEqual(['B2', [won]])
})

test('a bet that cashed out automatically is paid the amount of the topic', async () => {
  const at = await flying({})
  at.slots.applyState('B1', { state: 'open', returned: '0.00' })
  expect(at.slots.get()[1].bet?.state).toBe('open')
  at.slots.applyState('B1', { state: 'won', returned: '40.00' })
  expect(at.slots.get()[1].bet).toMatchObject({ state: 'won', cashed_out_at: '2.00', returned: '40.00' })
})

test('a change of stake or target clears a refusal, but not one that asks the bettor to do something first', async () => {
  const at = rig({ [paths.bet]: [failed(422, 'limit_reached'), failed(403, 'not_verified')] })
  await at.slots.place(order)
  at.slots.clearInputRefusal(2)
  expect(at.slots.get()[1].refusal?.code).toBe('limit_reached')
  at.slots.clearInputRefusal(1)
  expect(at.slots.get()[1].refusal).toBeUndefined()
  await at.slots.place(order)
  at.slots.clearInputRefusal(1)
  expect(at.slots.get()[1].refusal?.code).toBe('not_verified')
})

test('a change of stake or target does not clear an unknown outcome', async () => {
  const at = rig({ [paths.bet]: [lost], [one]: [failed(404, 'not_found')] })
  const placing = at.slots.place(order)
  await vi.runAllTimersAsync()
  await placing
  at.slots.clearInputRefusal(1)
  expect(at.slots.get()[1].refusal?.code).toBe('no_answer')
})

test('a reconnection clears the refusal of an unsent cash-out, and no other', async () => {
  const at = await flying({ [paths.cashOut]: [failed(0, 'not_sent'), failed(409, 'too_early')] })
  await at.slots.cashOut(1)
  at.slots.clearConnectionRefusals()
  expect([at.slots.get()[1].refusal, at.slots.get()[1].bet?.state]).toEqual([undefined, 'open'])
  await at.slots.cashOut(1)
  at.slots.clearConnectionRefusals()
  expect(at.slots.get()[1].refusal?.code).toBe('too_early')
})
