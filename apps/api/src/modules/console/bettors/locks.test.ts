import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleBettorActions as actions } from '@nare/contract/console-bettor-actions'
import { identity } from '@nare/contract/identity'
import { ledger } from '@nare/contract/ledger'
import { payments } from '@nare/contract/payments'
import { sandbox } from '@nare/contract/sandbox'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, whileBetting, type Bets } from '#testing/bets'
import { operatorsOf, operatorToken } from '#testing/operators'
import { waitingForLocks } from '#testing/waiting'
import { withdraw } from '#testing/withdraw'
import { bettorsOf } from './testing.ts'

const people = { dalili: 'support', esther: 'protection', baraka: 'trader' } as const
const tokenOf = (name: keyof typeof people): string => operatorToken(name)
const reason = 'the bettor called'

let nare: TestApp
let bets: Bets
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf(people) })
  bets = betsOn(nare)
})
afterAll(() => nare.close())

const { account, page } = bettorsOf(() => nare, tokenOf('esther'))
const lock = (id: string, locked = true) => nare.call(actions.lockBettor, { id, locked, reason }, tokenOf('esther'))

test('of 100 bets sent with a lock in the middle none is accepted after the answer to the lock, and open bets settle', async () => {
  const { ref, token } = await account(10_000)
  const match = await nare.match()
  const { before, afterwards } = await whileBetting({
    bet: () => bets.place(token, [pick(match)], { stake: '20' }),
    lanes: 20,
    betsOfEach: 5,
    first: 10,
    change: async () => expect((await lock(ref)).status).toBe(200),
  })
  expect(afterwards).toBe(0)
  expect(before).toBeLessThan(100)
  expect(await bets.place(token, [pick(match)])).toMatchObject({ status: 403, body: { code: 'account_locked' } })
  const settled = await bets.result(match, { half_time: '1:0', full_time: '1:0' })
  expect(settled.bets).toBe(before)
  await bets.verifyBooks()
})

test('a lock waits for the stake that passed the gate before it', async () => {
  const { ref, id } = await account()
  let returned = false
  const coming = await transact(nare.app.db, async (tx) => {
    await nare.app.ledger.lockCash(tx, [id])
    const locking = lock(ref).then(() => (returned = true))
    while (!returned && (await waitingForLocks(nare.base.db)) === 0)
      await new Promise((resolve) => setImmediate(resolve))
    expect(returned).toBe(false)
    return { locking }
  })
  await coming.locking
})

test('a locked account stakes, deposits, withdraws and logs in nowhere, reads on, and does all again once it is unlocked', async () => {
  const password = 'mango-tree-77'
  const msisdn = '254110000801'
  const id = await nare.app.identity.openDemo({ msisdn, password, name: 'Locked Lucy' })
  const login = () => nare.call(identity.login, { msisdn, password })
  const { token } = (await login()).body.user
  await nare.call(sandbox.fund, { msisdn, amount: '1000' })
  expect((await page(id.toString())).locked).toBeNull()
  await lock(id.toString())
  expect(await page(id.toString())).toMatchObject({ state: 'locked', locked: { by: 'esther' } })
  const locked = { status: 403, body: { code: 'account_locked' } }
  const match = await nare.match()
  const deposit = () => nare.call(payments.deposit, { id: randomUUID(), amount: '100' }, token)
  expect(await login()).toMatchObject(locked)
  expect(await nare.call(identity.login, { msisdn, password: 'wrong' })).toMatchObject({ status: 422 })
  expect(await bets.place(token, [pick(match)])).toMatchObject(locked)
  expect(await deposit()).toMatchObject(locked)
  expect(await withdraw(nare, token, '105')).toMatchObject(locked)
  expect(await nare.call(ledger.transactions, {}, token)).toMatchObject({ status: 200 })
  expect(
    (await nare.call(actions.lockBettor, { id: id.toString(), locked: false, reason }, tokenOf('dalili'))).status,
  ).toBe(403)
  expect((await lock(id.toString(), false)).body).toEqual({ locked: false })
  expect((await login()).status).toBe(200)
  expect((await bets.place(token, [pick(match)])).status).toBe(201)
  expect((await deposit()).status).toBe(200)
  expect((await withdraw(nare, token, '105')).status).toBe(200)
})

test('an account that is not verified hears that before it hears of the lock', async () => {
  const { id, ref, token } = await account()
  await lock(ref)
  await sql`update identity.bettor set verified_at = null where id = ${id}::bigint`.execute(nare.base.db)
  await nare.app.identity.endSessions(id)
  await sql`update identity.session set ended_at = null, revoked = false where bettor = ${id}::bigint`.execute(
    nare.base.db,
  )
  const refused = await bets.place(token, [pick(await nare.match())])
  expect(refused).toMatchObject({ status: 403, body: { code: 'not_verified' } })
})

test('a lowered share multiplies the highest stake and the liability, and the refusal says the limit that holds', async () => {
  const { ref, token } = await account(500_000)
  const whole = await account(500_000)
  const share = (percent: number) => nare.call(actions.setStakePercent, { id: ref, percent, reason }, tokenOf('baraka'))
  const match = await nare.match()
  const max = Number((await bets.place(token, [pick(match)], { stake: '99999999' })).body['limit'])
  expect((await share(10)).body).toEqual({ stake_percent: 10 })
  const limit = (max / 10).toFixed(2)
  const above = await bets.place(token, [pick(match)], { stake: (max / 10 + 0.01).toFixed(2) })
  expect(above).toMatchObject({ status: 422, body: { code: 'stake_too_large', limit } })
  expect((await bets.place(token, [pick(match)], { stake: limit })).status).toBe(201)
  expect((await bets.place(whole.token, [pick(match)], { stake: limit })).status).toBe(201)
  expect(await page(ref)).toMatchObject({ stake_percent: 10, stake_percent_set: { by: 'baraka' } })

  await share(0)
  const none = await bets.place(token, [pick(match)], { stake: '100' })
  expect(none).toMatchObject({ status: 422, body: { code: 'stake_too_large', limit: '0.00' } })
  await share(100)
  expect((await bets.place(token, [pick(match)], { stake: '100' })).status).toBe(201)
})

test('the lowered liability counts what others have staked on the outcome', async () => {
  const lowered = await account(100_000)
  const match = await nare.match()
  const first = await account(100_000)
  await bets.mustPlace(first.token, [pick(match)], { stake: '1000' })
  const { app } = nare
  await nare.call(actions.setStakePercent, { id: lowered.ref, percent: 1, reason }, tokenOf('baraka'))
  const cap = app.country.maxLiability / 100n
  await sql`update betting.exposure set liability = ${cap - 11_000n}::bigint where match_id = ${Number(match)}`.execute(
    nare.base.db,
  )
  // Stake 200 at 2.10 adds 220 of liability; 110 are left, so that a stake of 100 fits.
  const refused = await bets.place(lowered.token, [pick(match)], { stake: '200' })
  expect(refused).toMatchObject({ status: 422, body: { code: 'stake_too_large', limit: '100.00' } })
  expect((await bets.place(lowered.token, [pick(match)], { stake: '100' })).status).toBe(201)
  expect((await bets.place(first.token, [pick(match)], { stake: '1000' })).status).toBe(201)
})
