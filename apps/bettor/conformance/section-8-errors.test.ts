import { expect, test } from 'vitest'
import { withdraw } from '../src/state/calls-payments.ts'
import { placeBet } from '../src/state/calls-betting.ts'
import { loadChunk } from '../src/loading/chunk.ts'
import { signedIn } from './browser.ts'
import { identity } from './calls-auth.ts'
import { bets } from './calls-betting.ts'
import { casinoRows } from './calls-casino.ts'
import { general } from './calls-general.ts'
import { leagueRows } from './calls-league.ts'
import type { Row } from './row.ts'
import { id, wirePick } from './samples.ts'

const ask = { url: '/v1/bets', method: 'GET' }

test("spec 8 Session 'A 401 in a response body field status … the stored user is removed, the skip flag is set'", async () => {
  const here = signedIn({ page: '/my-bets' })
  here.answer(() => [200, { status: 401 }])
  await here.request(ask)
  expect([here.session.user(), here.storage.getItem('skipUserUpdate')]).toEqual([undefined, 'true'])
})

test("spec 8 Session 'a top-placed notification shows message Session expired and description Please login again, and after 3 seconds the app goes to /redirect'", async () => {
  const here = signedIn({ page: '/my-bets' })
  here.answer(() => [401, { status: 401 }])
  await here.request(ask)
  expect([here.notices, here.place.gone]).toEqual([['Session expired', 'Please login again'], []])
  expect(here.timers.map(({ ms }) => ms)).toEqual([3000])
  here.timers[0]?.run()
  expect(here.place.gone).toEqual(['/redirect?to=%2Fmy-bets'])
})

test("spec 8 Session 'A 401 HTTP error status …: the stored user is removed and the app goes to /login'", async () => {
  const here = signedIn({ page: '/my-bets' })
  here.answer(() => [401, { code: 'session_required' }])
  await here.request(ask)
  expect([here.session.user(), here.place.gone, here.notices, here.storage.getItem('skipUserUpdate')]).toEqual([
    undefined,
    ['/login?to=%2Fmy-bets'],
    [],
    null,
  ])
})

test("spec 8 Session '… on any page other than /login': there neither happens", async () => {
  for (const body of [{ status: 401 }, {}]) {
    const here = signedIn({ page: '/login' })
    here.answer(() => [401, body])
    await here.request(ask)
    expect([here.session.token(), here.notices, here.place.gone, here.timers]).toEqual(['token-1', [], [], []])
  }
})

test("spec 8 Session 'Other errors are returned to the caller as status and body; the wrapper shows nothing'", async () => {
  const here = signedIn()
  for (const status of [400, 403, 404, 409, 422, 429, 500, 503]) {
    here.answer(() => [status, { status, error: 'no' }])
    expect(await here.request(ask)).toEqual([status, { status, error: 'no' }])
  }
  expect([here.notices, here.place.gone, here.session.token()]).toEqual([[], [], 'token-1'])
})

const tables: [name: string, rows: readonly Row[]][] = [
  ['General', general],
  ['Auth', identity],
  ['Betting', bets],
  ['Casino', casinoRows],
  ['Virtual league', leagueRows],
]
for (const [name, rows] of tables) {
  test.each(rows)(
    `spec 8 Fallback messages ${name} '$error.says': the error field after $call failed without words`,
    async (row) => {
      for (const body of [{}, { error: '' }, '<html>']) {
        const here = signedIn()
        here.answer(() => [500, body])
        await row.send(here)
        expect(row.error.of(here.state())).toBe(row.error.says)
      }
    },
  )

  test.each(rows)(
    `spec 8 Fallback messages ${name} '$error.says': the error field after $call when the server cannot be reached`,
    async (row) => {
      const here = signedIn()
      here.answer(() => Promise.reject(new TypeError('Failed to fetch')))
      await row.send(here)
      expect(row.error.of(here.state())).toBe(row.error.says)
    },
  )

  test.each(rows)(
    `spec 8 Fallback messages ${name} 'each call throws the error field of the body': $call`,
    async (row) => {
      const here = signedIn()
      const notices = 'The server has its own words'
      here.answer(() => [422, { error: notices, message: notices }])
      await row.send(here)
      expect(row.error.of(here.state())).toBe(notices)
    },
  )
}

test("spec 8 Fallback messages 'Bet placement failures also carry an insufficient-balance flag'", async () => {
  const { store, state, answer } = signedIn()
  answer(() => [422, { insufficient_balance: true }])
  await store.dispatch(placeBet({ id, stake: '20', slip: [wirePick] }))
  expect(state().betting).toMatchObject({ error: ' Bet placement failed', insufficient_balance: true })
  answer(() => [422, {}])
  await store.dispatch(placeBet({ id, stake: '20', slip: [wirePick] }))
  expect(state().betting.insufficient_balance).toBe(false)
})

test("spec 8 Fallback messages 'Withdrawal Request failed (the whole body is used as message)'", async () => {
  const { store, state, answer } = signedIn()
  const body = { code: 'limit_reached', message: 'Too much', ref: 'r1', extra: { left: '5.00' } }
  answer(() => [403, body])
  await store.dispatch(withdraw({ id, amount: '100' }))
  expect(state().data).toMatchObject({ withdrawal_message: body, error: 'Withdrawal Request failed' })
})

test("spec 8 Loading 'Loading chunk failed'", async () => {
  await expect(loadChunk(() => Promise.reject(new TypeError('404')))).rejects.toThrow('Loading chunk failed')
  await expect(loadChunk(() => new Promise(() => {}), 0)).rejects.toThrow('Loading chunk failed')
})
