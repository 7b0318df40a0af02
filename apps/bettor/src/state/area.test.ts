import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import type { Call, Failed } from '@nare/client/call'
import { data, dataDefaults, fetchSettings } from './data.ts'
import { auth } from './auth.ts'
import { fetchBalance, login, requestCode } from './calls-identity.ts'
import { forgetUserOnChange } from './forget-user.ts'
import { updateUser } from './persistence.ts'
import { betting, pickedMark, toggled, without } from './betting.ts'
import { placedOf } from './slip-commands.ts'
import { undo, undone } from './undo-tap.ts'
import { picksOf } from './slips.ts'
import { fetchPromoPoints } from './calls-rewards.ts'
import { placeBet } from './calls-betting.ts'
import { appStore } from './store.ts'
import { virtualLeagueDefaults } from './virtual-league.ts'
import { virtualsDefaults } from './virtuals.ts'
import { ucn, type Pick } from './picks.ts'

const failure = (change: Partial<Failed>): Failed => ({
  ok: false,
  status: 500,
  code: 'internal',
  error: '',
  fields: {},
  body: {},
  ...change,
})
const answering = (reply: unknown): Call => (async () => reply) as unknown as Call
const credentials = { msisdn: '0712345678', password: 'x' }

const pick = (match_id: string, odd_key = 'home_team'): Pick => ({
  ...{ match_id, sub_type_id: '1', odd_key, odd_value: '2.10', special_bet_value: '', display: odd_key, market: '1X2' },
  ...{
    home_team: 'A',
    away_team: 'B',
    competition_name: 'L',
    category: 'C',
    start_time: '',
    game_id: '1',
    sport_id: '79',
  },
  ...{ live: false, ucn: ucn({ match_id, sub_type_id: '1', odd_key }) },
})

test('the defaults are those of the specification', () => {
  expect(dataDefaults).toMatchObject({
    active_sport_link: 79,
    live_link: 79,
    print_title: 'highlights',
    iframeHeight: 80,
  })
  expect(virtualsDefaults.game_type).toBe('pragmatic')
  expect(virtualLeagueDefaults).toMatchObject({ competition_id: 2, active_market: 3 })
})

test('set replaces a named field and reset restores its default', () => {
  const changed = data.reducer(undefined, data.actions.set({ field: 'print_title', value: 'today' }))
  expect(changed.print_title).toBe('today')
  expect(data.reducer(changed, data.actions.reset('print_title'))).toEqual(dataDefaults)
})

test('a call turns loading on and clears the error, then stores the response', async () => {
  const store = appStore(answering({ ok: true, status: 200, body: { user: { token: 't', balance: '5.00' } } }))
  store.dispatch(auth.actions.set({ field: 'error', value: 'old' }))
  const running = store.dispatch(login(credentials))
  expect(store.getState().auth).toMatchObject({ loading: true, error: null })
  await running
  expect(store.getState().auth).toMatchObject({ loading: false, isLoggedIn: true, user: { token: 't' } })
})

test('a failed call stores its message and turns loading off', async () => {
  const store = appStore(answering(failure({ error: 'Fetching App Configs failed' })))
  await store.dispatch(fetchSettings({}))
  expect(store.getState().data).toMatchObject({
    loading: false,
    error: 'Fetching App Configs failed',
    app_config: null,
  })
})

test('a balance is merged into the user, and without a user it is ignored', async () => {
  const store = appStore(answering({ ok: true, status: 200, body: { user: { balance: '7.00' } } }))
  await store.dispatch(fetchBalance({}))
  expect(store.getState().auth.user).toBeNull()
  store.dispatch(auth.actions.set({ field: 'user', value: { token: 't', name: 'A', balance: '1.00' } as never }))
  await store.dispatch(fetchBalance({}))
  expect(store.getState().auth.user).toMatchObject({ name: 'A', balance: '7.00' })
})

test('requesting a code stores the number and the reset id', async () => {
  const store = appStore(answering({ ok: true, status: 200, body: { success: { message: 'Sent', id: 'r9' } } }))
  await store.dispatch(requestCode({ page: 'resetPass', msisdn: '0712345678' }))
  expect(store.getState().auth).toMatchObject({ otp_sent: true, reset_id: 'r9', reset_mobile: '0712345678' })
})

test('a refused placement keeps its message and whether the balance was too low', async () => {
  const store = appStore(
    answering(
      failure({ status: 422, error: 'Your balance is too low for this', body: { insufficient_balance: true } }),
    ),
  )
  await store.dispatch(placeBet({ id: '', stake: '20', slip: [] }))
  expect(store.getState().betting).toMatchObject({
    loading: false,
    insufficient_balance: true,
    bet_placement_message: 'Your balance is too low for this',
  })
})

test('a tap adds a pick, a second tap removes it, and a tap on another outcome of the match replaces it', () => {
  const one = toggled([], pick('1'))
  const two = toggled(one, pick('2'))
  expect(toggled(two, pick('1')).map(({ match_id }) => match_id)).toEqual(['2'])
  expect(toggled(two, pick('1', 'draw')).map(({ ucn: key }) => key)).toEqual(['11draw', '21hometeam'])
  expect(without(two, '2')).toEqual(one)
})

test('the ucn of a pick is match, market and outcome in lowercase letters and digits', () => {
  expect(ucn({ match_id: '10000001', sub_type_id: '16', odd_key: 'home_team minus 1.25' })).toBe(
    '1000000116hometeamminus125',
  )
  expect([pickedMark('a1', { ucn: 'a1' }), pickedMark('a1', { ucn: 'b1' })]).toEqual(['picked', ''])
})

test('set stores the slip and reset empties it', () => {
  const filled = betting.reducer(undefined, betting.actions.set({ field: 'slip', value: [pick('1')] }))
  expect(filled.slip).toHaveLength(1)
  expect(betting.reducer(filled, betting.actions.reset('slip')).slip).toEqual([])
})

test('a code that verifies a phone is not a password code: it sets neither otp_sent nor the reset id', async () => {
  const store = appStore(answering({ ok: true, status: 200, body: { success: { message: 'Sent', id: 'v1' } } }))
  await store.dispatch(requestCode({ page: 'verify', msisdn: '0712345678' }))
  expect(store.getState().auth).toMatchObject({ otp_sent: false, reset_id: null, reset_mobile: null })
})

test('the balance and the promo points turn loading on and off like every other call', async () => {
  const body = { user: { balance: '7.00' }, points: 4, promo_image: '', title: '', end_date: '' }
  const store = appStore(answering({ ok: true, status: 200, body }))
  for (const run of [() => store.dispatch(fetchBalance({})), () => store.dispatch(fetchPromoPoints({}))]) {
    const running = run()
    expect(store.getState().auth.loading).toBe(true)
    await running
    expect(store.getState().auth.loading).toBe(false)
  }
})

test('an aborted call turns loading off and shows no message', async () => {
  const store = appStore((() => new Promise(() => {})) as unknown as Call)
  const running = store.dispatch(fetchSettings({}))
  running.abort()
  await running
  expect(store.getState().data).toMatchObject({ loading: false, error: null })
})

test('the marker of the tapped outcome is cleared when its pick is removed, cleared or placed, and not before', () => {
  const marked = [
    betting.actions.set({ field: 'slip', value: [pick('1'), pick('2')] }),
    betting.actions.set({ field: 'ucn', value: pick('2').ucn }),
    betting.actions.set({ field: 'oddValue', value: '2.10' }),
    betting.actions.set({ field: 'picked', value: 'picked' }),
    betting.actions.set({ field: 'slip', value: [pick('2')] }),
  ].reduce(betting.reducer, undefined)
  expect(marked).toMatchObject({ ucn: pick('2').ucn, oddValue: '2.10', picked: 'picked' })
  for (const removal of [betting.actions.set({ field: 'slip', value: [pick('1')] }), betting.actions.reset('slip')]) {
    expect(betting.reducer(marked, removal)).toMatchObject({ ucn: '', oddValue: '', picked: '' })
  }
})

test('a tap changes the slip and the marker in one action, and the marker moves to the new pick', () => {
  const tapped = betting.actions.assign({ slip: [pick('1')], ucn: pick('1').ucn, oddValue: '2.10', picked: 'picked' })
  const again = betting.actions.assign({ slip: [pick('2')], ucn: pick('2').ucn, oddValue: '3.10', picked: 'picked' })
  const state = betting.reducer(betting.reducer(undefined, tapped), again)
  expect(state).toMatchObject({ slip: [pick('2')], ucn: pick('2').ucn, oddValue: '3.10', picked: 'picked' })
  expect(betting.reducer(state, betting.actions.assign({ slip: [] }))).toMatchObject({ ucn: '', picked: '' })
})

test('undo restores only the pick that the tap removed, in the current slip', () => {
  const [one, two, three] = [pick('1'), pick('2'), pick('3')]
  const removed = { before: [one, two], now: toggled([one, two], one) }
  expect(undone([two, three], removed)).toEqual([one, two, three])
  expect(undone([], removed)).toEqual([one])
  expect(undone([pick('1', 'draw'), two], removed)).toEqual([pick('1', 'draw'), two])
  const away = pick('1', 'away_team')
  const replaced = { before: [one, two], now: toggled([one, two], away) }
  expect(undone([away, three], replaced)).toEqual([one, three])
  expect(undone([two], replaced)).toEqual([two])
})

test.each([
  ['sports', 'league', { receipts: [{ bet_id: '7' }] }],
  ['league', 'sports', { kiron: { bet: { bet_id: '7' } } }],
] as const)(
  'undo of a tap on the %s slip does nothing while its bet is being placed, or after one was placed since',
  async (kind, other, receipt) => {
    const store = appStore(answering({}))
    const state = () => store.getState().betting
    const show = (of: typeof kind, stage: 'idle' | 'checking') => {
      const { placements } = state()
      const value = { ...placements, [of]: { ...placements[of], stage } }
      store.dispatch(betting.actions.set({ field: 'placements', value }))
    }
    const tap = { kind, before: [pick('1'), pick('2')], now: [pick('2')] }
    const placed = placedOf(state(), kind)
    show(kind, 'checking')
    await store.dispatch(undo({ ...tap, placed }))
    show(kind, 'idle')
    store.dispatch(betting.actions.assign(receipt as never))
    await store.dispatch(undo({ ...tap, placed }))
    expect(picksOf(state(), kind)).toEqual([])
    show(other, 'checking')
    await store.dispatch(undo({ ...tap, placed: placedOf(state(), kind) }))
    expect(picksOf(state(), kind).map(({ match_id }) => match_id)).toEqual(['1'])
  },
)

/** A store with requests that the test responds to in any order. */
function manual() {
  const answers: ((reply: unknown) => void)[] = []
  const store = appStore((() => new Promise((resolve) => answers.push(resolve))) as unknown as Call)
  const user = (id: string, balance: string) => ({ id, token: `t${id}`, balance }) as never
  const signIn = (id: string): void => void store.dispatch(auth.actions.set({ field: 'user', value: user(id, '1.00') }))
  const balance = (text: string) => ({ ok: true, status: 200, body: { user: { balance: text } } })
  return { store, answers, signIn, balance, shown: () => store.getState().auth.user?.balance }
}

test('a late response never overwrites a newer one, and loading ends with the newest request', async () => {
  const { store, answers, signIn, balance, shown } = manual()
  signIn('1')
  const [first, second, third] = [1, 2, 3].map(() => store.dispatch(fetchBalance({})))
  answers[1]?.(balance('2.00'))
  await second
  answers[0]?.(balance('9.00'))
  await first
  expect([shown(), store.getState().auth.loading]).toEqual(['2.00', true])
  answers[2]?.(failure({ error: 'no' }))
  await third
  expect([shown(), store.getState().auth.loading, store.getState().auth.error]).toEqual(['2.00', false, 'no'])
})

test('a failure of an older request does not replace the response to a newer one', async () => {
  const { store, answers, signIn, balance } = manual()
  signIn('1')
  const [first, second] = [store.dispatch(fetchBalance({})), store.dispatch(fetchBalance({}))]
  answers[1]?.(balance('2.00'))
  await second
  answers[0]?.(failure({ error: 'late' }))
  await first
  expect(store.getState().auth.error).toBeNull()
})

test('a pushed balance is not overwritten by the response to an earlier request', async () => {
  const { store, answers, signIn, balance, shown } = manual()
  signIn('1')
  const running = store.dispatch(fetchBalance({}))
  await store.dispatch(updateUser({ balance: '5.00' }))
  answers[0]?.(balance('1.00'))
  await running
  expect([shown(), store.getState().auth.loading]).toEqual(['5.00', false])
})

test('a response to a request of the previous bettor is never stored for the next one', async () => {
  const { store, answers, signIn, balance, shown } = manual()
  forgetUserOnChange(store, { stored: entries(memoryStorage(), () => 0), forgetCaches: () => {} })
  signIn('1')
  const running = store.dispatch(fetchBalance({}))
  signIn('2')
  answers[0]?.(balance('900.00'))
  await running
  expect(shown()).toBe('1.00')
})
