import { expect, test } from 'vitest'
import { validation } from '../src/features/betting/validation.ts'
import { authDefaults } from '../src/state/auth.ts'
import { betting, pickedMark, without } from '../src/state/betting.ts'
import { placeBet } from '../src/state/calls-betting.ts'
import { fetchBalance, login, requestCode, resetPassword } from '../src/state/calls-identity.ts'
import { fetchLeagueBets, fetchOldLeagueBets, fetchPeriods } from '../src/state/calls-league.ts'
import { confirmDeposit, deposit } from '../src/state/calls-payments.ts'
import { printJackpot, printMatches } from '../src/state/calls-print.ts'
import { selfExclude } from '../src/state/calls-protection.ts'
import { fetchPromoPoints } from '../src/state/calls-rewards.ts'
import { data, dataDefaults, fetchSettings } from '../src/state/data.ts'
import { browser, signedIn, user } from './browser.ts'
import { bet, id, leagueSamples, pick, placed, settings, wirePick } from './samples.ts'

test("spec 4 'Every data call goes pending (loading on, error cleared), then fulfilled (result stored)'", async () => {
  const { store, state, answer } = browser()
  store.dispatch(data.actions.set({ field: 'error', value: 'old' }))
  answer(() => [200, { status_code: 200, message: settings }])
  const running = store.dispatch(fetchSettings({}))
  expect(state().data).toMatchObject({ loading: true, error: null })
  await running
  expect(state().data).toMatchObject({ loading: false, error: null, app_config: settings })
})

test("spec 4 'Every data call goes … or rejected (error message stored, loading off)'", async () => {
  const { store, state, answer } = browser()
  answer(() => [500, { error: 'Something went wrong on our side' }])
  await store.dispatch(fetchSettings({}))
  expect(state().data).toMatchObject({ loading: false, error: 'Something went wrong on our side' })
})

test("spec 4 'A generic set action replaces a named state field; a reset action restores a field to its default'", () => {
  const { store, state } = browser()
  store.dispatch(data.actions.set({ field: 'active_sport_link', value: 5 }))
  store.dispatch(data.actions.set({ field: 'iframeHeight', value: 10 }))
  store.dispatch(data.actions.reset('active_sport_link'))
  expect(state().data).toEqual({ ...dataDefaults, iframeHeight: 10 })
})

test("spec 4 'Self-exclusion success shows a modal'", async () => {
  const { store, state, answer } = signedIn()
  answer(() => [422, {}])
  await store.dispatch(selfExclude({ period: '24h' }))
  expect(state().data.modal).toBeNull()
  answer(() => [200, { success: 'Begun', time_duration: '24 hours', until: '2026-11-21T06:00:00Z' }])
  await store.dispatch(selfExclude({ period: '24h' }))
  expect(state().data.modal).toBe('self-exclusion')
})

const came = '?utm_source=radio&utm_campaign=derby&btag=a7'
const attribution = ({ stored }: ReturnType<typeof browser>) =>
  ['utm_source', 'utm_campaign', 'btag'].map((key) => stored.read(key))
const deposited = { message: 'Sent', deposit_id: '5', status: 'pending', tax: '5.00', net: '95.00' }

test("spec 4 'A successful deposit … clears the stored utm_source and utm_campaign'", async () => {
  const here = signedIn({ query: came })
  here.answer(() => [422, {}])
  await here.store.dispatch(deposit({ id, amount: '100' }))
  expect(attribution(here)).toEqual(['radio', 'derby', 'a7'])
  here.answer(() => [200, deposited])
  await here.store.dispatch(deposit({ id, amount: '100' }))
  expect(attribution(here)).toEqual([undefined, undefined, 'a7'])
})

test("spec 4 'A successful … deposit confirmation clears the stored utm_source and utm_campaign'", async () => {
  const here = signedIn({ query: came })
  here.answer(() => [200, { success: false, status: 'pending', message: 'Wait' }])
  await here.store.dispatch(confirmDeposit({ deposit_id: '5' }))
  expect(attribution(here)).toEqual(['radio', 'derby', 'a7'])
  here.answer(() => [200, { success: true, status: 'succeeded', message: 'Done' }])
  await here.store.dispatch(confirmDeposit({ deposit_id: '5' }))
  expect(attribution(here)).toEqual([undefined, undefined, 'a7'])
})

test("spec 4 'Printed matches are marked loaded only when the returned data list is not empty'", async () => {
  const { store, state, answer } = browser()
  const print = () => store.dispatch(printMatches({ endpoint: '/v1/print/matches' }))
  answer(() => [200, { data: [{ match_id: '1' }] }])
  await print()
  expect(state().data.loaded).toBe(true)
  answer(() => [200, { data: [] }])
  await print()
  expect(state().data).toMatchObject({ loaded: false, printed_data: [] })
})

test("spec 4 'Jackpot print also stores the title from meta name and the meta object'", async () => {
  const { store, state, answer } = browser()
  const meta = { name: 'Grand jackpot', closes_at: '2026-11-21T12:00:00Z' }
  answer(() => [200, { data: [{ match_id: '1' }], meta }])
  await store.dispatch(printJackpot({ endpoint: '/v1/print/jackpot' }))
  expect(state().data).toMatchObject({ print_title: 'Grand jackpot', print_jackpot_data: meta, loaded: true })
})

test("spec 4 'Betslip contents are kept by set and reset actions'", () => {
  const { store, state } = browser()
  store.dispatch(betting.actions.set({ field: 'slip', value: [pick()] }))
  expect(state().betting.slip).toEqual([pick()])
  store.dispatch(betting.actions.reset('slip'))
  expect(state().betting.slip).toEqual([])
})

test("spec 4 'Removing a pick filters by match_id'", () => {
  expect(without([pick('1'), pick('2'), pick('1', 'draw')], '1')).toEqual([pick('2')])
})

test("spec 4 'The picked marker is picked if the stored key matches the pick's key, else cleared'", () => {
  expect([pickedMark(pick().ucn, pick()), pickedMark(pick().ucn, pick('2')), pickedMark('', pick())]).toEqual([
    'picked',
    '',
    '',
  ])
})

/** A validation whose timer the test controls. */
function repeated() {
  let slip = [pick()]
  let asked = 0
  const timers: { run: () => void; ms: number }[] = []
  const it = validation({
    send: () => asked++,
    slip: () => slip,
    every: (run, ms) => {
      const timer = { run, ms }
      timers.push(timer)
      return () => timers.splice(timers.indexOf(timer), 1)
    },
  })
  return { it, timers, asked: () => asked, empty: () => void (slip = []) }
}

test("spec 4 'Betslip validation can be started on a repeating timer with a caller-given interval and stopped'", () => {
  const { it, timers, asked } = repeated()
  it.start(7000, '20')
  for (let run = 0; run < 3; run++) timers[0]?.run()
  expect([timers.map(({ ms }) => ms), asked()]).toEqual([[7000], 3])
  it.stop()
  expect(timers).toEqual([])
})

test("spec 4 'If the betslip is empty, a validation run stops the timer'", () => {
  const { it, timers, asked, empty } = repeated()
  it.start(7000, '20')
  empty()
  timers[0]?.run()
  expect([timers, asked()]).toEqual([[], 0])
})

test("spec 4 'Bet placement succeeds on HTTP 200 or 201, or a body status of 201'", async () => {
  const order = { id, stake: '20', slip: [wirePick] }
  for (const [status, body, taken] of [
    [200, placed, true],
    [201, placed, true],
    [202, placed, true],
    [202, { ...placed, status: 202 }, false],
    [409, { status: 409, error: 'The odds have changed' }, false],
  ] as const) {
    const { store, state, answer } = signedIn()
    answer(() => [status, body])
    await store.dispatch(placeBet(order))
    expect([status, state().betting.betslip !== null]).toEqual([status, taken])
  }
})

test("spec 4 'On success, any insufficient_balance flag and the message are stored'", async () => {
  const { store, state, answer } = signedIn()
  answer(() => [201, { ...placed, bet, insufficient_balance: true }])
  await store.dispatch(placeBet({ id, stake: '20', slip: [wirePick] }))
  expect(state().betting).toMatchObject({ bet_placement_message: 'Bet placed', insufficient_balance: true })
})

test("spec 4 'On failure, the message and the insufficient-balance status are stored'", async () => {
  const { store, state, answer } = signedIn()
  const message = 'Your balance is too low for this'
  answer(() => [422, { status: 422, error: message, message, insufficient_balance: true }])
  await store.dispatch(placeBet({ id, stake: '20', slip: [wirePick] }))
  expect(state().betting).toMatchObject({
    ...{ bet_placement_message: message, insufficient_balance: true, error: message, loading: false },
  })
})

test("spec 4 'Login success sets isLoggedIn and stores the user'", async () => {
  const here = browser({ page: '/login' })
  here.answer(() => [200, { user }])
  await here.store.dispatch(login({ msisdn: '0712345678', password: 'x' }))
  expect(here.state().auth).toMatchObject({ isLoggedIn: true, user })
  expect(here.session.user()).toEqual(user)
})

test("spec 4 'Balance and promo-points responses merge into the user and persist it to local storage'", async () => {
  const here = signedIn()
  here.answer(({ url }) =>
    url.endsWith('/v1/balance')
      ? [200, { user: { balance: '99.00', bonus: '1.00', points: 4, currency: 'KES' } }]
      : [200, { points: 4, promo_image: '/p.svg', title: 'Points', end_date: '2026-12-31' }],
  )
  await here.store.dispatch(fetchBalance({}))
  await here.store.dispatch(fetchPromoPoints({}))
  const merged = { token: user.token, name: 'Amina', balance: '99.00', promo_points: { points: 4, title: 'Points' } }
  expect(here.state().auth.user).toMatchObject(merged)
  expect(here.session.user()).toMatchObject(merged)
})

test("spec 4 'The one-time-code request stores the mobile number and sets otp_sent and the reset id'", async () => {
  const { store, state, answer } = browser()
  answer(() => [200, { success: { message: 'Sent', id: 'r9' } }])
  await store.dispatch(requestCode({ page: 'resetPass', msisdn: '0712345678' }))
  expect(state().auth).toMatchObject({ reset_mobile: '0712345678', otp_sent: true, reset_id: 'r9' })
})

test("spec 4 'The reset submit then sets the success flag and message'", async () => {
  const { store, state, answer } = browser()
  answer(() => [200, { success: { message: 'Changed' } }])
  expect(state().auth).toEqual(authDefaults)
  await store.dispatch(resetPassword({ code: '123456', password: 'a', confirm_password: 'a' }))
  expect(state().auth).toMatchObject({
    resetSuccess: true,
    reset_success_password: true,
    reset_password_message: 'Changed',
  })
})

test("spec 4 'Fetching virtual league periods resets the ready and time flags, then sets the first period's round as current'", async () => {
  const { store, state, answer } = browser()
  const round = (round_id: string, round_number: number) => ({
    ...leagueSamples.period,
    ...{ round_id, round_number, start_time: `2026-11-20T06:0${round_number}:00Z`, end_time: '2026-11-20T07:00:00Z' },
  })
  answer(() => [200, { data: [round('77', 1), round('78', 2)] }])
  await store.dispatch(fetchPeriods({ competition_id: '2' }))
  const running = store.dispatch(fetchPeriods({ competition_id: '2' }))
  expect(state().virtualLeague).toMatchObject({ periods_ready: false, time_set: false })
  await running
  expect(state().virtualLeague).toMatchObject({
    ...{ periods_ready: true, time_set: true, round_id: '77', game_week: 1 },
    ...{ start_time: '2026-11-20T06:01:00Z', end_time: '2026-11-20T07:00:00Z' },
  })
})

test.each([
  ['bet history', fetchLeagueBets, 'bet_history_data'],
  ['old bets', fetchOldLeagueBets, 'old_bets_data'],
] as const)(
  "spec 4 'Bet history and old bets are stored only if the response status is 200 or absent; otherwise an empty list is stored': %s",
  async (_, fetchThem, field) => {
    const { store, state, answer } = signedIn()
    const rows = [bet]
    for (const [body, kept] of [
      [{ data: rows }, rows],
      [{ status: 404, data: rows }, []],
      [{ status: 200, data: rows }, rows],
      [{ status: 500 }, []],
    ] as const) {
      answer(() => [200, body])
      await store.dispatch(fetchThem({ page: 1 }))
      expect(state().virtualLeague[field]).toEqual(kept)
    }
  },
)
