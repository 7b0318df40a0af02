import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { withdraw } from '../src/state/calls-payments.ts'
import { browser, embeddedKey, signedIn, startMs, user } from './browser.ts'
import { id } from './samples.ts'

const read = (token: string, key: string) =>
  jwtVerify(token, new TextEncoder().encode(key), { currentDate: new Date(startMs + 60_000) })
const tokenOf = (body: unknown): string => (body as { token: string }).token

test("spec 7 Request wrapper 'It takes a url, method, optional data and a use_jwt flag, and returns a pair of HTTP status and body'", async () => {
  const here = browser()
  here.answer(() => [418, { error: 'teapot', more: [1] }])
  expect(await here.request({ url: '/v1/x', method: 'GET' })).toEqual([418, { error: 'teapot', more: [1] }])
  expect(await here.request({ url: '/v1/x', method: 'POST', data: { a: 1 }, use_jwt: false })).toHaveLength(2)
})

test("spec 7 Request wrapper 'It never throws: on failure it returns the status and body of the error response'", async () => {
  const here = browser()
  here.answer(() => [500, { error: 'ours' }])
  expect(await here.request({ url: '/', method: 'POST' })).toEqual([500, { error: 'ours' }])
  here.answer(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await here.request({ url: '/', method: 'POST' })).toEqual([0, {}])
  here.answer(() => [502, '<html>'])
  expect(await here.request({ url: '/', method: 'POST' })).toEqual([502, { text: '<html>' }])
})

test("spec 7 Request wrapper 'Every request goes to one fixed API base with header accept */*'", async () => {
  const here = browser()
  await here.request({ url: '/v1/sports', method: 'GET' })
  await here.request({ url: '/withdraw', method: 'POST', data: {}, use_jwt: true })
  expect(here.sent.map(({ url }) => url)).toEqual(['https://api.example/v1/sports', 'https://api.example/withdraw'])
  expect(here.sent.map(({ headers }) => headers.get('accept'))).toEqual(['*/*', '*/*'])
})

test("spec 7 Request wrapper 'With use_jwt off: JSON content type, data as the body'", async () => {
  const here = browser()
  await here.request({ url: '/v1/login', method: 'POST', data: { msisdn: '1', list: [1, null] } })
  expect(here.sent[0]?.headers.get('content-type')).toBe('application/json')
  expect(here.sent[0]?.body).toEqual({ msisdn: '1', list: [1, null] })
})

test("spec 7 Request wrapper 'With use_jwt on: the body is a single field token … a signed JWT (HMAC-SHA256 …) of the data plus an iat claim of the current time in seconds plus 60'", async () => {
  const here = browser()
  await here.request({ url: '/withdraw', method: 'POST', data: { amount: '100' }, use_jwt: true })
  expect(Object.keys(here.sent[0]?.body as object)).toEqual(['token'])
  const { payload, protectedHeader } = await read(tokenOf(here.sent[0]?.body), embeddedKey)
  expect([payload, protectedHeader.alg]).toEqual([{ amount: '100', iat: startMs / 1000 + 60 }, 'HS256'])
})

test('spec 7 Request wrapper: the secret is the embedded one until the session has its own', async () => {
  const here = signedIn()
  await here.request({ url: '/withdraw', method: 'POST', data: {}, use_jwt: true })
  await expect(read(tokenOf(here.sent[0]?.body), embeddedKey)).rejects.toThrow('signature')
  await expect(read(tokenOf(here.sent[0]?.body), user.signing_key)).resolves.toBeTruthy()
})

test("spec 7 Request wrapper 'If the stored user has a token, a bearer Authorization header is sent'", async () => {
  const here = signedIn()
  await here.request({ url: '/v1/bets', method: 'GET' })
  here.session.remove()
  await here.request({ url: '/v1/sports', method: 'GET' })
  expect(here.sent.map(({ headers }) => headers.get('authorization'))).toEqual([`Bearer ${user.token}`, null])
})

test("spec 7 Request wrapper 'no-referrer policy, follow redirects, cors mode, no-cache. The client has no timeout'", async () => {
  const here = browser()
  await here.request({ url: '/v1/sports', method: 'GET' })
  expect(here.sent[0]?.init).toMatchObject({
    ...{ referrerPolicy: 'no-referrer', redirect: 'follow', mode: 'cors', cache: 'no-cache' },
  })
  expect(here.sent[0]?.init.signal).toBeUndefined()
})

test("spec 6 'Some calls are made with a token-signed flag (use_jwt); withdrawal uses it'", async () => {
  const here = signedIn()
  await here.store.dispatch(withdraw({ id, amount: '100' }))
  const { payload } = await read(tokenOf(here.sent[0]?.body), user.signing_key)
  expect(payload).toMatchObject({ id, amount: '100' })
})
