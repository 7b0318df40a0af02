import type { Call } from '@nare/client/call'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pick } from '../../../conformance/samples.ts'
import { failed, lost, notFound, testTools } from '../../commands/command-rig.ts'
import { auth } from '../../state/auth.ts'
import { slip } from '../../state/slips.ts'
import { appStore } from '../../state/store.ts'
import { resolveSentBets } from '../../slip/placement.ts'
import { league, placeLeagueSlip } from './place-league.ts'

const legsOf = (matches: string[]) => matches.map((match) => ({ ucn: pick(match).ucn }))
const placed = (bet_id: string, ...matches: string[]) => ({
  ...{ ok: true, status: 201 },
  body: { status: 201, message: 'Placed', bet: { bet_id, legs: legsOf(matches) }, balance: '1.00' },
})
const found = (bet_id: string, ...matches: string[]) => ({
  ...{ ok: true, status: 200, body: { data: { bet_id, legs: legsOf(matches) } } },
})
const betPath = '/v1/nare-league/bet='

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openRig(matches: string[], answers: Record<string, unknown[]>) {
  const requests: { path: string; input: Record<string, unknown> }[] = []
  const call = (async (route: { path: string }, input: Record<string, unknown>) => {
    requests.push({ path: route.path, input })
    const queue = answers[route.path] ?? []
    return queue.length > 1 ? queue.shift() : (queue[0] ?? notFound)
  }) as unknown as Call
  const store = appStore(call)
  const user = { id: '7', token: 't' } as never
  store.dispatch(auth.actions.set({ field: 'user', value: user }))
  store.dispatch(slip('league').set(matches.map((match) => pick(match))))
  const tools = testTools()
  const place = async (stake = '20') => {
    const running = store.dispatch(placeLeagueSlip(stake, tools))
    await vi.runAllTimersAsync()
    await running
  }
  const sent = () => requests.filter(({ path }) => path === betPath).map(({ input }) => input)
  const state = () => store.getState().betting
  const placement = () => state().placements.league
  return { store, place, sent, state, placement, ids: tools.ids, tools, left: () => slip('league').of(state()).length }
}

test('two picks are placed as a multi: the league slip is emptied, the receipt is shown, and the sports slip is unchanged', async () => {
  const rig = openRig(['1', '2'], { [betPath]: [placed('B1', '1', '2')] })
  rig.store.dispatch(slip('sports').set([pick('9')]))
  await rig.place()
  expect([rig.left(), rig.state().kiron?.bet.bet_id, rig.placement().stage, rig.state().slip.length]).toEqual([
    ...[0, 'B1', 'idle', 1],
  ])
  expect(rig.sent()).toMatchObject([{ type: 'multi', stake: '20', accept: 'higher' }])
  expect(rig.ids.all()).toEqual([])
})

test('one pick is placed as a single, and two simultaneous taps send one bet', async () => {
  const rig = openRig(['1'], { [betPath]: [placed('B1', '1')] })
  const [one, two] = [rig.place(), rig.place()]
  await Promise.all([one, two])
  expect(rig.sent()).toHaveLength(1)
  expect(rig.sent()[0]).toMatchObject({ type: 'single' })
})

test('a refusal is shown on the slip, and the next try has a new id', async () => {
  const rig = openRig(['1'], { [betPath]: [failed(422, 'match_started'), placed('B2', '1')] })
  await rig.place()
  expect([rig.left(), rig.placement().refusal?.code, rig.state().placements.sports.refusal]).toEqual([
    1,
    'match_started',
    null,
  ])
  await rig.place()
  const [first, second] = rig.sent().map(({ id }) => id)
  expect(first).not.toBe(second)
  expect(rig.placement().refusal).toBeNull()
})

test('a bet without a response is found by its id and becomes the receipt', async () => {
  const rig = openRig(['1'], {
    [betPath]: [lost],
    '/v1/bets/:id': [lost, found('B3', '1')],
  })
  await rig.place()
  expect([rig.left(), rig.state().kiron?.bet.bet_id, rig.sent().length]).toEqual([0, 'B3', 1])
})

test('while the outcome is unknown the slip stays and the next try reuses the id', async () => {
  const rig = openRig(['1'], { [betPath]: [lost, placed('B4', '1')] })
  await rig.place()
  expect([rig.left(), rig.placement().refusal?.code]).toEqual([1, 'no_answer'])
  await rig.place('50')
  const [first, second] = rig.sent().map(({ id }) => id)
  expect(second).toBe(first)
  expect([rig.left(), rig.state().kiron?.bet.bet_id]).toEqual([0, 'B4'])
})

test('if an earlier bet used the id, that bet becomes the receipt', async () => {
  const rig = openRig(['1'], {
    [betPath]: [lost, failed(409, 'id_reused')],
    '/v1/bets/:id': [lost],
  })
  await rig.place()
  const again = openRig(['1'], { [betPath]: [failed(409, 'id_reused')], '/v1/bets/:id': [found('B5', '1')] })
  await again.place()
  expect(again.state().kiron?.bet.bet_id).toBe('B5')
})

test('a bet without a response of an earlier visit is shown once it is found', async () => {
  const rig = openRig(['1'], { '/v1/bets/:id': [lost, found('B6', '1')] })
  rig.ids.keep(JSON.stringify(['7', pick('1').ucn]), 'earlier')
  expect(await rig.store.dispatch(resolveSentBets(league, rig.tools))).toBe(false)
  expect(await rig.store.dispatch(resolveSentBets(league, rig.tools))).toBe(true)
  expect([rig.left(), rig.state().kiron?.bet.bet_id]).toEqual([0, 'B6'])
})

test('two bets without a response on the picks of a new one are looked up first; if one was placed, the new bet is not sent', async () => {
  const rig = openRig(['1', '2'], { '/v1/bets/:id': [found('B7', '1')] })
  for (const match of ['1', '2']) rig.ids.keep(JSON.stringify(['7', pick(match).ucn]), `earlier ${match}`)
  await rig.place()
  expect([rig.sent().length, rig.state().kiron?.bet.bet_id, rig.left()]).toEqual([0, 'B7', 1])
})
