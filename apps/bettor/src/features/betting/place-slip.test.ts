import type { Call } from '@nare/client/call'
import { memoryStorage } from '@nare/client/memory-storage'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pick } from '../../../conformance/samples.ts'
import { failed, lost, notFound, testTools } from '../../commands/command-rig.ts'
import { auth } from '../../state/auth.ts'
import { betting } from '../../state/betting.ts'
import { appStore } from '../../state/store.ts'
import { resolveSentBets } from '../../slip/placement.ts'
import { withStake } from '../../slip/stakes.ts'
import type { Pick } from '../../state/picks.ts'
import { placeSlip, sports } from './place-slip.ts'

const legsOf = (matches: string[]) => matches.map((match) => ({ ucn: pick(match).ucn }))
const placed = (bet_id: string, ...matches: string[]) => ({
  ok: true,
  status: 201,
  body: { status: 201, message: 'Placed', bet: { bet_id, legs: legsOf(matches) }, balance: '1.00' },
})
const found = (bet_id: string, ...matches: string[]) => ({
  ok: true,
  status: 200,
  body: { data: { bet_id, legs: legsOf(matches) } },
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function rig(picks: string[], answers: Record<string, unknown[]>, storage = memoryStorage()) {
  const requests: { path: string; input: Record<string, unknown> }[] = []
  const call = (async (route: { path: string }, input: Record<string, unknown>) => {
    requests.push({ path: route.path, input })
    const queue = answers[route.path] ?? []
    return queue.length > 1 ? queue.shift() : (queue[0] ?? notFound)
  }) as unknown as Call
  const store = appStore(call)
  store.dispatch(betting.actions.set({ field: 'slip', value: picks.map((match) => pick(match)) }))
  const tools = testTools(storage)
  /** Places the slip and advances time until its outcome is resolved. */
  const place = async (stake = '20') => {
    const placing = store.dispatch(placeSlip(stake, tools))
    await vi.runAllTimersAsync()
    await placing
  }
  const usedIds = () => requests.filter(({ path }) => path === '/v1/bet').map(({ input }) => input.id)
  return { store, place, requests, usedIds, tools }
}

test('a placed multi empties the slip and leaves a receipt', async () => {
  const { store, place, requests } = rig(['1', '2'], { '/v1/bet': [placed('B1', '1', '2')] })
  await place()
  const { slip, receipts, placements } = store.getState().betting
  const { stage, refusal } = placements.sports
  expect([slip, receipts.map(({ bet_id }) => bet_id), stage, refusal]).toEqual([[], ['B1'], 'idle', null])
  expect(requests[0]?.input).toMatchObject({ type: 'multi', stake: '20', accept: 'higher' })
})

test('a system is placed without the sizes that are larger than the slip since picks were removed', async () => {
  const { store, place, requests } = rig(['1', '2'], { '/v1/bet': [placed('B1', '1', '2')] })
  store.dispatch(betting.actions.assign({ bet_type: 'system', system: [1, 3] }))
  await place()
  expect(requests[0]?.input).toMatchObject({ type: 'system', system: [1] })
})

test('a placed bet becomes a receipt before its picks leave the slip: the bar of a slip without both would be removed', async () => {
  const { store, place } = rig(['3'], { '/v1/bet': [placed('B2', '3')] })
  const shown: number[] = []
  store.subscribe(() => {
    const { slip, receipts } = store.getState().betting
    shown.push(slip.length + receipts.length)
  })
  await place()
  expect([Math.min(...shown), store.getState().betting.slip]).toEqual([1, []])
})

test('after a missing response and an unsuccessful look-up the outcome is unknown, the slip stays, and a retry sends the same id', async () => {
  const { store, place, usedIds } = rig(['5', '6'], {
    '/v1/bet': [lost, placed('B3', '5', '6')],
    '/v1/bets/:id': [notFound],
  })
  await place()
  expect(store.getState().betting).toMatchObject({
    placements: { sports: { stage: 'idle', refusal: { code: 'no_answer' } } },
    receipts: [],
  })
  expect(store.getState().betting.slip).toHaveLength(2)
  await place()
  expect(new Set(usedIds()).size).toBe(1)
  expect(store.getState().betting.receipts).toHaveLength(1)
})

test('singles are separate bets; a refusal stops the rest and keeps their picks', async () => {
  const { store, place, usedIds } = rig(['7', '8', '9'], {
    '/v1/bet': [placed('B4', '7'), failed(422, 'market_suspended')],
  })
  store.dispatch(betting.actions.set({ field: 'bet_type', value: 'single' }))
  await place()
  expect(store.getState().betting.slip.map(({ match_id }) => match_id)).toEqual(['8', '9'])
  expect(store.getState().betting.placements.sports.refusal?.code).toBe('market_suspended')
  expect(new Set(usedIds()).size).toBe(2)
})

test('each single is placed at its own stake or at the one for all; alone, a pick has the stake of the slip', async () => {
  const { store, place, requests } = rig(['12', '13'], { '/v1/bet': [placed('B6', '12'), placed('B7', '13')] })
  const [first, second] = store.getState().betting.slip as [Pick, Pick]
  store.dispatch(betting.actions.assign({ bet_type: 'single', slip: withStake([first, second], second.ucn, '50') }))
  await place('20')
  const stakes = () => requests.filter(({ path }) => path === '/v1/bet').map(({ input }) => input.stake)
  expect(stakes()).toEqual(['20', '50'])
  store.dispatch(betting.actions.assign({ slip: withStake([second], second.ucn, '50') }))
  await place('30')
  expect(stakes()).toEqual(['20', '50', '30'])
})

test('a second tap while a bet is in flight sends nothing', async () => {
  const { place, usedIds } = rig(['10', '11'], { '/v1/bet': [placed('B5', '10', '11')] })
  await Promise.all([place(), place()])
  expect(usedIds()).toHaveLength(1)
})

test('a hanging bet is looked up by its id after ten seconds, shows checking, and becomes a receipt when found', async () => {
  const { store, requests, tools } = rig(['41', '42'], {
    '/v1/bet': [new Promise(() => {})],
    '/v1/bets/:id': [notFound, found('B13', '41', '42')],
  })
  const placing = store.dispatch(placeSlip('20', tools))
  await vi.advanceTimersByTimeAsync(9_999)
  expect([requests.length, store.getState().betting.placements.sports.stage]).toEqual([1, 'sending'])
  await vi.advanceTimersByTimeAsync(1)
  expect(store.getState().betting.placements.sports.stage).toBe('checking')
  await vi.runAllTimersAsync()
  await placing
  expect(store.getState().betting).toMatchObject({
    placements: { sports: { stage: 'idle' } },
    loading: false,
    error: null,
    slip: [],
  })
  expect(requests.filter(({ path }) => path === '/v1/bets/:id').map(({ input }) => input.id)).toEqual([
    requests[0]?.input.id,
    requests[0]?.input.id,
  ])
})

test('a bet without a response is placed once even if prices, stake or accepted changes differ in the retry', async () => {
  const storage = memoryStorage()
  const silent = { '/v1/bet': [lost], '/v1/bets/:id': [lost] }
  const before = rig(['43', '44'], silent, storage)
  await before.place()
  const after = rig(
    ['43', '44'],
    { '/v1/bet': [failed(409, 'id_reused')], '/v1/bets/:id': [found('B14', '43', '44')] },
    storage,
  )
  const moved = after.store.getState().betting.slip.map((each) => ({ ...each, odd_value: '2.50' }))
  after.store.dispatch(betting.actions.set({ field: 'slip', value: moved }))
  after.store.dispatch(betting.actions.set({ field: 'accept', value: 'any' }))
  await after.place('50')
  expect(after.usedIds()).toEqual(before.usedIds().slice(0, 1))
  expect(after.store.getState().betting).toMatchObject({
    slip: [],
    placements: { sports: { refusal: null } },
    receipts: [{ bet_id: 'B14' }],
  })
  expect(after.tools.ids.all()).toEqual([])
})

test('a multi without a response and a single on one of its picks share an id, so only one of them is placed', async () => {
  const storage = memoryStorage()
  const silent = { '/v1/bet': [lost], '/v1/bets/:id': [lost] }
  const before = rig(['45', '46'], silent, storage)
  await before.place()
  const after = rig(['45', '47'], { '/v1/bet': [placed('B15', '45')] }, storage)
  after.store.dispatch(betting.actions.set({ field: 'bet_type', value: 'single' }))
  await after.place()
  expect(after.usedIds()[0]).toBe(before.usedIds()[0])
  expect(new Set(after.usedIds()).size).toBe(2)
  const elsewhere = rig(['48'], { '/v1/bet': [placed('B16', '48')] }, storage)
  await elsewhere.place()
  expect(elsewhere.usedIds()[0]).not.toBe(before.usedIds()[0])
})

test('two bets without a response on the picks of a new bet are looked up first; if one was placed, the new bet is not sent', async () => {
  const storage = memoryStorage()
  const silent = { '/v1/bet': [lost], '/v1/bets/:id': [lost] }
  for (const match of ['51', '52']) await rig([match], silent, storage).place()
  const unsure = rig(['51', '52'], silent, storage)
  await unsure.place()
  expect([unsure.usedIds(), unsure.store.getState().betting.placements.sports.refusal?.code]).toEqual([[], 'no_answer'])
  const after = rig(['51', '52'], { '/v1/bets/:id': [found('B17', '52')] }, storage)
  await after.place()
  expect(after.usedIds()).toEqual([])
  expect(after.store.getState().betting).toMatchObject({
    placements: { sports: { refusal: null } },
    receipts: [{ bet_id: 'B17' }],
  })
  expect(after.store.getState().betting.slip.map(({ match_id }) => match_id)).toEqual(['51'])
})

test('unresolved ids are looked up: the receipt of a placed bet is shown, an unknown bet keeps its id', async () => {
  const storage = memoryStorage()
  const silent = { '/v1/bet': [lost], '/v1/bets/:id': [lost] }
  const before = rig(['57'], silent, storage)
  before.store.dispatch(auth.actions.set({ field: 'user', value: { id: 'me' } as never }))
  await before.place()
  const after = rig(['57', '58'], { '/v1/bets/:id': [notFound, found('B20', '57')] }, storage)
  expect(await after.store.dispatch(resolveSentBets(sports, after.tools))).toBe(false)
  expect(after.requests).toEqual([])
  after.store.dispatch(auth.actions.set({ field: 'user', value: { id: 'me' } as never }))
  const looking = after.store.dispatch(resolveSentBets(sports, after.tools))
  expect(after.store.getState().betting.placements.sports.stage).toBe('checking')
  expect(await looking).toBe(false)
  expect(after.store.getState().betting.placements.sports.stage).toBe('idle')
  expect(await after.store.dispatch(resolveSentBets(sports, after.tools))).toBe(true)
  expect(after.store.getState().betting).toMatchObject({ receipts: [{ bet_id: 'B20' }], slip: [{ match_id: '58' }] })
  expect(after.tools.ids.all()).toEqual([])
})

test('remaining singles are not placed for another bettor who logs in', async () => {
  const { store, usedIds, tools } = rig(['60', '61'], { '/v1/bet': [placed('B22', '60')] })
  store.dispatch(auth.actions.set({ field: 'user', value: { id: 'me' } as never }))
  store.dispatch(betting.actions.set({ field: 'bet_type', value: 'single' }))
  const placing = store.dispatch(placeSlip('20', tools))
  store.dispatch(auth.actions.set({ field: 'user', value: { id: 'another' } as never }))
  await vi.runAllTimersAsync()
  await placing
  expect(usedIds()).toHaveLength(1)
})

test('a bet found after its bettor logged out is not shown to the next bettor', async () => {
  const { store, tools } = rig(['59'], { '/v1/bet': [new Promise(() => {})], '/v1/bets/:id': [found('B21', '59')] })
  store.dispatch(auth.actions.set({ field: 'user', value: { id: 'me' } as never }))
  const placing = store.dispatch(placeSlip('20', tools))
  store.dispatch(auth.actions.set({ field: 'user', value: { id: 'another' } as never }))
  await vi.runAllTimersAsync()
  await placing
  expect(store.getState().betting).toMatchObject({
    receipts: [],
    slip: [{ match_id: '59' }],
    placements: { sports: { stage: 'idle' } },
  })
})
