import type { Call, Failed } from '@nare/client/call'
import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pick } from '../../../conformance/samples.ts'
import { auth } from '../../state/auth.ts'
import { sentIds } from '../../state/sent-ids.ts'
import { slip } from '../../state/slips.ts'
import { appStore } from '../../state/store.ts'
import { placeLeagueSlip, resolveLeagueSent } from './place-league.ts'

const failed = (status: number, code: Failed['code'] = 'internal'): Failed => ({
  ...{ ok: false, status, code, error: 'no', fields: {}, body: {} },
})
const placed = (bet_id: string) => ({
  ...{ ok: true, status: 201, body: { status: 201, message: 'Placed', bet: { bet_id, legs: [] }, balance: '1.00' } },
})
const found = (bet_id: string) => ({ ok: true, status: 200, body: { data: { bet_id, legs: [] } } })
const place = '/v1/nare-league/bet='

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let made = 0

function rig(matches: string[], answers: Record<string, unknown[]>) {
  const requests: { path: string; input: Record<string, unknown> }[] = []
  const call = (async (route: { path: string }, input: Record<string, unknown>) => {
    requests.push({ path: route.path, input })
    const queue = answers[route.path] ?? []
    return queue.length > 1 ? queue.shift() : (queue[0] ?? failed(404, 'not_found'))
  }) as unknown as Call
  const store = appStore(call)
  const user = { id: '7', token: 't' } as never
  store.dispatch(auth.actions.set({ field: 'user', value: user }))
  store.dispatch(slip('league').set(matches.map((match) => pick(match))))
  const ids = sentIds(
    entries(memoryStorage(), () => 0),
    'league-bet-ids',
  )
  const tools = {
    newId: () => `id-${++made}`,
    ids,
    wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
  }
  const go = async (stake = '20') => {
    const running = store.dispatch(placeLeagueSlip(stake, tools))
    await vi.runAllTimersAsync()
    await running
  }
  const sent = () => requests.filter(({ path }) => path === place).map(({ input }) => input)
  const state = () => store.getState().betting
  return { store, go, sent, state, ids, tools, left: () => slip('league').of(state()).length }
}

test('two picks are placed as a multi: the league slip is emptied, the receipt is shown, and the sports slip is unchanged', async () => {
  const at = rig(['1', '2'], { [place]: [placed('B1')] })
  at.store.dispatch(slip('sports').set([pick('9')]))
  await at.go()
  expect([at.left(), at.state().kiron?.bet.bet_id, at.state().kiron_placing, at.state().slip.length]).toEqual([
    ...[0, 'B1', 'idle', 1],
  ])
  expect(at.sent()).toMatchObject([{ type: 'multi', stake: '20', accept: 'higher' }])
  expect(at.ids.all()).toEqual([])
})

test('one pick is placed as a single, and two simultaneous taps send one bet', async () => {
  const at = rig(['1'], { [place]: [placed('B1')] })
  const [one, two] = [at.go(), at.go()]
  await Promise.all([one, two])
  expect(at.sent()).toHaveLength(1)
  expect(at.sent()[0]).toMatchObject({ type: 'single' })
})

test('a refusal is shown on the slip, and the next try has a new id', async () => {
  const at = rig(['1'], { [place]: [failed(422, 'match_started'), placed('B2')] })
  await at.go()
  expect([at.left(), at.state().kiron_refusal?.code, at.state().refusal]).toEqual([1, 'match_started', null])
  await at.go()
  const [first, second] = at.sent().map(({ id }) => id)
  expect(first).not.toBe(second)
  expect(at.state().kiron_refusal).toBeNull()
})

test('a bet without a response is found by its id and becomes the receipt', async () => {
  const at = rig(['1'], { [place]: [failed(0, 'no_answer')], '/v1/bets/:id': [failed(0, 'no_answer'), found('B3')] })
  await at.go()
  expect([at.left(), at.state().kiron?.bet.bet_id, at.sent().length]).toEqual([0, 'B3', 1])
})

test('while the outcome is unknown the slip stays and the next try reuses the id', async () => {
  const at = rig(['1'], { [place]: [failed(0, 'no_answer'), placed('B4')] })
  await at.go()
  expect([at.left(), at.state().kiron_refusal?.code]).toEqual([1, 'no_answer'])
  await at.go('50')
  const [first, second] = at.sent().map(({ id }) => id)
  expect(second).toBe(first)
  expect([at.left(), at.state().kiron?.bet.bet_id]).toEqual([0, 'B4'])
})

test('a second try that could not be sent leaves the outcome of the first one unknown', async () => {
  const at = rig(['1'], { [place]: [failed(0, 'no_answer'), failed(0, 'not_sent'), placed('B4')] })
  await at.go()
  await at.go()
  expect([at.left(), at.state().kiron_refusal?.code]).toEqual([1, 'no_answer'])
  await at.go()
  expect(new Set(at.sent().map(({ id }) => id)).size).toBe(1)
  expect([at.left(), at.state().kiron?.bet.bet_id]).toEqual([0, 'B4'])
})

test('if an earlier bet used the id, that bet becomes the receipt', async () => {
  const at = rig(['1'], {
    [place]: [failed(0, 'no_answer'), failed(409, 'id_reused')],
    '/v1/bets/:id': [failed(0, 'no_answer')],
  })
  await at.go()
  const again = rig(['1'], { [place]: [failed(409, 'id_reused')], '/v1/bets/:id': [found('B5')] })
  await again.go()
  expect(again.state().kiron?.bet.bet_id).toBe('B5')
})

test('a bet without a response of an earlier visit is shown once it is found', async () => {
  const at = rig(['1'], { '/v1/bets/:id': [failed(0, 'no_answer'), found('B6')] })
  at.ids.keep(JSON.stringify(['7', pick('1').ucn]), 'earlier')
  expect(await at.store.dispatch(resolveLeagueSent(at.tools))).toBe(true)
  expect(await at.store.dispatch(resolveLeagueSent(at.tools))).toBe(false)
  expect([at.left(), at.state().kiron?.bet.bet_id]).toEqual([0, 'B6'])
})
