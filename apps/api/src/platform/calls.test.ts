import type { FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { catalog } from '@nare/contract/catalog'
import { identity } from '@nare/contract/identity'
import { done, refused } from '@nare/contract/outcome'
import type { Route } from '@nare/contract/route'
import * as z from 'zod/mini'
import { readConfig } from '#config'
import { testApp, type TestApp } from '#testing/app'
import { mount, type Mounting } from './calls.ts'
import { openHttp } from './http.ts'
import { openLog } from './log.ts'

const key = 'a-key-for-envelopes'
let nare: TestApp
let matchId: string
beforeAll(async () => {
  nare = await testApp({ ENVELOPE_KEY: key })
  matchId = await nare.match()
})
afterAll(() => nare.close())

type Asked = { url: string; payload?: object | string; headers?: Record<string, string> }

async function post({ url, payload, headers = {} }: Asked) {
  const reply = await nare.app.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    ...(payload !== undefined && { payload }),
  })
  return { status: reply.statusCode, body: reply.json() }
}

const slip = () => [{ match_id: matchId, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }]

/** The data signed as the specification's client does: `iat` is the expiry, a minute ahead. */
async function signed(data: Record<string, unknown>): Promise<string> {
  const iat = Math.floor(nare.app.clock.now() / 1000) + 60
  const jwt = new SignJWT({ ...data, iat }).setProtectedHeader({ alg: 'HS256' })
  return jwt.sign(new TextEncoder().encode(key))
}

test('the query string adds no field to a body, whether it is signed or plain', async () => {
  const url = '/v1/bet/validate?stake=500'
  for (const payload of [{ token: await signed({ slip: slip(), stake: '100' }) }, { slip: slip(), stake: '100' }])
    expect(await post({ url, payload })).toMatchObject({ status: 200, body: { netWin: '210.00' } })
  for (const payload of [{ token: await signed({ slip: slip(), without: 'a stake' }) }, { slip: slip() }])
    expect((await post({ url, payload })).body).not.toHaveProperty('netWin', '1050.00')
})

test('an envelope without an id is accepted once, however its signature is encoded', async () => {
  const token = await signed({ slip: slip() })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = letters.indexOf(token.slice(-1))
  const respelled = token.slice(0, -1) + letters[last ^ 1]
  expect((await post({ url: '/v1/bet/validate', payload: { token } })).status).toBe(200)
  for (const again of [token, respelled]) {
    const refused = await post({ url: '/v1/bet/validate', payload: { token: again } })
    expect(refused).toMatchObject({ status: 400, body: { status: 400, code: 'bad_envelope' } })
  }
})

test('a command id in upper case and in lower case places one bet', async () => {
  const bettor = await nare.bettor(100)
  const id = randomUUID()
  const place = (spelled: string) => nare.call(betting.place, { id: spelled, stake: '20', slip: slip() }, bettor.token)
  const first = await place(id.toUpperCase())
  for (const spelled of [id, id.toUpperCase()]) expect(await place(spelled)).toEqual(first)
})

test('text that cannot be stored and an undecodable address are malformed input, not an internal error', async () => {
  const shape = { status: 400, code: 'invalid_input', error: expect.any(String), ref: expect.any(String), fields: {} }
  for (const url of ['/v1/matches?competition_id=%00', '/v1/share/%00', '/v1/match/%E0%A4%A', '/%']) {
    expect(await post({ url })).toMatchObject({ status: 400, body: shape })
  }
  const signup = { msisdn: '0799000111', password: 'zebra-lion-9', date_of_birth: '1990-01-01', terms: true }
  const payload = { ...signup, name: 'a\u0000b' }
  expect(await post({ url: '/v1/signup', payload })).toMatchObject({ status: 400, body: shape })
})

test('fields that a call ignores are not read, and a body with tens of thousands of them is refused', async () => {
  const ignored = Object.fromEntries(Array.from({ length: 2500 }, (_, n) => [`k${n}`, 'a\u0000b']))
  const read = await post({ url: '/v1/bet/validate', payload: { ...ignored, slip: slip() } })
  expect(read).toMatchObject({ status: 200 })
  const flood = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, 1]))
  const refused = await post({ url: '/v1/bet/validate', payload: { ...flood, slip: slip() } })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})

test('a call with nested failures nests them even if its body cannot be parsed', async () => {
  const read = await post({ url: '/v1/reset-password', payload: '{"msisdn":' })
  expect(read).toMatchObject({ status: 400, body: { code: 'invalid_input', error: { message: expect.any(String) } } })
})

test('the response to invalid input has a sentence for each invalid field', async () => {
  const bettor = await nare.bettor(100)
  const wrong = { id: 'x', stake: '1.234', slip: [{ ...slip()[0], odd_key: 'x'.repeat(400) }] }
  const headers = { authorization: `Bearer ${bettor.token}` }
  const read = await post({ url: '/v1/bet', payload: wrong, headers })
  expect(read).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(read.body.fields).toEqual({
    id: 'Id is not a valid UUID',
    stake: 'Enter an amount like 100 or 100.50',
    'slip.0.odd_key': expect.stringMatching(/^Outcome must be up to \d+ characters$/),
  })
  expect(read.body.field_codes).toEqual({ id: 'not_valid', stake: 'amount_text', 'slip.0.odd_key': 'too_long' })
})

test('the token scheme is case-insensitive; an invalid token is answered differently from a missing one', async () => {
  const bettor = await nare.bettor()
  const authorization = `bearer ${bettor.token}`
  expect((await post({ url: '/v1/bets', headers: { authorization } })).status).toBe(200)
  const none = await post({ url: '/v1/bets' })
  expect(none).toMatchObject({ status: 401, body: { code: 'session_required' } })
  expect(none.body).not.toHaveProperty('status')
  const old = await post({ url: '/v1/bets', headers: { authorization: 'Bearer x' } })
  expect(old).toMatchObject({ status: 401, body: { status: 401, code: 'session_expired' } })
})

test('in tests an answer or a refusal that the description of its call does not have is an internal error', async () => {
  const call = {
    ...{ method: 'GET', path: '/v1/told', auth: 'none', input: z.object({}), answer: z.object({ told: z.string() }) },
    ...{ failures: ['not_found'], fallback: 'Telling failed' },
  } as const satisfies Route
  let outcome: unknown
  const app = await openHttp({ config: readConfig({}), log: openLog('silent') })
  const memory = { isFirstUse: async () => true }
  const envelope = { keys: [key], mode: 'embedded', clock: nare.app.clock, memory } as const
  const mounting = { app, authenticate: async () => undefined, envelope, sandbox: true, checkAnswers: true }
  mount(mounting, { call }, { call: async () => outcome as { ok: true; value: { told: string } } })
  const statusOf = async (given: unknown) => {
    outcome = given
    return (await app.inject({ url: '/v1/told' })).statusCode
  }
  expect(await statusOf(done({ told: 'yes' }))).toBe(200)
  expect(await statusOf(done({ untold: 'yes' }))).toBe(500)
  expect(await statusOf(refused('not_found'))).toBe(404)
  expect(await statusOf(refused('not_found', { retry_after_s: 2 }))).toBe(404)
  expect(await statusOf(refused('insufficient_funds'))).toBe(500)
  expect(await statusOf(refused('not_found', { deposit_id: '1' }))).toBe(500)
  await app.close()
})

test('behind trusted proxies, the address of a call is the one from which the outermost proxy received it', async () => {
  const addressBehind = async (TRUST_PROXY: string) => {
    const app = await openHttp({ config: readConfig({ TRUST_PROXY }), log: openLog('silent') })
    app.get('/address', async (request) => ({ address: request.ip }))
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
    const reply = await app.inject({ url: '/address', headers })
    await app.close()
    return reply.json().address
  }
  expect(await addressBehind('')).toBe('127.0.0.1')
  expect(await addressBehind('1')).toBe('198.51.100.7')
  expect(await addressBehind('loopback, 198.51.100.0/24')).toBe('203.0.113.9')
})

test('calls without a session are shared out, but not those of bettors or those with a stricter limit', async () => {
  const app = await openHttp({ config: readConfig({}), log: openLog('silent') })
  const shared: string[] = []
  const sentOf = new WeakMap<FastifyRequest, unknown>()
  app.addHook('onSend', async (request, _reply, payload) => void sentOf.set(request, payload))
  const done = async () => ({ ok: true, value: {} }) as never
  const mounting: Mounting = {
    app,
    authenticate: async () => ({ bettor: 7n, verified: true, signingKey: key }),
    async publicCalls(request, run) {
      shared.push(request.url)
      const sent = await run()
      // Putting the answer together and sending it are part of what a call costs.
      shared.push(`${sentOf.get(request) ?? 'nothing'} sent`)
      return sent
    },
    envelope: { keys: [key], mode: 'embedded', clock: nare.app.clock, memory: { isFirstUse: async () => true } },
    sandbox: false,
    checkAnswers: false,
  }
  mount(mounting, { sports: catalog.sports, search: catalog.search }, { sports: done, search: done })
  mount(mounting, { login: identity.login, bets: betting.bets }, { login: done, bets: done })
  const headers = { authorization: 'Bearer valid' }
  const statuses: number[] = []
  for (const url of ['/v1/sports', '/v1/search?q=simba', '/v1/bets'])
    statuses.push((await app.inject({ url, headers })).statusCode)
  const payload = { msisdn: '0712345678', password: 'zebra-lion-9' }
  statuses.push((await app.inject({ method: 'POST', url: '/v1/login', payload })).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200])
  expect(shared).toEqual(['/v1/sports', '{} sent', '/v1/search?q=simba', '{} sent'])
  await app.close()
})
