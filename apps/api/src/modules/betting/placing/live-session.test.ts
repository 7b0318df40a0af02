import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { identity } from '@nare/contract/identity'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, type Bets } from '#testing/bets'

const password = 'a long way to Nakuru'
const later = 'a longer way to Kisumu'
let nare: TestApp
let bets: Bets
let match: string
let numbers = 712_000_000
/** Runs during the live delay; each test sets its own. */
let duringDelay: () => Promise<unknown>

beforeAll(async () => {
  nare = await testApp({}, { waitForLive: async () => void (await duringDelay()) })
  bets = betsOn(nare)
})
afterAll(() => nare.close())
beforeEach(async () => {
  duringDelay = async () => undefined
  match = await nare.match()
  await bets.drive(match, { state: 'live', minute: 10 })
})

async function newBettor() {
  const msisdn = `254${numbers++}`
  const bettor = await nare.app.identity.openDemo({ msisdn, password, name: 'Asha' })
  await nare.call(sandbox.fund, { msisdn, amount: '1000' })
  return { msisdn, bettor, token: await login(msisdn) }
}

async function login(msisdn: string, by = password): Promise<string> {
  return (await nare.call(identity.login, { msisdn, password: by })).body.user.token
}

type Someone = Awaited<ReturnType<typeof newBettor>>

async function leave({ token }: Pick<Someone, 'token'>): Promise<void> {
  expect((await nare.call(identity.logout, {}, token)).status).toBe(200)
}

async function reset({ msisdn }: Someone): Promise<void> {
  await nare.call(identity.code, { page: 'resetPass', msisdn })
  const sent = (await nare.call(sandbox.phone, { msisdn })).body.sms.at(-1)
  const input = { msisdn, code: sent?.code ?? '', password: later, confirm_password: later }
  expect((await nare.call(identity.resetPassword, input)).status).toBe(200)
}

test.each<[string, (account: Someone) => Promise<unknown>]>([
  ['was revoked by the operator', ({ bettor }) => nare.app.identity.endSessions(bettor)],
  [
    'was logged out, and then revoked by the operator',
    async (account) => (await leave(account), await nare.app.identity.endSessions(account.bettor)),
  ],
  [
    'ended by a new password, and was then revoked by the operator',
    async (account) => (await reset(account), await nare.app.identity.endSessions(account.bettor)),
  ],
])('a live bet whose session %s during its delay is refused as logged out, and debits nothing', async (_what, end) => {
  const account = await newBettor()
  duringDelay = () => end(account)
  expect(await bets.place(account.token, [pick(match)])).toMatchObject({
    status: 401,
    body: { code: 'session_expired', status: 401 },
  })
  expect((await nare.app.ledger.balances(account.bettor)).balance).toBe(100_000n)
})

test.each<[string, (account: Someone) => Promise<unknown>]>([
  ['a log-out', leave],
  ['a new password', reset],
  ['a log-out, and then a new password', async (account) => (await leave(account), await reset(account))],
])(
  'a live bet is placed when its bettor ends its session by %s during its delay: that would be a free cancel',
  async (_what, end) => {
    const account = await newBettor()
    duringDelay = () => end(account)
    expect((await bets.place(account.token, [pick(match)])).status).toBe(201)
    expect(await bets.place(account.token, [pick(match)])).toMatchObject({
      status: 401,
      body: { code: 'session_expired' },
    })
    expect((await nare.app.ledger.balances(account.bettor)).balance).toBeLessThan(100_000n)
  },
)

test('a live bet whose session was revoked during its delay returns the bet that the same command placed from another session', async () => {
  const account = await newBettor()
  const slip = slipOf([pick(match)])
  let byRetry: unknown
  duringDelay = async () => {
    duringDelay = async () => undefined
    await nare.app.identity.endSessions(account.bettor)
    byRetry = await nare.call(betting.place, slip, await login(account.msisdn))
  }
  const response = await nare.call(betting.place, slip, account.token)
  expect(response.status).toBe(201)
  expect(byRetry).toMatchObject({ status: 201, body: response.body })
})

test('a live bet is placed when another session of its bettor ends during its delay', async () => {
  const account = await newBettor()
  const other = await login(account.msisdn)
  duringDelay = () => nare.call(identity.logout, {}, other)
  expect((await bets.place(account.token, [pick(match)])).status).toBe(201)
})
