import { createHash, randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandbox } from '@nare/contract/sandbox'
import type { SeededBettor } from '#testing/seed'
import { testApp, type TestApp } from '#testing/app'

const embedded = 'an-embedded-key-for-envelopes'
const replaced = 'the-embedded-key-before-it'
let nare: TestApp
let strict: TestApp
let bettor: SeededBettor
let other: SeededBettor
beforeAll(async () => {
  nare = await testApp({ ENVELOPE_KEY: `${embedded},${replaced}` })
  strict = await testApp({ ENVELOPE_KEY: embedded, ENVELOPE: 'session' }, { base: nare.base })
  const [first, second] = await nare.bettors(2, 1000)
  if (!first || !second) throw new Error('two bettors are required')
  bettor = first
  other = second
})
afterAll(async () => {
  await strict.close()
  await nare.close()
})

/** The signing key of a seeded session, as testing/seed.ts creates it. */
const keyOf = ({ token }: SeededBettor): string => {
  const hash = createHash('sha256').update(token).digest('hex')
  return createHash('md5').update(hash).digest('hex').repeat(2)
}

type Signing = { key?: string; aheadS?: number; alg?: string; iat?: unknown }

let count = 0

/** The data signed as the specification's client does, with a number so that no two are equal: `iat` is now plus 60 seconds. */
function signed(data: Record<string, unknown>, { key = embedded, aheadS = 60, alg = 'HS256', iat }: Signing = {}) {
  const dated = { n: count++, ...data, iat: iat === undefined ? Math.floor(nare.app.clock.now() / 1000) + aheadS : iat }
  return new SignJWT(dated as never).setProtectedHeader({ alg }).sign(new TextEncoder().encode(key))
}

async function post(
  url: string,
  payload: object,
  { app = nare, by = bettor }: { app?: TestApp; by?: SeededBettor } = {},
) {
  const reply = await app.app.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${by.token}` },
    payload,
  })
  const body: Record<string, unknown> = reply.json()
  return { status: reply.statusCode, body, line: `${reply.statusCode} ${String(body['message'])}` }
}

const balance = async (
  fields: { token: string },
  about: { app?: TestApp; by?: SeededBettor } = {},
): Promise<string> => {
  const { status, body, line } = await post('/v1/balance', fields, about)
  return status === 200 ? String((body['user'] as { balance: string }).balance) : line
}
const withdrawal = (id: string = randomUUID()) => ({ id, amount: '100' })
const unopened = "400 We couldn't open the signed request"

test('a call that does not require the envelope accepts it', async () => {
  expect(await balance({ token: await signed({}) })).toBe('1000.00')
})

test('a call that requires the envelope refuses plain JSON and malformed envelopes', async () => {
  const token = await signed(withdrawal())
  for (const body of [withdrawal(), {}, { token, amount: '100' }, { token: 5 }, { token: null }]) {
    expect((await post('/withdraw', body)).line).toBe('400 This request must be signed')
  }
})

test('the query string does not fill in what the envelope of a withdrawal leaves out', async () => {
  const url = '/withdraw?amount=100&provider=mpesa'
  const left = await post(url, { token: await signed({ id: randomUUID() }) })
  expect(left).toMatchObject({ status: 400, body: { code: 'invalid_input', fields: { amount: expect.any(String) } } })
})

test('an envelope signed with another key, changed after signing, unsigned or of another algorithm is refused', async () => {
  const token = await signed({ amount: '100' })
  const [head, , sign] = token.split('.')
  const changed = [head, Buffer.from('{"amount":"900","iat":9999999999}').toString('base64url'), sign].join('.')
  const iat = Math.floor(nare.app.clock.now() / 1000) + 60
  const wrong = [
    await signed({}, { key: 'some-other-key-of-this-length' }),
    await signed({}, { alg: 'HS512', key: embedded.repeat(3) }),
    new UnsecuredJWT({ iat } as never).encode(),
    changed,
    'not.a.token',
    '',
  ]
  for (const one of wrong) expect(await balance({ token: one })).toBe(unopened)
})

test('iat is the expiry: an envelope is accepted until then, refused afterwards, and refused without a number', async () => {
  const expired = '400 The signed request has expired'
  expect(await balance({ token: await signed({}, { aheadS: 90 }) })).toBe('1000.00')
  expect(await balance({ token: await signed({}, { aheadS: -1 }) })).toBe(expired)
  for (const iat of ['soon', null])
    expect([unopened, expired]).toContain(await balance({ token: await signed({}, { iat }) }))
})

test('an iat more than 120 seconds ahead is refused, because its envelopes would stay valid for too long', async () => {
  expect(await balance({ token: await signed({}, { aheadS: 118 }) })).toBe('1000.00')
  expect(await balance({ token: await signed({}, { aheadS: 180 }) })).toBe('400 The clock of this device is ahead')
})

const replayed = '400 This signed request was used before'

test('an envelope of a call that is not a command is accepted once, with or without an id field', async () => {
  for (const data of [{}, { id: randomUUID() }]) {
    const token = await signed(data)
    expect(await balance({ token })).toBe('1000.00')
    expect(await balance({ token })).toBe(replayed)
  }
})

test('equal envelopes of two bettors, or of one bettor for two calls, are both accepted', async () => {
  const token = await signed({})
  expect(await balance({ token })).toBe('1000.00')
  expect(await balance({ token }, { by: other })).toBe('1000.00')
  expect((await post('/v1/bet/settings', { token })).status).toBe(200)
  expect(await balance({ token }, { by: other })).toBe(replayed)
})

test('equal envelopes of two visitors without a session are both accepted', async () => {
  const token = await signed({})
  const ask = async (remoteAddress: string) => {
    const request = { method: 'POST', url: '/v1/bet/settings', payload: { token }, remoteAddress } as const
    return (await nare.app.app.inject(request)).statusCode
  }
  expect([await ask('192.0.2.1'), await ask('192.0.2.2'), await ask('192.0.2.1')]).toEqual([200, 200, 400])
})

test('of twenty concurrent copies of one envelope, one is accepted', async () => {
  const token = await signed({})
  const answers = await Promise.all(Array.from({ length: 20 }, () => balance({ token })))
  expect(answers.filter((each) => each === '1000.00')).toHaveLength(1)
})

test('the id of a command guards against replay: the same envelope again is the same withdrawal', async () => {
  const id = randomUUID()
  const token = await signed(withdrawal(id))
  const [first, again] = [await post('/withdraw', { token }), await post('/withdraw', { token })]
  expect(first.status).toBe(200)
  expect(again.body['withdrawal_id']).toBe(first.body['withdrawal_id'])
  expect(again.body['balance']).toBe(first.body['balance'])
})

test("the session's own key and the embedded key open the envelope, and no other session's key does", async () => {
  expect(await balance({ token: await signed({}, { key: keyOf(other) }) }, { by: other })).toBe('1000.00')
  expect(await balance({ token: await signed({}, { key: embedded }) }, { by: other })).toBe('1000.00')
  expect(await balance({ token: await signed({}, { key: keyOf(bettor) }) }, { by: other })).toBe(unopened)
})

test('the embedded key that was replaced opens the envelopes of clients that still have it, until it is taken out', async () => {
  expect(await balance({ token: await signed({}, { key: replaced }) })).toMatch(/^\d+\.\d\d$/)
  const alone = await testApp({ ENVELOPE_KEY: embedded }, { base: nare.base })
  expect(await balance({ token: await signed({}, { key: replaced }) }, { app: alone })).toBe(unopened)
  expect(await balance({ token: await signed({}, { key: embedded }) }, { app: alone })).toMatch(/^\d+\.\d\d$/)
  await alone.close()
})

test("with ENVELOPE=session the embedded key opens nothing and the session's own key does", async () => {
  const about = { app: strict, by: other }
  expect(await balance({ token: await signed({}, { key: embedded }) }, about)).toBe(unopened)
  expect(await balance({ token: await signed({}, { key: keyOf(other) }) }, about)).toBe('1000.00')
  const id = randomUUID()
  expect((await post('/withdraw', { token: await signed(withdrawal(id)) }, about)).line).toBe(unopened)
  const own = await post('/withdraw', { token: await signed(withdrawal(id), { key: keyOf(other) }) }, about)
  expect(own.status).toBe(200)
})

test('an envelope that arrives after its expiry is refused', async () => {
  const delayed = await signed({})
  await nare.call(sandbox.clock, { advance_s: 61 })
  expect(await balance({ token: delayed })).toBe('400 The signed request has expired')
})
