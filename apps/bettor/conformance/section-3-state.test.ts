import { memoryStorage } from '@nare/client/memory-storage'
import { expect, test } from 'vitest'
import { authDefaults } from '../src/state/auth.ts'
import { betting, bettingDefaults } from '../src/state/betting.ts'
import { fetchLeagueMarkets } from '../src/state/calls-league.ts'
import { dataDefaults } from '../src/state/data.ts'
import { pickOf, ucn } from '../src/state/picks.ts'
import { virtualLeague, virtualLeagueDefaults } from '../src/state/virtual-league.ts'
import { virtualsDefaults } from '../src/state/virtuals.ts'
import { browser, signedIn, startMs, user } from './browser.ts'
import { leagueSamples, match, pick } from './samples.ts'

const areas = browser().state()

test("spec 3 Shared state areas 'data': every field with its default", () => {
  expect(areas.data).toBe(dataDefaults)
  expect(dataDefaults).toMatchObject({
    ...{ menu: false, modal: null, active_sport_link: 79, live_link: 79, stake_value: '', loading: false },
    ...{ loading_withdrawal: false, loading_deposit: false, loading_deposit_confirm: false, error: null },
    ...{ app_config: null, carousel_banners: [], casino_carousel_banners: [], points_message: null },
    ...{ withdrawal_message: null, deposits_message: null, deposits_confirm_message: null },
    ...{ self_exclusion_message: null, self_exclusion_time: null, printed_data: [], print_jackpot_data: null },
    ...{ print_title: 'highlights', leader_board: [], leader_boardx: [], sports_data: null, loaded: false },
    ...{ iframeHeight: 80 },
  })
})

test("spec 3 Shared state areas 'virtuals (casino)': every field with its default", () => {
  expect(areas.virtuals).toBe(virtualsDefaults)
  expect(virtualsDefaults).toMatchObject({
    ...{ casino_games: [], casino_games_data: [], casino_games_types: [], casino_games_providers: [] },
    ...{ casino_search_data: [], casino_search_types: [], casino_search_providers: [], casino_winners: [] },
    ...{ casino_game_url: null, favorites_data: [], smartsoft_categories: [], game_type: 'pragmatic' },
    ...{ loading: false, loading_search: false, fetching: false, error: null },
  })
})

test("spec 3 Shared state areas 'betting': every field with its default", () => {
  expect(areas.betting).toEqual(bettingDefaults)
  expect(bettingDefaults).toMatchObject({
    ...{ slip: [], betslip: null, kiron: null, jackpotbestlip: null, picked: '', ucn: '', oddValue: '' },
    ...{ loading: false, loading_slip_validation: false, slip_validation_data: [], slip_validation_status: null },
    ...{ error: null, error_slip_validation: null, minStake: null, netWin: null, netWinBoosted: null },
    ...{ hasBoost: false, remaining_games: 0, multiboostmessage: '', insufficient_balance: false },
    ...{ bet_placement_message: null, slip_has_live_interval: 0, jackpot: null },
  })
})

test("spec 3 Shared state areas 'auth': every field with its default", () => {
  expect(areas.auth).toEqual(authDefaults)
  expect(authDefaults).toEqual({
    ...{ user: null, isLoggedIn: false, loading: false, error: null, user_sign_up: null, reset_mobile: null },
    ...{ otp_sent: false, reset_id: null, resetSuccess: false, resetMessage: null },
    ...{ reset_success_password: false, reset_password_message: null },
  })
})

test("spec 3 Shared state areas 'virtualLeague': every field with its default", () => {
  expect(areas.virtualLeague).toEqual(virtualLeagueDefaults)
  expect(virtualLeagueDefaults).toMatchObject({
    ...{ matches_data: [], playouts_data: [], standings_data: [], results_data: [], markets_data: [] },
    ...{ market_options: [], periods_data: [], round_id: null, start_time: null, end_time: null, game_week: null },
    ...{ periods_ready: false, time_set: false, inPlay: false, timeLeft: null, timeAfter: null },
    ...{ isCountDownTimeActive: false, competitions_data: [], bet_history_data: [], bet_details_data: null },
    ...{ old_bet_details: null, old_bets_data: [], current_selection: null, market_id: null },
    ...{ competition_id: 2, active_market: 3 },
  })
})

test("spec 3 Shared state areas 'market_options: each has a target sub_type_id= plus market_id, and a label from the market description'", async () => {
  const here = browser()
  here.answer(() => [200, { data: [{ ...leagueSamples.market, market_id: 18, description: 'Over/under' }] }])
  await here.store.dispatch(fetchLeagueMarkets({ competition_id: '2' }))
  expect(here.state().virtualLeague.market_options).toEqual([{ target: 'sub_type_id=18', label: 'Over/under' }])
})

test("spec 3 Shared state areas 'scroll: scroll, position, scroll_past, scroll_top. There is also a top-navigations area'", () => {
  expect(Object.keys(areas.scroll)).toEqual(['scroll', 'position', 'scroll_past', 'scroll_top'])
  expect(areas).toHaveProperty('topNavigations')
})

test("spec 3 Pick / match 'match_id, sub_type_id, odd_key, odd_value, and odds with home_odd, away_odd and neutral_odd'", () => {
  const market = { sub_type_id: '1', name: '1X2', special_bet_value: '' }
  const made = pickOf(match, market, { odd_key: 'draw', display: 'X' }, match.neutral_odd)
  expect(made).toMatchObject({ match_id: '10000001', sub_type_id: '1', odd_key: 'draw', odd_value: '3.40' })
  expect(Object.keys(match)).toEqual(expect.arrayContaining(['home_odd', 'neutral_odd', 'away_odd']))
})

test.each(['home_team', 'away_team', 'draw'])(
  "spec 3 Pick / match 'The outcome choices are home_team, away_team and draw': %s",
  (odd_key) => {
    const market = { sub_type_id: '1', name: '1X2', special_bet_value: '' }
    expect(pickOf(match, market, { odd_key, display: '' }, '2.00')).toMatchObject({ odd_key })
  },
)

test("spec 3 Pick / match 'The ucn of a pick is built from match_id, sub_type_id and the chosen outcome key, lowercased with non-alphanumerics stripped'", () => {
  expect(ucn({ match_id: '10000001', sub_type_id: '18', odd_key: 'Over 2.5' })).toBe('1000000118over25')
})

test("spec 3 Local browser storage 'Three betslips: betslip, kiron betslip and jackpot betslip'", () => {
  const storage = memoryStorage()
  const { store } = browser({ storage })
  const jackpot = { jackpot_id: '3', picks: [] }
  store.dispatch(betting.actions.set({ field: 'slip', value: [pick('1')] }))
  store.dispatch(betting.actions.set({ field: 'kiron_slip', value: [pick('2')] }))
  store.dispatch(betting.actions.set({ field: 'jackpot_slip', value: jackpot }))
  const again = browser({ storage }).state().betting
  expect([again.slip, again.kiron_slip, again.jackpot_slip]).toEqual([[pick('1')], [pick('2')], jackpot])
})

test("spec 3 Local browser storage 'Entries with an expiry (value, creation time, ttl). Default ttl is about 30 days (26298e5 ms)'", () => {
  const { stored, storage, clock } = browser()
  stored.write('a', 1)
  expect(JSON.parse(storage.getItem('a') ?? '')).toEqual({ value: 1, created: startMs, ttl: 26298e5 })
  clock.ms += 26298e5 + 1
  expect([stored.read('a'), storage.getItem('a')]).toEqual([undefined, null])
})

test("spec 3 Local browser storage 'user: the stored user session, with a token field'", () => {
  const { session, state } = signedIn()
  expect([session.token(), state().auth.user?.token]).toEqual([user.token, user.token])
})

test("spec 3 Local browser storage 'skipUserUpdate: a flag holding the string true'", async () => {
  const here = signedIn()
  here.answer(() => [401, { status: 401 }])
  await here.request({ url: '/v1/balance', method: 'POST' })
  expect(here.storage.getItem('skipUserUpdate')).toBe('true')
})

test("spec 3 Local browser storage 'Markets and competitions are also saved'", () => {
  const storage = memoryStorage()
  const { store } = browser({ storage })
  const markets = [leagueSamples.market]
  store.dispatch(virtualLeague.actions.set({ field: 'markets_data', value: markets }))
  store.dispatch(virtualLeague.actions.set({ field: 'competitions_data', value: [leagueSamples.competition] }))
  expect([storage.getItem('markets'), storage.getItem('competitions')].every(Boolean)).toBe(true)
  expect(browser({ storage }).state().virtualLeague.markets_data).toEqual(markets)
})

test("spec 3 Local browser storage 'utm_source, utm_campaign and btag are stored and attached to outgoing payloads when present'", async () => {
  const here = browser({ query: '?utm_source=radio&utm_campaign=derby&btag=a7&other=x' })
  await here.request({ url: '/v1/signup', method: 'POST', data: { msisdn: '0712345678' } })
  const attribution = { utm_source: 'radio', utm_campaign: 'derby', btag: 'a7' }
  expect(here.sent[0]?.body).toEqual({ ...attribution, msisdn: '0712345678' })
  const plain = browser()
  await plain.request({ url: '/v1/signup', method: 'POST', data: { msisdn: '0712345678' } })
  expect(plain.sent[0]?.body).toEqual({ msisdn: '0712345678' })
})
