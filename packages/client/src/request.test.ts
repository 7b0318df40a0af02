import { identity } from '@nare/contract/identity'
import { betting } from '@nare/contract/betting'
import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { caller } from './call.ts'
import { memoryStorage } from './memory-storage.ts'
import { requester, type RequesterOptions } from './request.ts'
import { session } from './session.ts'
import { entries } from './storage.ts'

type Sent = { url: string; init: RequestInit }

function rig(answer: () => Response | Promise<Response>, page = '/', more: Partial<RequesterOptions> = {}) {
  const sent: Sent[] = []
  const called: string[] = []
  let now = 1_000_000
  const nowMs = () => now
  const raw = memoryStorage()
  const store = entries(raw, nowMs)
  const mySession = session(
    store,
    { expired: () => called.push('expired'), signedOut: () => called.push('signedOut') },
    () => page,
  )
  const wiring: RequesterOptions = {
    base: 'https://api.test',
    session: mySession,
    store,
    envelopeKey: 'embedded-key-embedded-key-embedded',
    nowMs,
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init ?? {} })
      return answer()
    },
    ...more,
  }
  const request = requester(wiring)
  const pass = (ms: number): void => void (now += ms)
  return { request, call: caller(request), sent, called, store, raw, pass, session: mySession }
}

const json = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status })
const header = (sent: Sent | undefined, name: string) => new Headers(sent?.init.headers).get(name)

test('a call returns status and body, and is sent with the settings of the specification', async () => {
  const { request, sent, session } = rig(json(422, { error: 'no' }))
  session.save({ token: 't1' })
  expect(await request({ url: '/v1/x', method: 'POST', data: { a: 1 } })).toEqual([422, { error: 'no' }])
  expect(sent[0]?.url).toBe('https://api.test/v1/x')
  expect(sent[0]?.init).toMatchObject({
    method: 'POST',
    body: '{"a":1}',
    referrerPolicy: 'no-referrer',
    redirect: 'follow',
    mode: 'cors',
    cache: 'no-cache',
    credentials: 'same-origin',
  })
  expect([header(sent[0], 'accept'), header(sent[0], 'content-type'), header(sent[0], 'authorization')]).toEqual([
    '*/*',
    'application/json',
    'Bearer t1',
  ])
})

test('a network failure is status 0, and a response that is not JSON is returned as text; neither throws', async () => {
  const lost = rig(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await lost.request({ url: '/', method: 'GET' })).toEqual([0, {}])
  const html = rig(() => new Response('<html>', { status: 502 }))
  expect(await html.request({ url: '/', method: 'GET' })).toEqual([502, { text: '<html>' }])
})

test('the envelope is one field, signed, with an iat 60 seconds ahead, and uses the session key if there is one', async () => {
  const { request, sent, session } = rig(json(200, {}))
  await request({ url: '/withdraw', method: 'POST', data: { amount: '100' }, use_jwt: true })
  session.save({ token: 't', signing_key: 'session-key-session-key-session-key' })
  await request({ url: '/withdraw', method: 'POST', data: { amount: '100' }, use_jwt: true })
  const keys = ['embedded-key-embedded-key-embedded', 'session-key-session-key-session-key']
  for (const [index, key] of keys.entries()) {
    const body = JSON.parse(String(sent[index]?.init.body))
    expect(Object.keys(body)).toEqual(['token'])
    const { payload } = await jwtVerify(body.token, new TextEncoder().encode(key), {
      currentDate: new Date(1_000_000),
      clockTolerance: 120,
    })
    expect(payload).toEqual({ amount: '100', iat: 1060 })
  }
})

test('stored campaign fields are attached to requests', async () => {
  const { request, sent, store } = rig(json(200, {}))
  store.write('utm_source', 'radio')
  store.write('btag', '')
  await request({ url: '/v1/signup', method: 'POST', data: { msisdn: '0712345678' } })
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ utm_source: 'radio', msisdn: '0712345678' })
})

test('a 401 in a body ends the session, sets the flag, and the next response does not write the user back', async () => {
  const { request, called, raw, session } = rig(json(401, { status: 401 }))
  session.save({ token: 'old' })
  await request({ url: '/v1/balance', method: 'POST' })
  expect([session.user(), raw.getItem('skipUserUpdate'), called]).toEqual([undefined, 'true', ['expired']])
  const next = rig(json(200, {}))
  next.store.flag.set('skipUserUpdate')
  next.session.save({ token: 'a', name: 'A' })
  const before = next.raw.getItem('user')
  next.pass(5000)
  await next.request({ url: '/', method: 'GET' })
  expect([next.raw.getItem('user'), next.raw.getItem('skipUserUpdate')]).toEqual([before, null])
  await next.request({ url: '/', method: 'GET' })
  expect(JSON.parse(next.raw.getItem('user') ?? '').created).toBe(1_005_000)
})

test('a 401 status without a body status removes the user and opens the login, except on the login page', async () => {
  const away = rig(json(401, { code: 'session_required' }))
  away.session.save({ token: 'x' })
  await away.request({ url: '/v1/bets', method: 'GET' })
  expect([away.session.user(), away.called, away.raw.getItem('skipUserUpdate')]).toEqual([
    undefined,
    ['signedOut'],
    null,
  ])
  const there = rig(json(401, { status: 401 }), '/login')
  there.session.save({ token: 'x' })
  await there.request({ url: '/v1/bets', method: 'GET' })
  expect([there.session.user()?.token, there.called]).toEqual(['x', []])
})

test('a failure carries the error of the body or the fallback of the call, and its code', async () => {
  const answer = await rig(json(422, { error: 'Wrong', code: 'wrong_credentials', ref: 'r1' })).call(identity.login, {
    msisdn: '0712345678',
    password: 'x',
  })
  expect(answer).toMatchObject({ ok: false, status: 422, code: 'wrong_credentials', error: 'Wrong', ref: 'r1' })
  const nested = await rig(json(422, { error: { message: 'Too weak' }, code: 'weak_password' })).call(
    identity.balance,
    {},
  )
  expect(nested).toMatchObject({ error: 'Too weak' })
  const silent = await rig(json(500, {})).call(identity.balance, {})
  expect(silent).toMatchObject({ ok: false, code: 'internal', error: 'Fetching User Balance failed' })
  const lost = await rig(() => Promise.reject(new Error())).call(identity.balance, {})
  expect(lost).toMatchObject({ ok: false, status: 0, code: 'no_answer', error: 'Fetching User Balance failed' })
})

test('without a network a command is reported as not sent; a read is requested anyway', async () => {
  const { call, sent } = rig(json(200, {}), '/', { reachable: async () => false })
  const slip = { id: '5', stake: '20', slip: [] }
  expect(await call(betting.place, slip)).toMatchObject({ ok: false, status: 0, code: 'not_sent' })
  expect(sent).toEqual([])
  await call(betting.bet, { id: '5' })
  expect(sent).toHaveLength(1)
})

test('fields of the path are in the path or its query, the rest in the query of a GET or the body of a POST', async () => {
  const { call, sent } = rig(json(200, {}))
  await call(identity.code, { page: 'resetPass', msisdn: '0712345678' })
  await call(betting.bet, { id: 'a b' })
  await call(betting.bets, { state: 'open', page: 2 })
  expect(sent.map(({ url }) => url.replace('https://api.test', ''))).toEqual([
    '/v1/code?page=resetPass',
    '/v1/bets/a%20b',
    '/v1/bets?state=open&page=2',
  ])
  expect(sent.map(({ init }) => init.body)).toEqual(['{"msisdn":"0712345678"}', null, null])
})

test('a response that does not match the contract is a failure', async () => {
  expect(await rig(json(200, { user: { balance: 5 } })).call(identity.balance, {})).toMatchObject({
    ok: false,
    code: 'bad_answer',
  })
})

test('201 is success for codes, resets and placements only, and a body status of 201 is success for placements', async () => {
  const answer = { success: { message: 'Sent', id: '1' } }
  const placed = { status: 201, message: 'Placed', lines: 1 }
  const input = { page: 'resetPass', msisdn: '0712345678' } as const
  expect(await rig(json(201, answer)).call(identity.code, input)).toMatchObject({ ok: true, status: 201 })
  expect(await rig(json(201, { user: {} })).call(identity.balance, {})).toMatchObject({ ok: false, status: 201 })
  const slip = { id: '', stake: '20', slip: [] }
  for (const status of [200, 201, 202]) {
    expect(await rig(json(status, placed)).call(betting.place, slip)).toMatchObject({ code: 'bad_answer' })
  }
  expect(await rig(json(202, { status: 202 })).call(betting.place, slip)).toMatchObject({
    code: 'internal',
    status: 202,
  })
})
