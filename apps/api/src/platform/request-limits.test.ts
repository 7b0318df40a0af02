import { expect, test } from 'vitest'
import { readConfig } from '#config'
import { openHttp } from './http.ts'
import { openLog } from './log.ts'
import { countsInMemory, rememberTokens, validTokensInMemory } from './request-limits.ts'

/** The bettor of a token such as `good7-3`: the number before the dash. */
const sessionOf = (token: string) => ({
  bettor: BigInt(/\d+/.exec(token)?.[0] ?? 0),
  verified: true,
  signingKey: token,
})
const limits = { LIMITS_BY_ADDRESS: 'on', LIMIT_SESSION_MINUTE: '10', LIMIT_ADDRESS_MINUTE: '40' }

/** A server with a call for bettors, one with its own limit, a login and a probe. Tokens that begin with `good` are valid. */
async function limited({ keysMax = 50_000 } = {}) {
  const validTokens = validTokensInMemory()
  const looked: string[] = []
  const delayed: number[] = []
  const authenticate = rememberTokens(validTokens, async (token) => {
    looked.push(token)
    return token.startsWith('good') ? sessionOf(token) : undefined
  })
  const app = await openHttp({
    config: readConfig(limits),
    log: openLog('silent'),
    validTokens,
    counts: countsInMemory({ keysMax }),
    delayRefusal: async () => void delayed.push(429),
  })
  const answer = async (request: { headers: { authorization?: string | undefined } }) => {
    const token = request.headers.authorization?.slice('Bearer '.length)
    return { ok: token !== undefined && (await authenticate(token)) !== undefined }
  }
  app.get('/call', answer)
  const seldom = { config: { rateLimit: { max: 2 } } }
  app.get('/seldom', seldom, answer)
  app.get('/other-path', seldom, answer)
  app.get('/login', { config: { rateLimit: { max: 2 }, byAddress: true } }, answer)
  app.get('/healthz', { config: { rateLimit: false } }, answer)
  const get = async (url: string, token?: string, from = '198.51.100.7') => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return (await app.inject({ url, headers, remoteAddress: from })).statusCode
  }
  const times = async (count: number, call: (n: number) => Promise<number>) => {
    const statuses: number[] = []
    for (let n = 0; n < count; n++) statuses.push(await call(n))
    return statuses.filter((status) => status === 200).length
  }
  return { app, get, times, looked, delayed }
}

test('bettors behind one address do not share a limit', async () => {
  const { app, get, times } = await limited()
  expect(await times(300, (n) => get('/call', `good${n % 30}`))).toBe(300)
  expect(await times(5, () => get('/call', 'good0'))).toBe(0)
  // The address has its whole limit left.
  expect(await times(50, () => get('/call'))).toBe(40)
  await app.close()
})

test('all sessions of a bettor share one limit, and the limit of a call, from their first call on', async () => {
  const { app, get, times } = await limited()
  expect(await times(30, (n) => get('/seldom', `good7-${n}`))).toBe(2)
  expect(await times(30, (n) => get('/call', `good7-${n}`))).toBe(10)
  expect(await get('/call', 'good8-0')).toBe(200)
  await app.close()
})

test('connections of a proxy that appends their ports are one caller', async () => {
  const app = await openHttp({
    config: readConfig({ ...limits, TRUST_PROXY: '1' }),
    log: openLog('silent'),
    counts: countsInMemory(),
    delayRefusal: async () => undefined,
  })
  app.get('/call', async () => ({}))
  let answered = 0
  for (let port = 2000; port < 2100; port++) {
    const headers = { 'x-forwarded-for': `203.0.113.7:${port}` }
    if ((await app.inject({ url: '/call', headers })).statusCode === 200) answered++
  }
  expect(answered).toBe(40)
  await app.close()
})

test('an invalid token counts for its address, and above that limit it is not looked up', async () => {
  const { app, get, times, looked } = await limited()
  expect(await get('/call', 'good')).toBe(200)
  expect(await times(100, (n) => get('/call', `forged${n}`))).toBe(40)
  expect(looked.filter((token, n) => looked.indexOf(token) === n)).toHaveLength(41)
  expect(await get('/call')).toBe(429)
  expect(await get('/call', 'good')).toBe(200)
  expect(await get('/call', undefined, '203.0.113.1')).toBe(200)
  await app.close()
})

test('probes are exempt from the limit of their address', async () => {
  const { app, get, times } = await limited()
  expect(await times(100, () => get('/call'))).toBe(40)
  expect(await times(100, () => get('/healthz'))).toBe(100)
  await app.close()
})

test("a call's own limit applies to each bettor, and many times higher to an address", async () => {
  const { app, get, times } = await limited()
  expect(await get('/call', 'good')).toBe(200)
  expect(await times(5, () => get('/seldom', 'good'))).toBe(2)
  expect(await times(20, () => get('/seldom'))).toBe(8)
  await app.close()
})

test("a call's own limit applies to each of its paths, and to HEAD as to GET", async () => {
  const { app, times } = await limited()
  const heads = async () =>
    (await app.inject({ method: 'HEAD', url: '/seldom', remoteAddress: '203.0.113.9' })).statusCode
  expect(await times(20, heads)).toBe(8)
  const paths = async () => (await app.inject({ url: '/other-path', remoteAddress: '203.0.113.11' })).statusCode
  expect(await times(20, paths)).toBe(8)
  await app.close()
})

test('a valid token gives no more attempts at public calls', async () => {
  const { app, get, times } = await limited()
  expect(await times(2, (n) => get('/call', `good${n}`))).toBe(2)
  expect(await times(20, (n) => get('/login', `good${n % 2}`))).toBe(8)
  await app.close()
})

test('a refusal has Retry-After and the shape of all failures', async () => {
  const { app, times, get } = await limited()
  await times(40, () => get('/call'))
  const reply = await app.inject({ url: '/call', remoteAddress: '198.51.100.7' })
  expect(reply.json()).toMatchObject({ status: 429, code: 'too_many_requests', ref: expect.any(String) })
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  await app.close()
})

test('a token that is no longer valid names no account', async () => {
  const validTokens = validTokensInMemory()
  const valid = new Set(['good7'])
  const authenticate = rememberTokens(validTokens, async (token) => (valid.has(token) ? sessionOf(token) : 'ended'))
  await authenticate('good7')
  expect(validTokens.accountOf('good7')).toBe('bettor 7')
  valid.clear()
  await authenticate('good7')
  expect(validTokens.accountOf('good7')).toBeUndefined()
})

test('a refusal for the calls of an address is delayed, one for those of a session is not', async () => {
  const { app, get, times, delayed } = await limited()
  await times(12, () => get('/call', 'good'))
  expect(delayed).toHaveLength(0)
  await times(43, () => get('/call'))
  expect(delayed).toHaveLength(3)
  await app.close()
})

test('the memory of valid tokens is bounded and forgets the least recently used', () => {
  const validTokens = validTokensInMemory({ tokensMax: 2 })
  for (const token of ['a', 'b', 'a', 'c']) validTokens.add(token, `bettor ${token}`)
  expect(['a', 'b', 'c'].map(validTokens.accountOf)).toEqual(['bettor a', undefined, 'bettor c'])
})

test('the memory of counts is bounded and forgets the window that began first', async () => {
  const { app, get, times } = await limited({ keysMax: 2 })
  expect(await times(50, () => get('/call'))).toBe(40)
  await get('/call', undefined, '203.0.113.1')
  expect(await get('/call')).toBe(429)
  await get('/call', undefined, '203.0.113.2')
  expect(await get('/call')).toBe(200)
  await app.close()
})
