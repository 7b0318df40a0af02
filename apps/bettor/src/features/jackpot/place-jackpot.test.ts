import type { Call, Failed } from '@nare/client/call'
import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auth } from '../../state/auth.ts'
import { sentIds } from '../../state/sent-ids.ts'
import { slip } from '../../state/slips.ts'
import { appStore } from '../../state/store.ts'
import type { JackpotPick } from './picks.ts'
import { forgetRefusal, idle, placeJackpot, progress, resolveJackpotSent } from './place-jackpot.ts'
import { drafts, picksFor, setPicks } from './slip-picks.ts'

const failed = (status: number, code: Failed['code'] = 'internal'): Failed => ({
  ...{ ok: false, status, code, error: 'no', fields: {}, body: {} },
})
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
  progress.set(idle)
  drafts.set({})
})
afterEach(() => void vi.useRealTimers())

let made = 0

async function rig(answers: Record<string, unknown[]>) {
  const requests: { path: string; input: Record<string, unknown> }[] = []
  const call = (async (route: { path: string }, input: Record<string, unknown>) => {
    requests.push({ path: route.path, input })
    const queue = answers[route.path] ?? []
    return queue.length > 1 ? queue.shift() : (queue[0] ?? failed(404, 'not_found'))
  }) as unknown as Call
  const store = appStore(call)
  store.dispatch(auth.actions.set({ field: 'user', value: { id: '7', token: 't' } as never }))
  await store.dispatch(setPicks('41', picks))
  const ids = sentIds(
    entries(memoryStorage(), () => 0),
    'jackpot-bet-ids',
  )
  const tools = {
    newId: () => `id-${++made}`,
    ids,
    wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
  }
  const go = async () => {
    const running = store.dispatch(placeJackpot({ jackpotId: '41', picks, matches }, tools))
    await vi.runAllTimersAsync()
    await running
  }
  const sent = () => requests.filter(({ path }) => path === '/jp/bet').map(({ input }) => input)
  const state = () => store.getState().betting
  const receipt = () => (state().jackpotbestlip as { bet?: { bet_id: string } } | null)?.bet?.bet_id
  return { store, go, sent, state, ids, tools, receipt }
}

test('a placed ticket clears the picks of its pool and becomes the receipt; the automatic flag is not sent', async () => {
  const at = await rig({ '/jp/bet': [placed('B1')] })
  await at.go()
  expect([at.state().jackpot_slip, at.receipt(), progress.get().stage, at.ids.all()]).toEqual([null, 'B1', 'idle', []])
  expect(at.sent()).toMatchObject([
    {
      jackpot_id: '41',
      picks: [
        { match_id: '1', outcomes: ['home_team', 'draw'] },
        { match_id: '2', outcomes: ['draw'] },
      ],
    },
  ])
  expect(JSON.stringify(at.sent())).not.toContain('auto')
})

test('two simultaneous taps send one ticket', async () => {
  const at = await rig({ '/jp/bet': [placed('B1')] })
  await Promise.all([at.go(), at.go()])
  expect(at.sent()).toHaveLength(1)
})

test('a refusal is shown and keeps the picks, and the next attempt has a new id', async () => {
  const at = await rig({ '/jp/bet': [failed(422, 'match_started'), placed('B2')] })
  await at.go()
  expect([at.state().jackpot_slip?.picks, progress.get().refusal?.code]).toEqual([picks, 'match_started'])
  await at.go()
  const [first, second] = at.sent().map(({ id }) => id)
  expect(second).not.toBe(first)
  expect([progress.get().refusal, at.receipt()]).toEqual([null, 'B2'])
})

test('a change of the picks clears a refusal but not an unknown outcome', async () => {
  const at = await rig({ '/jp/bet': [failed(422, 'match_started'), failed(0, 'no_answer')] })
  await at.go()
  forgetRefusal()
  expect(progress.get().refusal).toBeNull()
  await at.go()
  forgetRefusal()
  expect(progress.get().refusal?.code).toBe('no_answer')
})

test('while the outcome is unknown, the picks stay and the next attempt reuses the id, so that only one ticket is placed', async () => {
  const at = await rig({ '/jp/bet': [failed(0, 'no_answer'), placed('B3')] })
  await at.go()
  expect([at.state().jackpot_slip?.picks.length, progress.get().refusal?.code]).toEqual([2, 'no_answer'])
  await at.go()
  const [first, second] = at.sent().map(({ id }) => id)
  expect(second).toBe(first)
  expect([at.state().jackpot_slip, at.receipt()]).toEqual([null, 'B3'])
})

test.each(['not_sent', 'overloaded'] as const)(
  'after a lost response, a second attempt that ends with %s leaves the first one unresolved and keeps its id',
  async (code) => {
    const at = await rig({ '/jp/bet': [failed(0, 'no_answer'), failed(code === 'overloaded' ? 503 : 0, code)] })
    await at.go()
    const kept = at.ids.all()
    await at.go()
    expect([progress.get().refusal?.code, at.ids.all()]).toEqual(['no_answer', kept])
  },
)

test('a ticket without a response is looked up by its id, also after an earlier visit', async () => {
  const at = await rig({ '/jp/bet': [failed(0, 'no_answer')], '/v1/bets/:id': [failed(0, 'no_answer'), found('B4')] })
  await at.go()
  expect([at.receipt(), at.sent().length]).toEqual(['B4', 1])
  const later = await rig({ '/v1/bets/:id': [failed(0, 'no_answer'), found('B5')] })
  later.ids.keep(JSON.stringify(['7', '41']), 'earlier')
  expect(await later.store.dispatch(resolveJackpotSent(later.tools))).toBe(true)
  expect(await later.store.dispatch(resolveJackpotSent(later.tools))).toBe(false)
  expect([later.receipt(), later.state().jackpot_slip]).toEqual(['B5', null])
})

test('another bettor who has logged in meanwhile does not see the ticket', async () => {
  const at = await rig({ '/jp/bet': [placed('B6')] })
  const running = at.go()
  at.store.dispatch(auth.actions.set({ field: 'user', value: { id: '8', token: 'u' } as never }))
  await running
  expect(at.state().jackpot_slip?.picks).toEqual(picks)
  expect([progress.get().owner, progress.get().stage]).toEqual(['7', 'idle'])
})

test('picks for another pool replace the slip, and the picks for the first pool are restored with its tab', async () => {
  const at = await rig({})
  const other: JackpotPick[] = [{ match_id: '9', outcomes: ['draw'] }]
  await at.store.dispatch(setPicks('42', other))
  expect([at.state().jackpot_slip?.jackpot_id, picksFor('41', at.state(), drafts.get())]).toEqual(['42', picks])
  await at.store.dispatch(setPicks('41', picks))
  expect([at.state().jackpot_slip?.jackpot_id, picksFor('42', at.state(), drafts.get())]).toEqual(['41', other])
  at.store.dispatch(slip('jackpot').clear())
  expect(picksFor('41', at.state(), drafts.get())).toEqual([])
})
