import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { identity } from '@nare/contract/identity'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { money } from '@nare/money/money'
import { transact, type Tx } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, whileBetting, type Bets } from '#testing/bets'
import { waitingForLocks } from '#testing/waiting'
import { depositGate, stakeGate } from './protection.ts'

let nare: TestApp
let bets: Bets

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
})
afterAll(() => nare.close())

const bet = (match: string, token = '') => bets.place(token, [pick(match)], { stake: '20' })
const advance = (seconds: number) => nare.call(sandbox.clock, { advance_s: seconds })
const daysAhead = (until: string) => (new Date(until).getTime() - nare.app.clock.now()) / 86_400_000

async function bettor(shillings = 10_000) {
  const seeded = await nare.bettor(shillings)
  return seeded
}

test('under a stream of bets, no bet is accepted after the response to a self-exclusion', async () => {
  const match = await nare.match()
  const { token } = await bettor()
  const { before, afterwards } = await whileBetting({
    bet: () => bet(match, token),
    lanes: 20,
    betsOfEach: 10,
    first: 20,
    change: async () => expect((await nare.call(protection.selfExclude, { period: '6m' }, token)).status).toBe(200),
  })
  expect(afterwards).toBe(0)
  expect(before).toBeLessThan(200)
  expect(await bet(match, token)).toMatchObject({ status: 403, body: { code: 'self_excluded' } })
})

test('a session that has used up its calls can still lower limits and exclude itself', async () => {
  const limited = await testApp({ LIMITS_BY_ADDRESS: 'on', LIMIT_SESSION_MINUTE: '10' }, { base: nare.base })
  const { token } = await bettor()
  const read = async () => (await limited.call(identity.balance, {}, token)).status
  while ((await read()) === 200) continue
  expect(await read()).toBe(429)
  expect((await limited.call(protection.setLimits, { stake: { day: '100' } }, token)).status).toBe(200)
  expect((await limited.call(protection.selfExclude, { period: '24h' }, token)).status).toBe(200)
  await limited.close()
})

test.each(['an exclusion', 'a lower limit'] as const)(
  '%s waits for the stake that passed the gate before it',
  async (kind) => {
    const { id, token } = await bettor()
    let returned = false
    const ask = () =>
      (kind === 'an exclusion'
        ? nare.call(protection.selfExclude, { period: '24h' }, token)
        : nare.call(protection.setLimits, { stake: { bet: '0' } }, token)
      ).then(() => (returned = true))
    const gateNow = (tx: Tx) =>
      nare.app.ledger
        .lockCash(tx, [id])
        .then(() => stakeGate(tx, [{ bettor: id, verified: true, product: 'sports', amount: money(100n) }]))
        .then(({ refusals }) => refusals[0])
    const decided = await transact(nare.app.db, async (tx) => {
      expect(await gateNow(tx)).toBeUndefined()
      const coming = ask()
      while (!returned && (await waitingForLocks(nare.base.db)) === 0)
        await new Promise((resolve) => setImmediate(resolve))
      expect(returned).toBe(false)
      return { coming }
    })
    await decided.coming
    expect(await transact(nare.app.db, gateNow)).toBeDefined()
  },
)

test('an excluded bettor is paid winnings, can read the account, and cannot deposit', async () => {
  const match = await nare.match()
  const { id, token } = await bettor(100)
  expect((await bet(match, token)).status).toBe(201)
  await nare.call(protection.selfExclude, { period: '24h' }, token)
  await nare.call(sandbox.resultMatch, { match_id: match, half_time: '1:0', full_time: '2:0' })
  expect((await nare.call(identity.balance, {}, token)).body.user.balance).toBe('122.00')
  expect((await nare.call(betting.bets, {}, token)).body.data[0]?.state).toBe('won')
  const deposit = await transact(nare.app.db, (tx) => depositGate(tx, { bettor: id, amount: money(100n) }))
  expect(deposit).toMatchObject({ code: 'self_excluded' })
  expect((await nare.app.protection.excluded([id])).has(id)).toBe(true)
})

test('a break ends automatically at its time and not before', async () => {
  const { token } = await bettor()
  await nare.call(protection.selfExclude, { period: '24h' }, token)
  await advance(86_400 - 60)
  expect((await bet(await nare.match(), token)).status).toBe(403)
  await advance(61)
  expect((await bet(await nare.match(), token)).status).toBe(201)
  expect((await nare.call(protection.protection, {}, token)).body.exclusion).toBeNull()
})

test('an exclusion can be extended and never shortened', async () => {
  const { token } = await bettor()
  const month = await nare.call(protection.selfExclude, { period: '30d' }, token)
  expect(month.body).toMatchObject({ time_duration: '30 days' })
  expect(month.body.success).toContain('You are taking a break from betting until')
  const shorter = await nare.call(protection.selfExclude, { period: '24h' }, token)
  expect(shorter.body).toEqual(month.body)
  const longer = await nare.call(protection.selfExclude, { period: '1y' }, token)
  expect(daysAhead(longer.body.until)).toBeGreaterThan(364)
  const response = (await nare.call(protection.protection, {}, token)).body
  expect(response.exclusion).toMatchObject({ kind: 'exclusion', period: '1y', until: longer.body.until })
})

test('months and years are those of the calendar, at the same time of day', async () => {
  const clock = (at: number) => new Date(at + 3 * 3_600_000)
  for (const [period, months] of [
    ['6m', 6],
    ['1y', 12],
    ['5y', 60],
  ] as const) {
    const { token } = await bettor()
    const { body } = await nare.call(protection.selfExclude, { period }, token)
    const response = (await nare.call(protection.protection, {}, token)).body.exclusion
    const since = clock(new Date(response?.since ?? '').getTime())
    const until = clock(new Date(body.until).getTime())
    const passed = (until.getUTCFullYear() - since.getUTCFullYear()) * 12 + until.getUTCMonth() - since.getUTCMonth()
    expect(passed).toBe(months)
    expect(until.toISOString().slice(11)).toBe(since.toISOString().slice(11))
  }
})

test('only the seven periods are accepted', async () => {
  const { token } = await bettor()
  for (const period of ['1h', '', null, 24]) {
    const reply = await nare.app.app.inject({
      method: 'POST',
      url: '/v1/self-exclude',
      headers: { authorization: `Bearer ${token}` },
      payload: { period },
    })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'invalid_input', fields: { period: expect.any(String) } })
  }
})

test("the session's time and net result and the interval of the reality check are shown", async () => {
  const match = await nare.match()
  const { token } = await bettor()
  const before = (await nare.call(protection.protection, {}, token)).body
  expect(before.reality_check).toEqual({ interval_minutes: 60, longest_minutes: 60 })
  expect(before.session).toMatchObject({ staked: '0.00', returned: '0.00', net: '0.00' })
  await bet(match, token)
  await bet(match, token)
  await nare.call(sandbox.resultMatch, { match_id: match, half_time: '0:1', full_time: '0:2' })
  await nare.call(protection.setProtection, { reality_check_minutes: 15 }, token)
  const after = (await nare.call(protection.protection, {}, token)).body
  expect(after.session).toMatchObject({ since: before.session.since, staked: '40.00', returned: '0.00', net: '-40.00' })
  expect(after.last_30_days.net).toBe('-40.00')
  expect(after.reality_check.interval_minutes).toBe(15)
})

test('a session of an unverified number cannot set exclusions or limits', async () => {
  const msisdn = '254712700001'
  const signup = { msisdn, password: 'stranger-secret-1', date_of_birth: '1990-01-01', terms: true } as const
  expect((await nare.call(identity.signup, signup)).status).toBe(200)
  const { user } = (await nare.call(identity.login, { msisdn, password: signup.password })).body
  const tried = [
    await nare.call(protection.selfExclude, { period: '5y' }, user.token),
    await nare.call(protection.setLimits, { stake: { bet: '1' } }, user.token),
    await nare.call(protection.setProtection, { reality_check_minutes: 5 }, user.token),
    await nare.call(protection.closeAccount, { password: signup.password }, user.token),
  ]
  expect(tried.map(({ status, body }) => [status, body.code])).toEqual(tried.map(() => [403, 'not_verified']))
  expect((await nare.call(protection.protection, {}, user.token)).body.exclusion).toBeNull()
})
