import type { Call } from '@nare/client/call'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed, lost, notFound, testTools } from '../../commands/command-rig.ts'
import { auth } from '../../state/auth.ts'

import { slip } from '../../state/slips.ts'
import { appStore } from '../../state/store.ts'
import type { JackpotPick } from './picks.ts'
import { forgetRefusal, resolveSentBets } from '../../slip/placement.ts'
import { jackpot, placeJackpot } from './place-jackpot.ts'
import { drafts, picksFor, setPicks } from './slip-picks.ts'

const bet = (bet_id: string) => ({ bet_id, legs: [], lines: 2, stake: '100.00' })
const placed = (bet_id: string) => ({
  ...{ ok: true, status: 201 },
  body: { status: 201, message: 'Placed', bet: bet(bet_id), lines: 2, stake: '100.00', balance: '1.00' },
})
const found = (bet_id: string) => ({ ok: true, status: 200, body: { data: bet(bet_id) } })
const matches = [{ match_id: '1' }, { match_id: '2' }]
const picks: JackpotPick[] = [
  { match_id: '2', outcomes: ['draw'], auto: true },
  { match_id: '1', outcomes: ['home_team', 'draw'] },
]

beforeEach(() => {
  vi.useFakeTimers()
  drafts.set({})
})
afterEach(() => void vi.useRealTimers())

async function openRig(answers: Record<string, unknown[]>) {
  const requests: { path: string; input: Record<string, unknown> }[] = []
  const call = (async (route: { path: string }, input: Record<string, unknown>) => {
    requests.push({ path: route.path, input })
    const queue = answers[route.path] ?? []
    return queue.length > 1 ? queue.shift() : (queue[0] ?? notFound)
  }) as unknown as Call
  const store = appStore(call)
  store.dispatch(auth.actions.set({ field: 'user', value: { id: '7', token: 't' } as never }))
  await store.dispatch(setPicks('41', picks))
  const tools = testTools()
  const place = async () => {
    const running = store.dispatch(placeJackpot({ jackpotId: '41', picks, matches }, tools))
    await vi.runAllTimersAsync()
    await running
  }
  const sent = () => requests.filter(({ path }) => path === '/jp/bet').map(({ input }) => input)
  const state = () => store.getState().betting
  const receipt = () => (state().jackpotbestlip as { bet?: { bet_id: string } } | null)?.bet?.bet_id
  const placement = () => state().placements.jackpot
  return { store, place, sent, state, placement, ids: tools.ids, tools, receipt }
}

test('a placed ticket clears the picks of its pool and becomes the receipt; the automatic flag is not sent', async () => {
  const rig = await openRig({ '/jp/bet': [placed('B1')] })
  await rig.place()
  expect([rig.state().jackpot_slip, rig.receipt(), rig.placement().stage, rig.ids.all()]).toEqual([
    null,
    'B1',
    'idle',
    [],
  ])
  expect(rig.sent()).toMatchObject([
    {
      jackpot_id: '41',
      picks: [
        { match_id: '1', outcomes: ['home_team', 'draw'] },
        { match_id: '2', outcomes: ['draw'] },
      ],
    },
  ])
  expect(JSON.stringify(rig.sent())).not.toContain('auto')
})

test('two simultaneous taps send one ticket', async () => {
  const rig = await openRig({ '/jp/bet': [placed('B1')] })
  await Promise.all([rig.place(), rig.place()])
  expect(rig.sent()).toHaveLength(1)
})

test('a refusal is shown and keeps the picks, and the next attempt has a new id', async () => {
  const rig = await openRig({ '/jp/bet': [failed(422, 'match_started'), placed('B2')] })
  await rig.place()
  expect([rig.state().jackpot_slip?.picks, rig.placement().refusal?.code]).toEqual([picks, 'match_started'])
  await rig.place()
  const [first, second] = rig.sent().map(({ id }) => id)
  expect(second).not.toBe(first)
  expect([rig.placement().refusal, rig.receipt()]).toEqual([null, 'B2'])
})

test('a change of the picks clears a refusal but not an unknown outcome', async () => {
  const rig = await openRig({ '/jp/bet': [failed(422, 'match_started'), lost] })
  await rig.place()
  await rig.store.dispatch(forgetRefusal('jackpot'))
  expect(rig.placement().refusal).toBeNull()
  await rig.place()
  await rig.store.dispatch(forgetRefusal('jackpot'))
  expect(rig.placement().refusal?.code).toBe('no_answer')
})

test('while the outcome is unknown, the picks stay and the next attempt reuses the id, so that only one ticket is placed', async () => {
  const rig = await openRig({ '/jp/bet': [lost, placed('B3')] })
  await rig.place()
  expect([rig.state().jackpot_slip?.picks.length, rig.placement().refusal?.code]).toEqual([2, 'no_answer'])
  await rig.place()
  const [first, second] = rig.sent().map(({ id }) => id)
  expect(second).toBe(first)
  expect([rig.state().jackpot_slip, rig.receipt()]).toEqual([null, 'B3'])
})

test('a ticket without a response is looked up by its id, also after an earlier visit', async () => {
  const rig = await openRig({
    '/jp/bet': [lost],
    '/v1/bets/:id': [lost, found('B4')],
  })
  await rig.place()
  expect([rig.receipt(), rig.sent().length]).toEqual(['B4', 1])
  const later = await openRig({ '/v1/bets/:id': [lost, found('B5')] })
  later.ids.keep(JSON.stringify(['7', '41']), 'earlier')
  expect(await later.store.dispatch(resolveSentBets(jackpot, later.tools))).toBe(false)
  expect(await later.store.dispatch(resolveSentBets(jackpot, later.tools))).toBe(true)
  expect([later.receipt(), later.state().jackpot_slip]).toEqual(['B5', null])
})

test('another bettor who has logged in meanwhile does not see the ticket', async () => {
  const rig = await openRig({ '/jp/bet': [placed('B6')] })
  const running = rig.place()
  rig.store.dispatch(auth.actions.set({ field: 'user', value: { id: '8', token: 'u' } as never }))
  await running
  expect(rig.state().jackpot_slip?.picks).toEqual(picks)
  expect([rig.placement().owner, rig.placement().stage]).toEqual(['7', 'idle'])
})

test('picks for another pool replace the slip, and the picks for the first pool are restored with its tab', async () => {
  const rig = await openRig({})
  const other: JackpotPick[] = [{ match_id: '9', outcomes: ['draw'] }]
  await rig.store.dispatch(setPicks('42', other))
  expect([rig.state().jackpot_slip?.jackpot_id, picksFor('41', rig.state(), drafts.get())]).toEqual(['42', picks])
  await rig.store.dispatch(setPicks('41', picks))
  expect([rig.state().jackpot_slip?.jackpot_id, picksFor('42', rig.state(), drafts.get())]).toEqual(['41', other])
  rig.store.dispatch(slip('jackpot').clear())
  expect(picksFor('41', rig.state(), drafts.get())).toEqual([])
})
