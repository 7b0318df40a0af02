import type { Call } from '@nare/client/call'
import { memoryStorage } from '@nare/client/memory-storage'
import { session } from '@nare/client/session'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import { auth, type SignedUser } from './auth.ts'
import { betting } from './betting.ts'
import { login, fetchBalance } from './calls-identity.ts'
import { syncFromStorage, persistState, restoredState, updateUser } from './persistence.ts'
import { appStore } from './store.ts'
import { ucn, type Pick } from './picks.ts'
import { virtualLeague } from './virtual-league.ts'

const pick = (match_id: string): Pick => ({
  ...{ match_id, sub_type_id: '1', odd_key: 'draw', odd_value: '3.00', special_bet_value: '', display: 'X' },
  ...{ market: '1X2', home_team: 'A', away_team: 'B', competition_name: 'L', category: 'C', start_time: '' },
  ...{ game_id: '1', sport_id: '79', live: false, ucn: ucn({ match_id, sub_type_id: '1', odd_key: 'draw' }) },
})

/** A tab of a browser; `sync` delivers the changes of other tabs, as the storage event does. */
function tab(raw: Storage, body: unknown = {}, whenIdle?: (write: () => void) => void) {
  let writes = 0
  let ms = 1000
  const counted: Storage = {
    ...raw,
    setItem: (key, text) => {
      writes++
      raw.setItem(key, text)
    },
  }
  const stored = entries(counted, () => ms++)
  const mine = session(stored, { expired: () => {}, signedOut: () => {} }, () => '/')
  const tokens: (string | undefined)[] = []
  const options = { stored, session: mine, onToken: () => tokens.push(mine.token()), ...(whenIdle && { whenIdle }) }
  const call = (async () => ({ ok: true, status: 200, body })) as unknown as Call
  const store = appStore(call, restoredState(options))
  const flush = persistState(store, options)
  const sync = (key: string | null): void => syncFromStorage(store, options, key)
  const setSlip = (slip: Pick[]): void => void store.dispatch(betting.actions.set({ field: 'slip', value: slip }))
  return { store, stored, session: mine, sync, setSlip, tokens, writes: () => writes, flush }
}
const slipOf = ({ store }: ReturnType<typeof tab>): string[] =>
  store.getState().betting.slip.map(({ match_id }) => match_id)
const user = (change: object = {}) => ({ token: 't', name: 'A', balance: '1.00', ...change }) as unknown as SignedUser

test('the three slips are restored after the app was closed', () => {
  const raw = memoryStorage()
  const first = tab(raw)
  first.setSlip([pick('1')])
  first.store.dispatch(betting.actions.set({ field: 'kiron_slip', value: [pick('2')] }))
  const jackpot = { jackpot_id: '7', picks: [{ match_id: '3', outcomes: ['draw' as const] }] }
  first.store.dispatch(betting.actions.set({ field: 'jackpot_slip', value: jackpot }))
  expect(['betslip', 'kironbetslip', 'jackpotbetslip'].map((key) => raw.getItem(key) !== null)).toEqual([
    true,
    true,
    true,
  ])
  const reopened = tab(raw).store.getState().betting
  expect([reopened.slip, reopened.kiron_slip, reopened.jackpot_slip]).toEqual([[pick('1')], [pick('2')], jackpot])
})

test('the slip is written once when the browser is idle, with its last picks, or earlier when the page requests the write', () => {
  const raw = memoryStorage()
  const idle: (() => void)[] = []
  const current = tab(raw, {}, (write) => idle.push(write))
  current.setSlip([pick('1')])
  current.setSlip([pick('1'), pick('2')])
  expect([idle.length, current.writes()]).toEqual([1, 0])
  idle[0]?.()
  expect([slipOf(tab(raw)), current.writes()]).toEqual([['1', '2'], 1])
  current.setSlip([])
  current.flush()
  idle[1]?.()
  expect([slipOf(tab(raw)), current.writes()]).toEqual([[], 2])
})

test('markets and competitions of the league are stored', () => {
  const market = { market_id: '3', description: '1X2', return_percent: '93.00' }
  const competition = {
    ...{ competition_id: '2', name: 'Nare', season: '1', season_id: 's1', round_number: 1, rounds: 30, chain_tip: 'a' },
  }
  const raw = memoryStorage()
  const { store } = tab(raw)
  store.dispatch(virtualLeague.actions.set({ field: 'markets_data', value: [market] }))
  store.dispatch(virtualLeague.actions.set({ field: 'competitions_data', value: [competition] }))
  expect(tab(raw).store.getState().virtualLeague).toMatchObject({
    markets_data: [market],
    competitions_data: [competition],
  })
})

test('a corrupt entry reads as missing', () => {
  const bad = JSON.stringify({ value: [{ match_id: 1 }], created: 0, ttl: 1e15 })
  const raw = memoryStorage({ betslip: bad, kironbetslip: '{', jackpotbetslip: bad, user: '[]', markets: '7' })
  const { betting: kept, auth: signed, virtualLeague: league } = tab(raw).store.getState()
  expect([kept.slip, kept.kiron_slip, kept.jackpot_slip, signed.user, league.markets_data]).toEqual([
    [],
    [],
    null,
    null,
    [],
  ])
})

test('two tabs have the same slip and do not write it in an endless loop', () => {
  const raw = memoryStorage()
  const [one, two] = [tab(raw), tab(raw)]
  one.setSlip([pick('1')])
  two.sync('betslip')
  expect([slipOf(two), two.writes()]).toEqual([['1'], 0])
  two.setSlip([pick('1'), pick('2')])
  one.sync('betslip')
  expect([slipOf(one), slipOf(two)]).toEqual([
    ['1', '2'],
    ['1', '2'],
  ])
  const written = one.writes() + two.writes()
  one.sync('betslip')
  two.sync('betslip')
  expect(one.writes() + two.writes()).toBe(written)
})

test('two tabs that change the slip at the same time end with the same slip', () => {
  const raw = memoryStorage()
  const [one, two] = [tab(raw), tab(raw)]
  one.setSlip([pick('1')])
  two.setSlip([pick('2')])
  one.sync('betslip')
  two.sync('betslip')
  expect([slipOf(one), slipOf(two)]).toEqual([['2'], ['2']])
})

test('a tab that was in the background reads all entries when it is shown again', () => {
  const raw = memoryStorage()
  const [one, two] = [tab(raw), tab(raw)]
  one.setSlip([pick('1')])
  one.session.save({ token: 't' })
  two.sync(null)
  expect([slipOf(two), two.store.getState().auth.isLoggedIn]).toEqual([['1'], true])
})

test('a stored token is read at start-up as a login', () => {
  const raw = memoryStorage()
  tab(raw).session.save({ token: 't', name: 'A' })
  expect(tab(raw).store.getState().auth).toMatchObject({ isLoggedIn: true, user: { token: 't', name: 'A' } })
})

test('a login stores the user and restarts the live connection; a logout removes the record', async () => {
  const raw = memoryStorage()
  const current = tab(raw, { user: user() })
  await current.store.dispatch(login({ msisdn: '0712345678', password: 'x' }))
  expect([current.session.user(), current.tokens]).toEqual([user(), ['t']])
  current.store.dispatch(auth.actions.reset('user'))
  expect([raw.getItem('user'), current.tokens]).toEqual([null, ['t', undefined]])
})

test('a balance is merged into the user and stored', async () => {
  const raw = memoryStorage()
  tab(raw).session.save({ ...user() })
  const current = tab(raw, { user: { balance: '9.00' } })
  await current.store.dispatch(fetchBalance({}))
  expect(current.session.user()).toEqual({ ...user({ balance: '9.00' }) })
})

test('a balance that arrives after another tab logged out does not restore the session', async () => {
  const raw = memoryStorage()
  tab(raw).session.save({ ...user() })
  const [current, otherTab] = [tab(raw), tab(raw)]
  otherTab.store.dispatch(auth.actions.reset('user'))
  await current.store.dispatch(updateUser({ balance: '9.00' }))
  expect(raw.getItem('user')).toBeNull()
  current.sync('user')
  expect(current.store.getState().auth).toMatchObject({ user: null, isLoggedIn: false })
})

test('a logout in a tab that missed another login does not end that session', () => {
  const raw = memoryStorage()
  tab(raw).session.save({ ...user() })
  const current = tab(raw)
  current.session.save({ ...user({ token: 'second' }) })
  current.store.dispatch(auth.actions.reset('user'))
  expect(current.session.token()).toBe('second')
})
