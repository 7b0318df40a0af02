import type { Call } from '@nare/client/call'
import type { CrashBet } from '@nare/contract/crash'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed, lost, testTools } from '../../commands/command-rig.ts'
import { crashSlots, refusals } from './slots.ts'

const paths = { bet: '/v1/games/crash/bet', cashOut: '/v1/games/crash/cash-out', cancel: '/v1/games/crash/cancel' }
const ownBetsPath = '/v1/games/crash/bets'
const betPath = '/v1/bets/:id'

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
const order = { slot: 1, stake: '20', target: undefined } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  // No command of a test may stay outstanding.
  await vi.runAllTimersAsync()
  vi.useRealTimers()
})

/** Answers each path from its queue and repeats the last answer. A request to a path without a queue hangs. */
function openRig(answers: Record<string, unknown[]>) {
  const sent: { path: string; input: Record<string, unknown> }[] = []
  const call = (async (route: { path: string }, input: Record<string, unknown>) => {
    sent.push({ path: route.path, input })
    const queue = answers[route.path]
    if (!queue) return new Promise(() => {})
    return queue.length > 1 ? queue.shift() : queue[0]
  }) as unknown as Call
  let idCount = 0
  const balances: string[] = []
  const slots = crashSlots({
    ...testTools(),
    newId: () => `id-${++idCount}`,
    call,
    onBalance: (balance) => balances.push(balance),
  })
  slots.setOwner('7')
  const sentTo = (path: string) => sent.filter((each) => each.path === path).map(({ input }) => input)
  return { slots, sentTo, balances, answers }
}

async function openWithBet(answers: Record<string, unknown[]>) {
  const rig = openRig({ ...answers, [paths.bet]: [answer({ bet: bet(), balance: '80.00' }, 201)] })
  await rig.slots.place(order)
  return rig
}

test('a bet is placed once however often it is tapped, and the response updates the balance', async () => {
  const rig = openRig({ [paths.bet]: [answer({ bet: bet(), balance: '80.00' }, 201)] })
  await Promise.all([rig.slots.place(order), rig.slots.place(order)])
  await rig.slots.place(order)
  expect(rig.sentTo(paths.bet)).toEqual([{ id: 'id-1', slot: 1, stake: '20' }])
  expect([rig.slots.get()[1].bet?.bet_id, rig.slots.get()[1].busy, rig.balances]).toEqual(['B1', 'idle', ['80.00']])
})

test('a won bet has what was paid after tax, also when its topic tells of it', async () => {
  const tax = { percent: '50', amount: '20.00', paid: '40.00' }
  const won = bet({ state: 'won', returned: '60.00', tax, cashed_out_at: '3.00' })
  const rig = await openWithBet({ [paths.cashOut]: [answer({ bet: won, balance: '120.00' })] })
  await rig.slots.cashOut(1)
  expect(rig.slots.get()).toMatchObject({ 1: { bet: { returned: '40.00' } }, settledBets: [{ returned: '40.00' }] })
  const other = await openWithBet({})
  other.slots.applyState('B1', { state: 'won', returned: '60.00', tax })
  expect(other.slots.get()[1].bet).toMatchObject({ returned: '40.00', cashed_out_at: '3.00' })
})

test('refusals of both bets are listed, each with its bet and command', async () => {
  const rig = openRig({ [paths.bet]: [failed(422, 'insufficient_funds'), failed(422, 'limit_reached')] })
  expect(refusals(rig.slots.get())).toEqual([])
  await rig.slots.place(order)
  await rig.slots.place({ ...order, slot: 2 })
  const listed = refusals(rig.slots.get()).map(({ slotNo, refusal, command }) => [slotNo, refusal.code, command])
  expect(listed).toEqual([
    [1, 'insufficient_funds', 'bet'],
    [2, 'limit_reached', 'bet'],
  ])
})

test('a refusal stays with its bet until the next command', async () => {
  const rig = openRig({
    [paths.bet]: [failed(422, 'insufficient_funds'), answer({ bet: bet(), balance: '1.00' }, 201)],
  })
  await rig.slots.place(order)
  expect([rig.slots.get()[1].refusal?.code, rig.slots.get()[1].bet]).toEqual(['insufficient_funds', undefined])
  await rig.slots.place({ ...order, target: '2.00' })
  expect(rig.sentTo(paths.bet)[1]).toMatchObject({ id: 'id-2', auto_cash_out: '2.00' })
  expect(rig.slots.get()[1].refusal).toBeUndefined()
})

test('a placement without a response is found by its id, with its round', async () => {
  const found = bet({ bet_id: 'B9', round_id: 'r7' })
  const rig = openRig({
    [paths.bet]: [lost],
    [betPath]: [failed(404, 'not_found'), answer({ data: { bet_id: 'B9', state: 'open', returned: '0.00' } })],
    [ownBetsPath]: [answer({ data: [found] })],
  })
  const placing = rig.slots.place(order)
  await vi.advanceTimersByTimeAsync(500)
  expect(rig.slots.get()[1].busy).toBe('checking')
  await vi.runAllTimersAsync()
  expect(await placing).toEqual(found)
  expect(rig.sentTo(paths.bet)).toHaveLength(1)
})

test('a cash-out is shown only after the server has confirmed it', async () => {
  const rig = await openWithBet({})
  void rig.slots.cashOut(1)
  expect([rig.slots.get()[1].busy, rig.slots.get()[1].bet?.state]).toEqual(['cashing', 'open'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect([rig.slots.get()[1].busy, rig.slots.get()[1].bet?.state, rig.slots.get().settledBets]).toEqual([
    'checking',
    'open',
    [],
  ])
})

test('a cash-out without a response is sent again under its id until the server responds', async () => {
  const won = bet({ state: 'won', cashed_out_at: '2.31', returned: '46.20' })
  const open = answer({ data: { bet_id: 'B1', state: 'open', returned: '0.00' } })
  const rig = await openWithBet({
    [paths.cashOut]: [lost, lost, answer({ bet: won, balance: '126.20' })],
    [betPath]: [open],
  })
  void rig.slots.cashOut(1)
  void rig.slots.cashOut(1)
  await vi.runAllTimersAsync()
  expect(new Set(rig.sentTo(paths.cashOut).map(({ id }) => id)).size).toBe(1)
  expect(rig.sentTo(paths.cashOut)).toHaveLength(3)
  expect([rig.slots.get()[1].bet, rig.slots.get().settledBets, rig.balances.at(-1)]).toEqual([won, [won], '126.20'])
})

/** Answers after a delay. */
const slow = (reply: unknown, ms: number) => new Promise((done) => setTimeout(done, ms, reply))

test('a cash-out whose response takes longer than four seconds each time is shown when the first one arrives', async () => {
  const won = answer({ bet: bet({ state: 'won', cashed_out_at: '2.31', returned: '46.20' }), balance: '126.20' })
  const paid = answer({ data: { bet_id: 'B1', state: 'won', returned: '46.20' } })
  const rig = await openWithBet({ [paths.cashOut]: [slow(won, 6000)], [betPath]: [slow(paid, 30_000)] })
  void rig.slots.cashOut(1)
  await vi.advanceTimersByTimeAsync(5900)
  expect([rig.slots.get()[1].busy, rig.slots.get()[1].bet?.state]).toEqual(['checking', 'open'])
  await vi.advanceTimersByTimeAsync(200)
  expect([rig.slots.get()[1].busy, rig.slots.get()[1].bet, rig.balances.at(-1)]).toMatchObject([
    'idle',
    { state: 'won', returned: '46.20' },
    '126.20',
  ])
})

test('a cash-out that is confirmed after its outcome was shown as unknown replaces it, and few requests are open at a time', async () => {
  const won = answer({ bet: bet({ state: 'won', cashed_out_at: '2.31', returned: '46.20' }), balance: '126.20' })
  const rig = await openWithBet({ [paths.cashOut]: [slow(won, 3_600_000)] })
  void rig.slots.cashOut(1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect([rig.slots.get()[1].busy, rig.slots.get()[1].refusal?.code]).toEqual(['idle', 'no_answer'])
  expect(rig.sentTo(paths.cashOut)).toHaveLength(4)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([rig.slots.get()[1].bet?.state, rig.slots.get()[1].refusal]).toEqual(['won', undefined])
  // The balance of a late response is old.
  expect(rig.balances.at(-1)).toBe('80.00')
})

test('a cash-out that reached the server before the connection was lost is found by a lookup of the bet', async () => {
  const paid = answer({ data: { bet_id: 'B1', state: 'won', returned: '46.20' } })
  const rig = await openWithBet({ [paths.cashOut]: [lost, failed(0, 'not_sent')], [betPath]: [lost, paid] })
  void rig.slots.cashOut(1)
  await vi.runAllTimersAsync()
  expect(rig.slots.get()[1].bet).toMatchObject({ state: 'won', cashed_out_at: '2.31', returned: '46.20' })
})

test('the outcome of a cash-out or a cancellation without any response is unknown', async () => {
  for (const [command, path] of [
    ['cash_out', paths.cashOut],
    ['cancel', paths.cancel],
  ] as const) {
    const rig = await openWithBet({ [path]: [lost], [betPath]: [lost] })
    void (command === 'cancel' ? rig.slots.cancel(1) : rig.slots.cashOut(1))
    await vi.runAllTimersAsync()
    const { refusal, bet: shown, busy } = rig.slots.get()[1]
    expect([rig.slots.get()[1].command, refusal?.code, shown?.state, busy]).toEqual([
      command,
      'no_answer',
      'open',
      'idle',
    ])
  }
})

test('a bet whose cash-out was not sent stays open and can be cashed out again', async () => {
  const rig = await openWithBet({ [paths.cashOut]: [failed(0, 'not_sent')] })
  await rig.slots.cashOut(1)
  expect([rig.slots.get()[1].busy, rig.slots.get()[1].bet?.state, rig.slots.get()[1].refusal?.code]).toEqual([
    ...['idle', 'open', 'not_sent'],
  ])
})

test('a refusal of a late cash-out updates the bet to its result', async () => {
  const settled = bet({ state: 'lost' })
  const rig = await openWithBet({ [paths.cashOut]: [failed(409, 'too_late', { bet: settled })] })
  await rig.slots.cashOut(1)
  expect([rig.slots.get()[1].bet, rig.slots.get()[1].refusal?.code]).toEqual([settled, 'too_late'])
})

test('the next round clears the refusal of a late cash-out, and no other', async () => {
  const late = await openWithBet({ [paths.cashOut]: [failed(409, 'too_late', { bet: bet({ state: 'lost' }) })] })
  await late.slots.cashOut(1)
  late.slots.clearLateRefusals()
  expect(late.slots.get()[1].refusal).toBeUndefined()
  const unsent = await openWithBet({ [paths.cashOut]: [failed(0, 'not_sent')] })
  await unsent.slots.cashOut(1)
  unsent.slots.clearLateRefusals()
  expect(unsent.slots.get()[1].refusal?.code).toBe('not_sent')
})

test('a cash-out that came after the target shows the win, not that it was too late', async () => {
  const won = bet({ state: 'won', cashed_out_at: '1.20', returned: '24.00' })
  const rig = await openWithBet({ [paths.cashOut]: [failed(409, 'too_late', { bet: won })] })
  await rig.slots.cashOut(1)
  expect([rig.slots.get()[1].bet, rig.slots.get()[1].refusal]).toEqual([won, undefined])
})

test('a cancelled bet is void, and all bets are removed when another bettor logs in', async () => {
  const back = bet({ state: 'void', returned: '20.00' })
  const rig = await openWithBet({ [paths.cancel]: [answer({ bet: back, balance: '100.00' })] })
  await rig.slots.cancel(1)
  expect([rig.slots.get()[1].bet?.state, rig.balances.at(-1)]).toEqual(['void', '100.00'])
  rig.slots.setOwner('8')
  expect([rig.slots.get()[1].bet, rig.slots.get().settledBets]).toEqual([undefined, []])
})

test('a refresh shows the open bet, and settles a bet of a past round', async () => {
  const rig = await openWithBet({
    [ownBetsPath]: [answer({ data: [bet({ bet_id: 'B2', slot: 2, round_id: 'r2' })] })],
    [betPath]: [answer({ data: { bet_id: 'B1', state: 'lost', returned: '0.00' } })],
  })
  expect(await rig.slots.refresh()).toBe(true)
  expect([rig.slots.get()[1].bet?.state, rig.slots.get()[2].bet?.bet_id]).toEqual(['lost', 'B2'])
})

test('an open bet for the next round replaces a bet that was settled in the current round', async () => {
  const won = bet({ state: 'won', cashed_out_at: '1.50', returned: '30.00' })
  const next = bet({ bet_id: 'B2', round_id: 'r2' })
  const rig = openRig({ [ownBetsPath]: [answer({ data: [next, won] })] })
  await rig.slots.refresh()
  expect([rig.slots.get()[1].bet?.bet_id, rig.slots.get().settledBets]).toEqual(['B2', [won]])
})

test('an automatic cash-out is shown with the amount of the live topic', async () => {
  const rig = await openWithBet({})
  rig.slots.applyState('B1', { state: 'open', returned: '0.00' })
  expect(rig.slots.get()[1].bet?.state).toBe('open')
  rig.slots.applyState('B1', { state: 'won', returned: '40.00' })
  expect(rig.slots.get()[1].bet).toMatchObject({ state: 'won', cashed_out_at: '2.00', returned: '40.00' })
})

test('a change of stake or target clears a refusal, except a refusal that requires an action of the bettor', async () => {
  const rig = openRig({ [paths.bet]: [failed(422, 'limit_reached'), failed(403, 'not_verified')] })
  await rig.slots.place(order)
  rig.slots.clearInputRefusal(2)
  expect(rig.slots.get()[1].refusal?.code).toBe('limit_reached')
  rig.slots.clearInputRefusal(1)
  expect(rig.slots.get()[1].refusal).toBeUndefined()
  await rig.slots.place(order)
  rig.slots.clearInputRefusal(1)
  expect(rig.slots.get()[1].refusal?.code).toBe('not_verified')
})

test('a change of stake or target does not clear an unknown outcome', async () => {
  const rig = openRig({ [paths.bet]: [lost], [betPath]: [failed(404, 'not_found')] })
  const placing = rig.slots.place(order)
  await vi.runAllTimersAsync()
  await placing
  rig.slots.clearInputRefusal(1)
  expect(rig.slots.get()[1].refusal?.code).toBe('no_answer')
})

test('a reconnection clears the refusal of an unsent cash-out, and no other', async () => {
  const rig = await openWithBet({ [paths.cashOut]: [failed(0, 'not_sent'), failed(409, 'too_early')] })
  await rig.slots.cashOut(1)
  rig.slots.clearConnectionRefusals()
  expect([rig.slots.get()[1].refusal, rig.slots.get()[1].bet?.state]).toEqual([undefined, 'open'])
  await rig.slots.cashOut(1)
  rig.slots.clearConnectionRefusals()
  expect(rig.slots.get()[1].refusal?.code).toBe('too_early')
})
