import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { betting } from '@nare/contract/betting'
import { identity } from '@nare/contract/identity'
import { ledger } from '@nare/contract/ledger'
import { payments } from '@nare/contract/payments'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { money } from '@nare/money/money'
import { countryOf } from '#country/countries'
import { transact } from '#platform/db'
import { random } from '#platform/random'
import { testApp, type TestApp } from '#testing/app'
import { waitingForLocks } from '#testing/waiting'
import { withdraw } from '#testing/withdraw'

const password = 'a long way to Nakuru'
const country = { payments: { ...countryOf('ke').payments, withdrawalMin: money(5000n) } }
let nare: TestApp
let numbers = 711_000_000

beforeAll(async () => {
  // The remaining balance is enough for a stake and too small for a withdrawal.
  nare = await testApp({}, { country })
})
afterAll(() => nare.close())

async function newBettor(amount?: string) {
  const msisdn = `254${numbers++}`
  await nare.app.identity.openDemo({ msisdn, password, name: 'Asha' })
  if (amount) await nare.call(sandbox.fund, { msisdn, amount })
  const { token } = (await nare.call(identity.login, { msisdn, password })).body.user
  return { msisdn, token }
}

const close = (token: string, given: { password?: string; reason?: string } = {}) =>
  nare.call(protection.closeAccount, { password, ...given }, token)
const deposit = (token: string) => nare.call(payments.deposit, { id: random.uuid(), amount: '100' }, token)
const bet = (token: string, match: string) =>
  nare.call(
    betting.place,
    {
      id: random.uuid(),
      stake: '20',
      slip: [{ match_id: match, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }],
    },
    token,
  )

test('a closed account accepts no stake and no deposit, permanently; its bettor can log in to read', async () => {
  const { msisdn, token } = await newBettor('9')
  const closed = await close(token, { reason: 'enough of it' })
  expect(closed).toMatchObject({ status: 200, body: { left: '9.00', closed_at: expect.stringMatching(/Z$/) } })
  expect((await close(token)).body).toEqual(closed.body)
  expect((await nare.call(protection.selfExclude, { period: '24h' }, token)).body).toMatchObject({
    success: expect.stringContaining('closed for ever'),
    time_duration: 'for ever',
  })
  const refusal = { status: 403, body: { code: 'self_excluded', closed: true, message: 'This account is closed' } }
  expect(await deposit(token)).toMatchObject(refusal)
  expect(await bet(token, await nare.match())).toMatchObject(refusal)
  await nare.app.clock.advance(10 * 365 * 86_400)
  const again = await nare.call(identity.login, { msisdn, password })
  expect(again.status).toBe(200)
  expect(await deposit(again.body.user.token)).toMatchObject(refusal)
  expect((await nare.call(ledger.transactions, {}, again.body.user.token)).body.meta.total).toBe(1)
  const { exclusion } = (await nare.call(protection.protection, {}, again.body.user.token)).body
  expect(exclusion).toMatchObject({ kind: 'exclusion', period: 'closed' })
})

test('open bets, withdrawals and balance are named, and closing succeeds when none is left', async () => {
  const { msisdn, token } = await newBettor('200')
  const match = await nare.match()
  await bet(token, match)
  await withdraw(nare, token, '105')
  expect(await close(token)).toMatchObject({
    status: 422,
    body: {
      code: 'account_in_use',
      open_bets: 1,
      open_withdrawals: 1,
      balance: '75.00',
      message: 'Not yet: one bet is open, one withdrawal is on its way, 75.00 can still be withdrawn',
    },
  })
  await nare.call(sandbox.resultMatch, { match_id: match, half_time: '0:0', full_time: '0:1' })
  await withdraw(nare, token, '75')
  expect((await close(token)).body).toMatchObject({ open_bets: 0, open_withdrawals: 2 })
  expect((await deposit(token)).status).toBe(200)
  expect(msisdn).toMatch(/^254/)
})

test('money that arrives after the closing can be withdrawn', async () => {
  const { msisdn, token } = await newBettor()
  expect((await close(token)).status).toBe(200)
  await nare.call(sandbox.fund, { msisdn, amount: '500' })
  expect((await withdraw(nare, token, '500')).status).toBe(200)
})

test('only the password closes an account, and guesses are delayed like logins', async () => {
  const { token } = await newBettor()
  for (let tries = 0; tries < 3; tries++)
    expect(await close(token, { password: 'guessed' })).toMatchObject({
      status: 422,
      body: { code: 'wrong_credentials', message: 'This password is wrong' },
    })
  await close(token, { password: 'guessed' })
  expect((await close(token)).status).toBe(429)
  expect((await deposit(token)).status).toBe(200)
})

test('the password check does not delay bets of the same bettor', async () => {
  const { token } = await newBettor('45')
  const match = await nare.match()
  const closing: Promise<unknown>[] = []
  await transact(nare.base.db, async (tx) => {
    // The check reads the failed logins first, so it waits for the end of this transaction.
    await sql`lock table identity.failed_login in access exclusive mode`.execute(tx)
    closing.push(close(token))
    await vi.waitFor(async () => expect(await waitingForLocks(tx)).toBe(1), 120_000)
    expect((await bet(token, match)).status).toBe(201)
  })
  expect(await closing[0]).toMatchObject({ status: 422, body: { open_bets: 1 } })
})

test('an account is not closed by a password that was changed while the closing waited', async () => {
  const { msisdn, token } = await newBettor()
  const bettor = (await nare.app.identity.bettorByMsisdn(msisdn)) ?? 0n
  const closing: Promise<{ status: number; body: object }>[] = []
  await transact(nare.base.db, async (tx) => {
    await nare.app.ledger.lockCash(tx, [bettor])
    closing.push(close(token))
    await vi.waitFor(async () => expect(await waitingForLocks(nare.base.db)).toBe(1), 120_000)
    await sql`update identity.bettor set password_hash = password_hash || 'A' where id = ${bettor}::bigint`.execute(tx)
  })
  expect(await closing[0]).toMatchObject({ status: 422, body: { code: 'wrong_credentials' } })
})

test.each([true, false])(
  'of a closing and a bet in two processes that wait for the same lock one is refused (the bet waits first: %s)',
  async (first) => {
    const secondProcess = await testApp({}, { base: nare.base, country })
    const { msisdn, token } = await newBettor('45')
    const bettor = (await nare.app.identity.bettorByMsisdn(msisdn)) ?? 0n
    const match = await nare.match()
    const place = () => bet(token, match)
    const closeInSecond = () => secondProcess.call(protection.closeAccount, { password }, token)
    const both: Promise<{ status: number }>[] = []
    await transact(nare.app.db, async (tx) => {
      await nare.app.ledger.lockCash(tx, [bettor])
      for (const begin of first ? [place, closeInSecond] : [closeInSecond, place]) {
        both.push(begin())
        await vi.waitFor(async () => expect(await waitingForLocks(nare.app.db)).toBe(both.length), 120_000)
      }
    })
    const statuses = await Promise.all(both.map(async (one) => (await one).status))
    expect(statuses).toEqual(first ? [201, 422] : [200, 403])
    await secondProcess.close()
  },
)

test('an account is not closed during the delay of a live bet, which is placed', async () => {
  let duringDelay = async (): Promise<unknown> => undefined
  const app = await testApp({}, { base: nare.base, country, waitForLive: async () => void (await duringDelay()) })
  try {
    const { token } = await newBettor('60')
    const match = await app.match()
    await app.call(sandbox.driveMatch, { match_id: match, state: 'live', minute: 10 })
    const closings: unknown[] = []
    duringDelay = async () => closings.push(await app.call(protection.closeAccount, { password }, token))
    const input = { id: random.uuid(), stake: '20', accept: 'any' as const }
    const slip = [{ match_id: match, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }]
    expect((await app.call(betting.place, { ...input, slip }, token)).status).toBe(201)
    expect(closings).toMatchObject([{ status: 422, body: { code: 'account_in_use', open_bets: 1 } }])
  } finally {
    await app.close()
  }
})
