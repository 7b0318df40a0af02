import type { Call } from '@nare/client/call'
import type { GameName } from '@nare/contract/game-shapes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed, lost, notFound, testTools } from '../../commands/command-rig.ts'
import { markOf } from '../../commands/sent-ids.ts'
import { openGameSession } from './game-session.ts'

const round = (round_id: string, of: { state?: 'open' | 'done'; moves?: unknown[]; game?: GameName } = {}) => ({
  ...{
    round_id,
    id: 'c',
    game: 'mines',
    stake: '20.00',
    staked: '20.00',
    max_win: '1000.00',
    state: 'done',
    options: { mines: 3 },
  },
  ...{ multiplier: '1.0000', payout: '0.00', placed_at: '', moves: [], result: { revealed: [] } },
  ...{ fairness: { server_seed_hash: 'h', client_seed: 'c', nonce: 0 } },
  ...of,
})
const placed = (of: object) => ({
  ok: true,
  status: 201,
  body: { status: 201, message: '', round: of, balance: '80.00' },
})
const moved = (of: object) => ({ ok: true, status: 200, body: { message: '', round: of, balance: '75.00' } })
const found = (of: object) => ({ ok: true, status: 200, body: { data: of } })
const ticket = (round_id: string) => found({ game: { game: 'mines', round_id } })
const none = found([])

const paths = { bet: '/v1/games/:game/bet', move: '/v1/games/:game/move', round: '/v1/games/rounds/:round_id' }
const [list, ticketPath] = ['/v1/games/rounds', '/v1/bets/:id']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openRig(answers: Record<string, unknown[]>, lanes = 1) {
  const requests: { path: string; input: Record<string, unknown> }[] = []
  const balances: (string | undefined)[] = []
  const call = (async (route: { path: string }, input: Record<string, unknown>) => {
    requests.push({ path: route.path, input })
    const queue = answers[route.path] ?? []
    return (queue.length > 1 ? queue.shift() : queue[0]) ?? (route.path === list ? none : notFound)
  }) as unknown as Call
  const onBalance = (balance: string | undefined) => balances.push(balance)
  const tools = { ...testTools(), call, onBalance }
  const gameSession = openGameSession({ game: 'mines', owner: '7', tools, lanes })
  const finish = async (run: Promise<unknown>) => {
    await vi.runAllTimersAsync()
    return run
  }
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input)
  const bet = (stake = '20') => finish(gameSession.bet({ stake, options: { mines: 3 } }))
  return { gameSession, tools, ids: tools.ids, finish, bet, sent, balances, state: gameSession.state }
}

test('a bet is placed once for two taps, shows its round and its balance, and is added to the results', async () => {
  const rig = openRig({ [paths.bet]: [placed(round('R1'))] })
  await Promise.all([rig.bet(), rig.bet()])
  expect(rig.sent(paths.bet)).toEqual([{ game: 'mines', id: expect.any(String), stake: '20', mines: 3 }])
  expect(rig.state()).toMatchObject({ phase: 'idle', round: { round_id: 'R1' }, isFresh: true, refusal: null })
  expect(rig.state().rounds.map(({ round_id }) => round_id)).toEqual(['R1'])
  expect([rig.balances, rig.ids.all()]).toEqual([['80.00'], []])
})

test('a round that is played, moved or loaded has what its bettor is paid after tax, also for automatic play', async () => {
  const won = { ...round('R1'), payout: '60.00', tax: { percent: '50', amount: '20.00', paid: '40.00' } }
  const rig = openRig({ [paths.bet]: [placed(won)], [list]: [found([{ ...won, round_id: 'R0' }])] })
  expect(await rig.bet()).toMatchObject({ is: 'done', round: { payout: '40.00' } })
  expect(rig.state()).toMatchObject({ round: { payout: '40.00' }, arrived: [{ payout: '40.00' }] })
  await rig.finish(rig.gameSession.load())
  expect(rig.state().rounds.map(({ payout }) => payout)).toEqual(['40.00', '40.00'])
})

test('no bet is placed while a round is open, and no move without one', async () => {
  const rig = openRig({ [paths.bet]: [placed(round('R1', { state: 'open' }))] })
  await rig.finish(rig.gameSession.move({ reveal: 1 }))
  await rig.bet()
  await rig.bet()
  expect([rig.sent(paths.bet).length, rig.sent(paths.move).length]).toEqual([1, 0])
  expect(rig.state().rounds).toEqual([])
})

test('a bet without a response is found by its id, and the balance is requested', async () => {
  const rig = openRig({
    [paths.bet]: [lost],
    [ticketPath]: [lost, ticket('R2')],
    [paths.round]: [found(round('R2'))],
  })
  await rig.bet()
  expect([rig.state().round?.round_id, rig.sent(paths.bet).length]).toEqual(['R2', 1])
  const [{ id } = { id: '' }] = rig.sent(paths.bet)
  expect(rig.sent(ticketPath).map((input) => input['id'])).toEqual([id, id])
  expect([rig.balances, rig.ids.all()]).toEqual([[undefined], []])
})

test('while the outcome is unknown the next bet reuses the id, even with another stake', async () => {
  const rig = openRig({ [paths.bet]: [lost, placed(round('R3'))] })
  await rig.bet()
  expect(rig.state().refusal?.code).toBe('no_answer')
  rig.gameSession.clearRefusal()
  expect(rig.state().refusal?.code).toBe('no_answer')
  await rig.bet('50')
  const [first, second] = rig.sent(paths.bet).map(({ id }) => id)
  expect(second).toBe(first)
  expect(rig.state()).toMatchObject({ round: { round_id: 'R3' }, refusal: null })
})

test('if an earlier bet used the id, its round is shown', async () => {
  const rig = openRig({
    [paths.bet]: [lost, failed(409, 'id_reused')],
    [ticketPath]: [...Array.from({ length: 5 }, () => notFound), ticket('R4')],
    [paths.round]: [found(round('R4'))],
  })
  await rig.bet()
  await rig.bet('50')
  expect(rig.state()).toMatchObject({ round: { round_id: 'R4' }, refusal: null })
  expect(rig.ids.all()).toEqual([])
})

test('a refusal is shown until the input changes, and the next bet has a new id', async () => {
  const rig = openRig({ [paths.bet]: [failed(422, 'insufficient_funds'), placed(round('R5'))] })
  await rig.bet()
  expect([rig.state().refusal?.code, rig.ids.all()]).toEqual(['insufficient_funds', []])
  rig.gameSession.clearRefusal()
  expect(rig.state().refusal).toBeNull()
  await rig.bet()
  const [first, second] = rig.sent(paths.bet).map(({ id }) => id)
  expect(first).not.toBe(second)
})

test('a bet that is refused because a round is open in another tab shows that round', async () => {
  const rig = openRig({ [paths.bet]: [failed(422, 'round_open')], [list]: [found([round('R6', { state: 'open' })])] })
  await rig.bet()
  expect(rig.state()).toMatchObject({ round: { round_id: 'R6', state: 'open' }, isFresh: false })
})

test('opening the session shows the open round and lists the finished ones', async () => {
  const rig = openRig({ [list]: [found([round('R8', { state: 'open' }), round('R7')])] })
  rig.gameSession.open()
  await vi.runAllTimersAsync()
  expect(rig.state()).toMatchObject({ round: { round_id: 'R8' }, isFresh: false })
  expect(rig.state().rounds.map(({ round_id }) => round_id)).toEqual(['R7'])
})

const opened = { state: 'open' as const }
async function openWithRound(answers: Record<string, unknown[]>) {
  const rig = openRig({ [paths.bet]: [placed(round('R9', opened))], ...answers })
  await rig.bet()
  return rig
}

test('a move without a response is found in its round', async () => {
  const after = round('R9', { ...opened, moves: [{ reveal: 4 }] })
  const rig = await openWithRound({ [paths.move]: [lost], [paths.round]: [found(round('R9', opened)), found(after)] })
  await rig.finish(rig.gameSession.move({ reveal: 4 }))
  expect(rig.state()).toMatchObject({ phase: 'idle', refusal: null, round: { moves: [{ reveal: 4 }] } })
  expect([rig.sent(paths.move).length, rig.ids.all()]).toEqual([1, []])
})

test('the outcome of a move that never arrived is unknown, and the next move reuses its id', async () => {
  const after = round('R9', { ...opened, moves: [{ reveal: 5 }] })
  const rig = await openWithRound({ [paths.move]: [lost, moved(after)], [paths.round]: [found(round('R9', opened))] })
  await rig.finish(rig.gameSession.move({ reveal: 4 }))
  expect(rig.state().refusal?.code).toBe('no_answer')
  await rig.finish(rig.gameSession.move({ reveal: 5 }))
  const [first, second] = rig.sent(paths.move)
  expect(second).toEqual({ game: 'mines', id: first?.['id'], round_id: 'R9', reveal: 5 })
  expect([rig.state().refusal, rig.balances.at(-1)]).toEqual([null, '75.00'])
})

test('a move in a round that has ended in another tab shows the finished round', async () => {
  const rig = await openWithRound({ [paths.move]: [failed(409, 'round_over')], [paths.round]: [found(round('R9'))] })
  await rig.finish(rig.gameSession.move({ cash_out: true }))
  expect(rig.state()).toMatchObject({ refusal: null, round: { state: 'done' } })
  expect(rig.ids.all()).toEqual([])
})

test('a move of blackjack is sent by name in the field `move`', async () => {
  const rig = await openWithRound({ [paths.move]: [moved(round('R9', opened))] })
  await rig.finish(rig.gameSession.move('hit'))
  expect(rig.sent(paths.move)[0]).toMatchObject({ move: 'hit' })
})

test('a bet of an earlier visit without a response is shown once it is found; the ids of other bettors stay stored', async () => {
  const rig = openRig({ [ticketPath]: [lost, ticket('R10')], [paths.round]: [found(round('R10'))] })
  rig.ids.keep(markOf('7', ['bet', 'mines']), 'earlier')
  rig.ids.keep(markOf('8', ['bet', 'mines']), 'another')
  expect(await rig.finish(rig.gameSession.resolve())).toBe(true)
  expect(await rig.finish(rig.gameSession.resolve())).toBe(false)
  expect(rig.state().round?.round_id).toBe('R10')
  expect(rig.ids.all().map(([, id]) => id)).toEqual(['another'])
})

test('a response that arrives after the screen was closed changes nothing', async () => {
  const rig = openRig({ [paths.bet]: [placed(round('R11'))] })
  const leave = rig.gameSession.open()
  const running = rig.gameSession.bet({ stake: '20', options: { mines: 3 } })
  leave()
  await rig.finish(running)
  expect([rig.state().round, rig.balances]).toEqual([undefined, []])
})

test('with several lanes each bet has an id of its own, and no more are in flight than lanes', async () => {
  const rig = openRig({ [paths.bet]: ['R1', 'R2', 'R3', 'R4'].map((id) => placed(round(id))) }, 3)
  const bets = ['20', '20', '50', '50'].map((stake) => rig.gameSession.bet({ stake, options: { mines: 3 } }))
  expect(rig.state().phase).toBe('sending')
  await rig.finish(Promise.all(bets))
  expect(rig.sent(paths.bet).map(({ stake }) => stake)).toEqual(['20', '20', '50'])
  expect(new Set(rig.sent(paths.bet).map(({ id }) => id)).size).toBe(3)
  expect(rig.state()).toMatchObject({ phase: 'idle', refusal: null })
  expect(rig.state().arrived.map(({ round_id }) => round_id)).toEqual(['R3', 'R2', 'R1'])
  await rig.bet()
  expect(rig.state().arrived[0]?.round_id).toBe('R4')
  expect(rig.ids.all()).toEqual([])
})

test('the refusal of one of several bets stays in sight while the others are shown', async () => {
  const refusal = failed(422, 'insufficient_funds')
  const rig = openRig({ [paths.bet]: [refusal, placed(round('R1'))] }, 3)
  const bets = [1, 2].map(() => rig.gameSession.bet({ stake: '20', options: { mines: 3 } }))
  await rig.finish(Promise.all(bets))
  expect(rig.state()).toMatchObject({ round: { round_id: 'R1' }, refusal: { code: 'insufficient_funds' } })
  await rig.bet()
  expect(rig.state().refusal).toBeNull()
})

test('of several bets without a response each is found or sent again by its own id before a new one is made', async () => {
  const rig = openRig({ [paths.bet]: [lost, lost, placed(round('R1')), placed(round('R2')), placed(round('R3'))] }, 3)
  await rig.finish(Promise.all([1, 2].map(() => rig.gameSession.bet({ stake: '20', options: { mines: 3 } }))))
  expect(rig.state().refusal?.code).toBe('no_answer')
  for (const _ of [1, 2, 3]) await rig.bet()
  const ids = rig.sent(paths.bet).map(({ id }) => id)
  expect(new Set(ids.slice(2, 4))).toEqual(new Set(ids.slice(0, 2)))
  expect(new Set(ids).size).toBe(3)
})
