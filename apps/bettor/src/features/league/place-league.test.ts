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
const betPath = '/v1/nare-league/bet='

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let idCount = 0

function openRig(matches: string[], answers: Record<string, unknown[]>) {
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
    newId: () => `id-${++idCount}`,
    ids,
    wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
  }
  const place = async (stake = '20') => {
    const running = store.dispatch(placeLeagueSlip(stake, tools))
    await vi.runAllTimersAsync()
    await running
  }
  const sent = () => requests.filter(({ path }) => path === betPath).map(({ input }) => input)
  const state = () => store.getState().betting
  return { store, place, sent, state, ids, tools, left: () => slip('league').of(state()).length }
}

test('two picks are placed as a multi: the league slip is emptied, the receipt is shown, and the sports slip is unchanged', async () => {
  const rig = openRig(['1', '2'], { [betPath]: [placed('B1')] })
  rig.store.dispatch(slip('sports').set([pick('9')]))
  await rig.place()
  expect([rig.left(), rig.state().kiron?.bet.bet_id, rig.state().kiron_placing, rig.state().slip.length]).toEqual([
    ...[0, 'B1', 'idle', 1],
  ])
  expect(rig.sent()).toMatchObject([{ type: 'multi', stake: '20', accept: 'higher' }])
  expect(rig.ids.all()).toEqual([])
})

test('one pick is placed as a single, and two simultaneous taps send one bet', async () => {
  const rig = openRig(['1'], { [betPath]: [placed('B1')] })
  const [one, two] = [rig.place(), rig.place()]
  await Promise.all([one, two])
  expect(rig.sent()).toHaveLength(1)
  expect(rig.sent()[0]).toMatchObject({ type: 'single' })
})

test('a refusal is shown on the slip, and the next try has a new id', async () => {
  const rig = openRig(['1'], { [betPath]: [failed(422, 'match_started'), placed('B2')] })
  await rig.place()
  expect([rig.left(), rig.state().kiron_refusal?.code, rig.state().refusal]).toEqual([1, 'match_started', null])
  await rig.place()
  const [first, second] = rig.sent().map(({ id }) => id)
  expect(first).not.toBe(second)
  expect(rig.state().kiron_refusal).toBeNull()
})

test('a bet without a response is found by its id and becomes the receipt', async () => {
  const rig = openRig(['1'], {
    [betPath]: [failed(0, 'no_answer')],
    '/v1/bets/:id': [failed(0, 'no_answer'), found('B3')],
  })
  await rig.place()
  expect([rig.left(), rig.state().kiron?.bet.bet_id, rig.sent().length]).toEqual([0, 'B3', 1])
})

test('while the outcome is unknown the slip stays and the next try reuses the id', async () => {
  const rig = openRig(['1'], { [betPath]: [failed(0, 'no_answer'), placed('B4')] })
  await rig.place()
  expect([rig.left(), rig.state().kiron_refusal?.code]).toEqual([1, 'no_answer'])
  await rig.place('50')
  const [first, second] = rig.sent().map(({ id }) => id)
  expect(second).toBe(first)
  expect([rig.left(), rig.state().kiron?.bet.bet_id]).toEqual([0, 'B4'])
})

test('a second try that could not be sent leaves the outcome of the first one unknown', async () => {
  const rig = openRig(['1'], { [betPath]: [failed(0, 'no_answer'), failed(0, 'not_sent'), placed('B4')] })
  await rig.place()
  await rig.place()
  expect([rig.left(), rig.state().kiron_refusal?.code]).toEqual([1, 'no_answer'])
  await rig.place()
  expect(new Set(rig.sent().map(({ id }) => id)).size).toBe(1)
  expect([rig.left(), rig.state().kiron?.bet.bet_id]).toEqual([0, 'B4'])
})

test('if an earlier bet used the id, that bet becomes the receipt', async () => {
  const rig = openRig(['1'], {
    [betPath]: [failed(0, 'no_answer'), failed(409, 'id_reused')],
    '/v1/bets/:id': [failed(0, 'no_answer')],
  })
  await rig.place()
  const again = openRig(['1'], { [betPath]: [failed(409, 'id_reused')], '/v1/bets/:id': [found('B5')] })
  await again.place()
  expect(again.state().kiron?.bet.bet_id).toBe('B5')
})

test('a bet without a response of an earlier visit is shown once it is found', async () => {
  const rig = openRig(['1'], { '/v1/bets/:id': [failed(0, 'no_answer'), found('B6')] })
  rig.ids.keep(JSON.stringify(['7', pick('1').ucn]), 'earlier')
  expect(await rig.store.dispatch(resolveLeagueSent(rig.tools))).toBe(true)
  expect(await rig.store.dispatch(resolveLeagueSent(rig.tools))).toBe(false)
  expect([rig.left(), rig.state().kiron?.bet.bet_id]).toEqual([0, 'B6'])
})
