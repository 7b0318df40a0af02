import { memoryStorage } from '@nare/client/memory-storage'
import { expect, test } from 'vitest'
import { auth } from '../src/state/auth.ts'
import { browser, signedIn, startMs, user } from './browser.ts'

const ask = { url: '/v1/bets', method: 'GET' }
const writtenAt = (storage: Storage): unknown => JSON.parse(storage.getItem('user') ?? '{}').created

test("spec 4 Session 'logged in means a user record with a token is stored'", () => {
  expect([signedIn().state().auth.isLoggedIn, browser().state().auth.isLoggedIn]).toEqual([true, false])
  const storage = memoryStorage()
  browser({ storage }).session.save({ name: 'no token' })
  expect(browser({ storage }).state().auth.isLoggedIn).toBe(false)
})

test("spec 4 Session 'A 401 removes the user record (logged out)'", async () => {
  for (const body of [{ status: 401 }, {}]) {
    const here = signedIn()
    here.answer(() => [401, body])
    await here.request(ask)
    expect([here.session.user(), here.state().auth.isLoggedIn]).toEqual([undefined, false])
  }
})

test("spec 4 Session 'When a 401 appears in a response body, the skipUserUpdate flag is set'", async () => {
  const here = signedIn()
  here.answer(() => [401, {}])
  await here.request(ask)
  expect(here.storage.getItem('skipUserUpdate')).toBeNull()
  const there = signedIn()
  there.answer(() => [401, { status: 401 }])
  await there.request(ask)
  expect(there.storage.getItem('skipUserUpdate')).toBe('true')
})

test("spec 4 Session 'After the next request finishes, the flag is cleared and the stored user is not written back'", async () => {
  const here = signedIn()
  here.stored.flag.set('skipUserUpdate')
  here.clock.ms += 5000
  await here.request(ask)
  expect([here.storage.getItem('skipUserUpdate'), writtenAt(here.storage)]).toEqual([null, startMs])
})

test("spec 4 Session 'Without the flag, the user record read at the start of a request is written back when it finishes'", async () => {
  const here = signedIn()
  here.clock.ms += 5000
  await here.request(ask)
  expect([here.session.user(), writtenAt(here.storage)]).toEqual([user, startMs + 5000])
})

test('spec 4 Session: a request in flight while logging out does not bring the session back', async () => {
  const here = signedIn()
  here.answer(async () => {
    here.store.dispatch(auth.actions.reset('user'))
    return [200, {}]
  })
  await here.request(ask)
  expect(here.session.user()).toBeUndefined()
})

test('spec 4 Session: two tabs hold one session, and a logout in one ends it in the other', () => {
  const storage = memoryStorage()
  const one = signedIn({ storage })
  const two = browser({ storage })
  one.store.dispatch(auth.actions.reset('user'))
  two.onStorageEvent('user')
  expect(two.state().auth).toMatchObject({ user: null, isLoggedIn: false })
})

test('spec 4 Session: a clock that was wrong when the session began neither ends it nor keeps it for ever', async () => {
  const here = signedIn()
  here.clock.ms = startMs - 1e12
  await here.request(ask)
  expect(here.session.token()).toBe(user.token)
  here.clock.ms += 26298e5 + 1
  expect(here.session.token()).toBeUndefined()
})

test("spec 6 'Only two states are shown: logged in and logged out'", () => {
  expect(typeof signedIn().state().auth.isLoggedIn).toBe('boolean')
})

test("spec 6 'The auth token is read from local storage at start-up'", () => {
  expect(signedIn().state().auth.user?.token).toBe(user.token)
})

test("spec 6 'A stored token is sent as a bearer Authorization header'", async () => {
  const [here, nobody] = [signedIn(), browser()]
  await Promise.all([here.request(ask), nobody.request(ask)])
  expect(here.sent[0]?.headers.get('authorization')).toBe(`Bearer ${user.token}`)
  expect(nobody.sent[0]?.headers.has('authorization')).toBe(false)
})
