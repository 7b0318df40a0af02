import { sql, type KyselyPlugin } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '#platform/db'
import { random } from '#platform/random'
import { stopClock } from '#testing/stopped-clock'
import { adult, openWorld, type World } from '../testing/identity-world.ts'
import { openIdentity } from '../identity.ts'
import { openSessions } from './session-tokens.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const login = (msisdn: string, password = adult.password) => world.post('/v1/login', { msisdn, password })
const balance = (token?: string) => world.post('/v1/balance', {}, token)

async function waitOf(msisdn: string): Promise<number | undefined> {
  const found = await sql<{ s: number }>`
    select extract(epoch from wait_until - failed_at)::int as s from identity.failed_login where msisdn = ${msisdn}`.execute(
    world.base.db,
  )
  return found.rows[0]?.s
}

test('a wrong password and a number without an account get the same response', async () => {
  await world.member('254712200001')
  const wrong = await login('254712200001', 'not-the-password')
  const unknown = await login('254798000001', 'not-the-password')
  expect([wrong.status, wrong.body.code]).toEqual([422, 'wrong_credentials'])
  expect({ ...unknown.body, ref: '' }).toEqual({ ...wrong.body, ref: '' })
})

test('after three failures the wait grows: 2, 4, 8 seconds, for registered and unregistered numbers, until the right password', async () => {
  await stopClock(world.base)
  await world.member('254712200002')
  for (const msisdn of ['254712200002', '254798000002']) {
    for (let n = 0; n < 3; n++) expect((await login(msisdn, 'wrong-one')).body.code).toBe('wrong_credentials')
    for (const wait of [2, 4, 8]) {
      const refused = await login(msisdn)
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
      expect(refused.body.retry_after_s).toBeLessThanOrEqual(wait)
      expect(await waitOf(msisdn)).toBe(wait)
      await world.clock.advance(wait + 1)
      if (wait < 8) expect((await login(msisdn, 'wrong-one')).body.code).toBe('wrong_credentials')
    }
  }
  expect((await login('254712200002')).status).toBe(200)
  for (let n = 0; n < 2; n++) expect((await login('254712200002', 'wrong-one')).status).toBe(422)
  expect((await login('254712200002')).status).toBe(200)
})

test('the wait is never longer than a quarter of an hour', async () => {
  for (let n = 0; n < 16; n++) {
    await login('254798000003', 'wrong-one')
    await world.clock.advance(901)
  }
  expect(await waitOf('254798000003')).toBe(900)
})

test('of a hundred concurrent guesses little more than the three without delay are checked', async () => {
  await stopClock(world.base)
  await world.member('254712200004')
  const responses = await Promise.all(Array.from({ length: 100 }, () => login('254712200004', 'wrong-one')))
  const checked = responses.filter((response) => response.body.code === 'wrong_credentials').length
  expect(checked).toBeGreaterThanOrEqual(3)
  expect(checked).toBeLessThanOrEqual(5)
  expect(responses.filter((response) => response.status === 429)).toHaveLength(100 - checked)
})

test('forty concurrent right logins all succeed', async () => {
  await world.member('254712200005')
  const responses = await Promise.all(Array.from({ length: 40 }, () => login('254712200005')))
  expect(responses.every((response) => response.status === 200)).toBe(true)
  expect(new Set(responses.map((response) => response.body.user.token)).size).toBe(40)
})

test('a call without a token gets 401 without a status, one with a bad or ended token gets it with a status', async () => {
  const none = await balance()
  expect([none.status, none.body.code, 'status' in none.body]).toEqual([401, 'session_required', false])
  const bad = await balance('x'.repeat(43))
  expect([bad.status, bad.body.status]).toEqual([401, 401])
  expect((await balance('short')).body.status).toBe(401)
  const user = await world.member('254712200006')
  expect((await balance(user['token'])).status).toBe(200)
  expect((await world.post('/v1/logout', {}, user['token'])).status).toBe(200)
  const ended = await balance(user['token'])
  expect([ended.status, ended.body.status, ended.body.code]).toEqual([401, 401, 'session_expired'])
  expect(await world.identity.authenticate(user['token'] ?? '')).toBe('ended')
  expect(await world.identity.authenticate('y'.repeat(43))).toBeUndefined()
})

test('logging out ends this session and leaves the others', async () => {
  const first = await world.member('254712200007')
  const second = (await login('254712200007')).body.user
  await balance(second.token)
  await world.post('/v1/logout', undefined, first['token'])
  expect((await balance(first['token'])).status).toBe(401)
  expect((await balance(second.token)).status).toBe(200)
})

test('a session lasts thirty days', async () => {
  const user = await world.member('254712200008')
  await world.clock.advance(29 * 86_400)
  expect((await balance(user['token'])).status).toBe(200)
  await world.clock.advance(86_401)
  expect((await balance(user['token'])).body.status).toBe(401)
  expect(await world.identity.authenticate(user['token'] ?? '')).toBe('ended')
})

test('a session opened before the number was verified ends with the verification', async () => {
  await world.post('/v1/signup', { ...adult, msisdn: '254712200009' })
  const early = (await login('254712200009')).body.user
  expect(early.verified).toBe(false)
  expect(await world.identity.authenticate(early.token)).toMatchObject({ verified: false })
  const proof = { msisdn: '254712200009', code: world.lastCode('254712200009') }
  const { user } = (await world.post('/v1/verify', proof)).body
  expect(await world.identity.authenticate(early.token)).toBe('ended')
  expect(await world.identity.authenticate(user.token)).toMatchObject({ verified: true })
})

test('a cached session needs no query for at most a minute', async () => {
  const quiet = await openWorld()
  await quiet.identity.openDemo({ msisdn: '254712200010', password: adult.password, name: 'Demo' })
  const { user } = (await quiet.post('/v1/login', { msisdn: '254712200010', password: adult.password })).body
  const session = await quiet.identity.authenticate(user.token)
  expect(session).toEqual({ bettor: BigInt(user.id), verified: true, signingKey: user.signing_key })
  await sql`update identity.session set ended_at = platform.now()`.execute(quiet.base.db)
  expect(await quiet.identity.authenticate(user.token)).toEqual(session)
  await quiet.clock.advance(61)
  expect(await quiet.identity.authenticate(user.token)).toBe('ended')
  await quiet.close()
})

test('a session read before a change is not cached after it', async () => {
  const sessions = await openSessions(world.deps)
  const bettor = await world.identity.openDemo({ msisdn: '254712200014', password: adult.password, name: 'Demo' })
  const token = (await login('254712200014')).body.user.token
  const reading = sessions.authenticate(token)
  sessions.forget(bettor)
  expect(await reading).toMatchObject({ bettor })
  await sql`update identity.session set ended_at = platform.now() where bettor = ${bettor}::bigint`.execute(
    world.base.db,
  )
  expect(await sessions.authenticate(token)).toBe('ended')
  await sessions.close()
})

test('sessions that are looked up concurrently share queries, and each token gets its own answer', async () => {
  let queries = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const bettors = await Promise.all(
    [1, 2, 3].map((n) =>
      world.identity.openDemo({ msisdn: `25471220010${n}`, password: adult.password, name: `Demo ${n}` }),
    ),
  )
  const sessions = await openSessions({ ...world.deps, db: world.base.db.withPlugin(counting) })
  const opened = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      const bettor = bettors[n % 3] ?? 0n
      return { bettor, token: (await transact(world.base.db, (tx) => sessions.open(tx, bettor))).token }
    }),
  )
  queries = 0
  const [unknown, ...found] = await Promise.all(
    [random.token(32), ...opened.map(({ token }) => token)].map(sessions.authenticate),
  )
  expect(unknown).toBeUndefined()
  expect(found).toEqual(opened.map(({ bettor }) => expect.objectContaining({ bettor }) as unknown))
  expect(queries).toBeLessThan(5)
  await sessions.close()
})

test('a session ended in one process ends in the others', async () => {
  const other = await openIdentity(world.deps)
  const user = await world.member('254712200011')
  const token = user['token'] ?? ''
  expect(await other.authenticate(token)).toMatchObject({ verified: true })
  expect(await world.identity.authenticate(token)).toMatchObject({ verified: true })
  await other.endSessions(BigInt(user['id'] ?? 0))
  expect(await other.authenticate(token)).toBe('ended')
  await expect.poll(() => world.identity.authenticate(token)).toBe('ended')
  await other.close()
})

test('while the connection for revocations is lost no cached session is used', async () => {
  const user = await world.member('254712200012')
  const token = user['token'] ?? ''
  await world.identity.authenticate(token)
  const admin = await openAdmin()
  // Ended first: a session that is read between the loss of the connection and its end would be valid and cached.
  await admin.query(`update identity.session set ended_at = now() where bettor = $1`, [user['id']])
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
  )
  await admin.end()
  await expect.poll(() => world.identity.authenticate(token)).toBe('ended')
})

async function openAdmin() {
  const client = new pg.Client(world.base.connection)
  await client.connect()
  return client
}

test('a bettor has at most a hundred sessions: the oldest end', async () => {
  const user = await world.member('254712200013')
  for (let n = 0; n < 100; n++) await login('254712200013')
  expect((await balance(user['token'])).status).toBe(401)
})
