import type { Call, Failed } from '@nare/client/call'
import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pick } from '../../../conformance/samples.ts'
import { auth } from '../../state/auth.ts'
import { betting } from '../../state/betting.ts'
import { sentIds } from '../../state/sent-ids.ts'
import { appStore } from '../../state/store.ts'
import { placeSlip } from './place-slip.ts'
import { resolveSent } from './sent-bets.ts'

const failed = (status: number, code: Failed['code'] = 'internal'): Failed => ({
  ok: false,
  status,
  code,
  error: 'no',
  fields: {},
  body: {},
})
const placed = (bet_id: string) => ({
  ok: true,
  status: 201,
  body: { status: 201, message: 'Placed', bet: { bet_id }, balance: '1.00' },
})
const found = (bet_id: string) => ({ ok: true, status: 200, body: { data: { bet_id } } })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let idCount = 0

function rig(picks: string[], answers: Record<string, unknown[]>, storage = memoryStorage()) {
  const requests: { path: string; input: Record<string, unknown> }[] = []
  const call = (async (route: { path: string }, input: Record<string, unknown>) => {
    requests.push({ path: route.path, input })
    const queue = answers[route.path] ?? []
    return queue.length > 1 ? queue.shift() : (queue[0] ?? failed(404, 'not_found'))
  }) as unknown as Call
  const store = appStore(call)
  store.dispatch(betting.actions.set({ field: 'slip', value: picks.map((match) => pick(match)) }))
  const ids = sentIds(
    entries(storage, () => 0),
    'bet-ids',
  )
  const tools = {
    newId: () => `id-${++idCount}`,
    ids,
    wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
  }
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
  const { store, place, requests } = rig(['1', '2'], { '/v1/bet': [placed('B1')] })
  await place()
  const { slip, receipts, placing, refusal } = store.getState().betting
  expect([slip, receipts.map(({ bet_id }) => bet_id), placing, refusal]).toEqual([[], ['B1'], 'idle', null])
  expect(requests[0]?.input).toMatchObject({ type: 'multi', stake: '20', accept: 'higher' })
})

test('after a missing response the bet is looked up by its id, and a placed bet is shown', async () => {
  const { store, place, usedIds } = rig(['3', '4'], {
    '/v1/bet': [failed(0, 'no_answer')],
    '/v1/bets/:id': [failed(0), found('B2')],
  })
  await place()
  expect(store.getState().betting.receipts.map(({ bet_id }) => bet_id)).toEqual(['B2'])
  expect(usedIds()).toHaveLength(1)
})

test('after a missing response and an unsuccessful look-up the outcome is unknown, the slip stays, and a retry sends the same id', async () => {
  const { store, place, usedIds } = rig(['5', '6'], {
    '/v1/bet': [failed(0, 'no_answer'), placed('B3')],
    '/v1/bets/:id': [failed(404, 'not_found')],
  })
  await place()
  expect(store.getState().betting).toMatchObject({ placing: 'idle', refusal: { code: 'no_answer' }, receipts: [] })
  expect(store.getState().betting.slip).toHaveLength(2)
  await place()
  expect(new Set(usedIds()).size).toBe(1)
  expect(store.getState().betting.receipts).toHaveLength(1)
})

test('a bet that could not be sent is refused without a look-up, and the slip stays', async () => {
  const { store, place, requests } = rig(['21', '22'], { '/v1/bet': [failed(0, 'not_sent'), placed('B6')] })
  await place()
  expect(store.getState().betting).toMatchObject({ placing: 'idle', refusal: { code: 'not_sent' }, receipts: [] })
  expect(requests.map(({ path }) => path)).not.toContain('/v1/bets/:id')
  expect(store.getState().betting.slip).toHaveLength(2)
})

test('a bet without a response keeps its id after a reload, for that bettor only', async () => {
  const storage = memoryStorage()
  const answers = { '/v1/bet': [failed(0, 'no_answer')], '/v1/bets/:id': [failed(0, 'no_answer')] }
  const before = rig(['31', '32'], answers, storage)
  await before.place()
  const after = rig(['31', '32'], { '/v1/bet': [failed(0, 'not_sent'), placed('B10')] }, storage)
  await after.place()
  expect(after.store.getState().betting.refusal?.code).toBe('no_answer')
  const other = rig(['31', '32'], { '/v1/bet': [failed(422, 'market_suspended')] }, storage)
  other.store.dispatch(auth.actions.set({ field: 'user', value: { id: 'another' } as never }))
  await other.place()
  await after.place()
  expect(new Set([...before.usedIds(), ...after.usedIds()]).size).toBe(1)
  expect(before.usedIds()).not.toContain(other.usedIds()[0])
  expect(after.store.getState().betting.receipts).toHaveLength(1)
})

test('a placed or refused bet releases its id: placing the same slip again is a new bet', async () => {
  const storage = memoryStorage()
  const sent: unknown[] = []
  for (const answer of [placed('B11'), failed(422, 'stake_too_small'), failed(0, 'not_sent'), placed('B12')]) {
    const { place, usedIds } = rig(['33', '34'], { '/v1/bet': [answer] }, storage)
    await place()
    sent.push(...usedIds())
  }
  expect(new Set(sent).size).toBe(4)
})

test('an unresolved bet is not shown as unsent when the retry could not be sent', async () => {
  const { store, place, usedIds } = rig(['23', '24'], {
    '/v1/bet': [failed(0, 'no_answer'), failed(0, 'not_sent'), placed('B7')],
    '/v1/bets/:id': [failed(0, 'no_answer')],
  })
  await place()
  await place()
  expect(store.getState().betting.refusal?.code).toBe('no_answer')
  await place()
  expect(new Set(usedIds()).size).toBe(1)
  expect(store.getState().betting.receipts).toHaveLength(1)
})

test('a malformed response is not a refusal: the bet is looked up, and its outcome is unknown if not found', async () => {
  const { store, place } = rig(['25', '26'], { '/v1/bet': [failed(200, 'bad_answer')], '/v1/bets/:id': [found('B8')] })
  await place()
  expect(store.getState().betting.receipts.map(({ bet_id }) => bet_id)).toEqual(['B8'])
  const other = rig(['27', '28'], {
    '/v1/bet': [failed(200, 'bad_answer')],
    '/v1/bets/:id': [failed(200, 'bad_answer')],
  })
  await other.place()
  expect(other.store.getState().betting).toMatchObject({ placing: 'idle', refusal: { code: 'no_answer' } })
})

test('an id that belongs to another bet is dropped: the retry has a new one', async () => {
  const { store, place, usedIds } = rig(['29', '30'], { '/v1/bet': [failed(409, 'id_reused'), placed('B9')] })
  await place()
  await place()
  expect(new Set(usedIds()).size).toBe(2)
  expect(store.getState().betting.receipts).toHaveLength(1)
})

test('singles are separate bets; a refusal stops the rest and keeps their picks', async () => {
  const { store, place, usedIds } = rig(['7', '8', '9'], { '/v1/bet': [placed('B4'), failed(422, 'market_suspended')] })
  store.dispatch(betting.actions.set({ field: 'bet_type', value: 'single' }))
  await place()
  expect(store.getState().betting.slip.map(({ match_id }) => match_id)).toEqual(['8', '9'])
  expect(store.getState().betting.refusal?.code).toBe('market_suspended')
  expect(new Set(usedIds()).size).toBe(2)
})

test('a second tap while a bet is in flight sends nothing', async () => {
  const { place, usedIds } = rig(['10', '11'], { '/v1/bet': [placed('B5')] })
  await Promise.all([place(), place()])
  expect(usedIds()).toHaveLength(1)
})

test('a hanging bet is looked up by its id after ten seconds, shows checking, and becomes a receipt when found', async () => {
  const { store, requests, tools } = rig(['41', '42'], {
    '/v1/bet': [new Promise(() => {})],
    '/v1/bets/:id': [failed(404, 'not_found'), found('B13')],
  })
  const placing = store.dispatch(placeSlip('20', tools))
  await vi.advanceTimersByTimeAsync(9_999)
  expect([requests.length, store.getState().betting.placing]).toEqual([1, 'sending'])
  await vi.advanceTimersByTimeAsync(1)
  expect(store.getState().betting.placing).toBe('checking')
  await vi.runAllTimersAsync()
  await placing
  expect(store.getState().betting).toMatchObject({ placing: 'idle', loading: false, error: null, slip: [] })
  expect(requests.filter(({ path }) => path === '/v1/bets/:id').map(({ input }) => input.id)).toEqual([
    requests[0]?.input.id,
    requests[0]?.input.id,
  ])
})

test('a bet without a response is placed once even if prices, stake or accepted changes differ in the retry', async () => {
  const storage = memoryStorage()
  const silent = { '/v1/bet': [failed(0, 'no_answer')], '/v1/bets/:id': [failed(0, 'no_answer')] }
  const before = rig(['43', '44'], silent, storage)
  await before.place()
  const after = rig(['43', '44'], { '/v1/bet': [failed(409, 'id_reused')], '/v1/bets/:id': [found('B14')] }, storage)
  const moved = after.store.getState().betting.slip.map((each) => ({ ...each, odd_value: '2.50' }))
  after.store.dispatch(betting.actions.set({ field: 'slip', value: moved }))
  after.store.dispatch(betting.actions.set({ field: 'accept', value: 'any' }))
  await after.place('50')
  expect(after.usedIds()).toEqual(before.usedIds().slice(0, 1))
  expect(after.store.getState().betting).toMatchObject({ slip: [], refusal: null, receipts: [{ bet_id: 'B14' }] })
  expect(after.tools.ids.all()).toEqual([])
})

test('a multi without a response and a single on one of its picks share an id, so only one of them is placed', async () => {
  const storage = memoryStorage()
  const silent = { '/v1/bet': [failed(0, 'no_answer')], '/v1/bets/:id': [failed(0, 'no_answer')] }
  const before = rig(['45', '46'], silent, storage)
  await before.place()
  const after = rig(['45', '47'], { '/v1/bet': [placed('B15')] }, storage)
  after.store.dispatch(betting.actions.set({ field: 'bet_type', value: 'single' }))
  await after.place()
  expect(after.usedIds()[0]).toBe(before.usedIds()[0])
  expect(new Set(after.usedIds()).size).toBe(2)
  const elsewhere = rig(['48'], { '/v1/bet': [placed('B16')] }, storage)
  await elsewhere.place()
  expect(elsewhere.usedIds()[0]).not.toBe(before.usedIds()[0])
})

test('two bets without a response on the picks of a new bet are looked up first; if one was placed, the new bet is not sent', async () => {
  const storage = memoryStorage()
  const silent = { '/v1/bet': [failed(0, 'no_answer')], '/v1/bets/:id': [failed(0, 'no_answer')] }
  for (const match of ['51', '52']) await rig([match], silent, storage).place()
  const unsure = rig(['51', '52'], silent, storage)
  await unsure.place()
  expect([unsure.usedIds(), unsure.store.getState().betting.refusal?.code]).toEqual([[], 'no_answer'])
  const after = rig(['51', '52'], { '/v1/bets/:id': [found('B17')] }, storage)
  await after.place()
  expect(after.usedIds()).toEqual([])
  expect(after.store.getState().betting).toMatchObject({ refusal: null, receipts: [{ bet_id: 'B17' }] })
  expect(after.store.getState().betting.slip.map(({ match_id }) => match_id)).toEqual(['51'])
})

test('503 overloaded is a refusal without a look-up; the slip stays and can be placed again', async () => {
  const { store, place, requests } = rig(['53', '54'], { '/v1/bet': [failed(503, 'overloaded'), placed('B18')] })
  await place()
  expect(store.getState().betting).toMatchObject({ placing: 'idle', refusal: { code: 'overloaded' }, receipts: [] })
  expect(store.getState().betting.slip).toHaveLength(2)
  expect(requests.map(({ path }) => path)).not.toContain('/v1/bets/:id')
  await place()
  expect(store.getState().betting.receipts).toHaveLength(1)
})

test('an unresolved bet is not shown as unplaced when the retry finds the server overloaded', async () => {
  const { store, place, usedIds } = rig(['55', '56'], {
    '/v1/bet': [failed(503, 'unknown'), failed(503, 'overloaded'), placed('B19')],
    '/v1/bets/:id': [failed(503, 'overloaded')],
  })
  await place()
  await place()
  expect(store.getState().betting.refusal?.code).toBe('no_answer')
  await place()
  expect(new Set(usedIds()).size).toBe(1)
})

test('unresolved ids are looked up: the receipt of a placed bet is shown, an unknown bet keeps its id', async () => {
  const storage = memoryStorage()
  const silent = { '/v1/bet': [failed(0, 'no_answer')], '/v1/bets/:id': [failed(0, 'no_answer')] }
  const before = rig(['57'], silent, storage)
  before.store.dispatch(auth.actions.set({ field: 'user', value: { id: 'me' } as never }))
  await before.place()
  const after = rig(['57', '58'], { '/v1/bets/:id': [failed(404, 'not_found'), found('B20')] }, storage)
  expect(await after.store.dispatch(resolveSent(after.tools))).toBe(false)
  expect(after.requests).toEqual([])
  after.store.dispatch(auth.actions.set({ field: 'user', value: { id: 'me' } as never }))
  const looking = after.store.dispatch(resolveSent(after.tools))
  expect(after.store.getState().betting.placing).toBe('checking')
  expect(await looking).toBe(false)
  expect(after.store.getState().betting.placing).toBe('idle')
  expect(await after.store.dispatch(resolveSent(after.tools))).toBe(true)
  expect(after.store.getState().betting).toMatchObject({ receipts: [{ bet_id: 'B20' }], slip: [{ match_id: '58' }] })
  expect(after.tools.ids.all()).toEqual([])
})

test('remaining singles are not placed for another bettor who logs in', async () => {
  const { store, usedIds, tools } = rig(['60', '61'], { '/v1/bet': [placed('B22')] })
  store.dispatch(auth.actions.set({ field: 'user', value: { id: 'me' } as never }))
  store.dispatch(betting.actions.set({ field: 'bet_type', value: 'single' }))
  const placing = store.dispatch(placeSlip('20', tools))
  store.dispatch(auth.actions.set({ field: 'user', value: { id: 'another' } as never }))
  await vi.runAllTimersAsync()
  await placing
  expect(usedIds()).toHaveLength(1)
})

test('a bet found after its bettor logged out is not shown to the next bettor', async () => {
  const { store, tools } = rig(['59'], { '/v1/bet': [new Promise(() => {})], '/v1/bets/:id': [found('B21')] })
  store.dispatch(auth.actions.set({ field: 'user', value: { id: 'me' } as never }))
  const placing = store.dispatch(placeSlip('20', tools))
  store.dispatch(auth.actions.set({ field: 'user', value: { id: 'another' } as never }))
  await vi.runAllTimersAsync()
  await placing
  expect(store.getState().betting).toMatchObject({ receipts: [], slip: [{ match_id: '59' }], placing: 'idle' })
})
