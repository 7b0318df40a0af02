import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { memoryStorage } from './memory-storage.ts'
import { requester } from './request.ts'
import { session } from './session.ts'
import { entries } from './storage.ts'

/** A tab of a browser: requests wait until the test responds to them. */
function tab(raw: Storage, clock = { ms: 1_000_000 }, page = { path: '/' }) {
  const called: string[] = []
  const waiting: { respond: (status: number, body?: unknown) => void; init: RequestInit }[] = []
  const store = entries(raw, () => clock.ms)
  const mine = session(
    store,
    { expired: () => called.push('expired'), signedOut: () => called.push('signedOut') },
    () => page.path,
  )
  const request = requester({
    base: '',
    session: mine,
    store,
    envelopeKey: 'embedded-key-embedded-key-embedded',
    nowMs: () => clock.ms,
    fetch: (_, init = {}) =>
      new Promise((resolve) => {
        const respond = (status: number, body: unknown = {}): void =>
          resolve(new Response(JSON.stringify(body), { status }))
        waiting.push({ respond, init })
      }),
  })
  const send = () => request({ url: '/v1/balance', method: 'POST' })
  return { send, request, waiting, called, raw, store, session: mine, page, clock }
}

test('a response writes the record of the request back and renews its 30 days', async () => {
  const { send, waiting, session, raw, clock } = tab(memoryStorage())
  session.save({ token: 't', name: 'A' })
  const running = send()
  clock.ms += 7000
  waiting[0]?.respond(200)
  await running
  expect(JSON.parse(raw.getItem('user') ?? '')).toMatchObject({ value: { token: 't', name: 'A' }, created: 1_007_000 })
})

test('fields stored during a request are kept when the record is written back', async () => {
  const { send, waiting, session } = tab(memoryStorage())
  session.save({ token: 't', balance: '1.00' })
  const running = send()
  session.update({ token: 't', balance: '2.00' })
  waiting[0]?.respond(200)
  await running
  expect(session.user()).toEqual({ token: 't', balance: '2.00' })
})

test('a response that arrives after a logout does not restore the user, and its 401 shows nothing', async () => {
  for (const [status, body] of [[200], [401, { status: 401 }], [401, {}]] as const) {
    const { send, waiting, session, called } = tab(memoryStorage())
    session.save({ token: 't' })
    const running = send()
    session.remove()
    waiting[0]?.respond(status, body)
    await running
    expect([session.user(), called]).toEqual([undefined, []])
  }
})

test('a logout in another tab applies to requests in flight in this one', async () => {
  const raw = memoryStorage()
  const [current, otherTab] = [tab(raw), tab(raw)]
  current.session.save({ token: 't' })
  const running = current.send()
  otherTab.session.remove()
  current.waiting[0]?.respond(200)
  await running
  expect([current.session.user(), otherTab.session.user()]).toEqual([undefined, undefined])
})

test('a response to a request of the previous session neither replaces nor ends the session of a new login', async () => {
  for (const [status, body] of [[200], [401, { status: 401 }], [401, {}]] as const) {
    const { send, waiting, session, called } = tab(memoryStorage())
    session.save({ token: 'first', balance: '1.00' })
    const running = send()
    session.save({ token: 'second', balance: '2.00' })
    waiting[0]?.respond(status, body)
    await running
    expect([session.user(), called]).toEqual([{ token: 'second', balance: '2.00' }, []])
  }
})

test('several 401 responses of an ended session are reported once', async () => {
  const { send, waiting, session, called, store } = tab(memoryStorage())
  session.save({ token: 't' })
  const running = [send(), send(), send()]
  for (const pending of waiting) pending.respond(401, { status: 401 })
  await Promise.all(running)
  expect([called, store.flag.isSet('skipUserUpdate')]).toEqual([['expired'], false])
})

test('a 401 status in the body takes precedence over the 401 of HTTP, and a body of 401 counts under any HTTP status', async () => {
  for (const status of [200, 401]) {
    const { send, waiting, session, called } = tab(memoryStorage())
    session.save({ token: 't' })
    const running = send()
    waiting[0]?.respond(status, { status: 401 })
    await running
    expect([called, session.user()]).toEqual([['expired'], undefined])
  }
})

test('on /login a 401 in the status or the body removes, shows and flags nothing', async () => {
  for (const body of [{ status: 401 }, {}]) {
    const { send, waiting, session, called, raw } = tab(memoryStorage(), { ms: 0 }, { path: '/login' })
    session.save({ token: 't' })
    const running = send()
    waiting[0]?.respond(401, body)
    await running
    expect([session.token(), called, raw.getItem('skipUserUpdate')]).toEqual(['t', [], null])
  }
})

test('a record that expires during a request, because the clock was set forward, is not written back', async () => {
  const { send, waiting, session, clock } = tab(memoryStorage())
  session.save({ token: 't' })
  const running = send()
  clock.ms += 1e12
  waiting[0]?.respond(200)
  await running
  expect(session.user()).toBeUndefined()
})

test('a clock set back keeps the session', async () => {
  const { send, waiting, session, clock } = tab(memoryStorage())
  session.save({ token: 't' })
  const running = send()
  clock.ms = 10
  waiting[0]?.respond(200)
  await running
  expect(session.token()).toBe('t')
})

test('the envelope has the given time, not the time of the device', async () => {
  const { request, waiting, clock } = tab(memoryStorage())
  clock.ms = 5_000_000
  const running = request({ url: '/withdraw', method: 'POST', data: { amount: '100' }, use_jwt: true })
  await expect.poll(() => waiting.length).toBe(1)
  const { token } = JSON.parse(String(waiting[0]?.init.body))
  waiting[0]?.respond(200)
  await running
  const key = new TextEncoder().encode('embedded-key-embedded-key-embedded')
  const { payload } = await jwtVerify(token, key, { currentDate: new Date(5_100_000) })
  expect(payload.iat).toBe(5060)
})
