import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { ledger } from '@nare/contract/ledger'
import { protection } from '@nare/contract/protection'
import { money } from '@nare/money/money'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, type Bets, type SentSlip } from '#testing/bets'
import type { Check } from '#modules/ledger/ledger'
import { QueueFull } from '#platform/batcher'
import { bonusesOn } from '#testing/bonus'
import { verifyBets } from './verify.ts'

let nare: TestApp
let bets: Bets
let match: string
let before: string
/** Runs during the live delay of each bet; each test sets its own. */
let meanwhile: () => Promise<unknown>

beforeAll(async () => {
  nare = await testApp({}, { waitForLive: async () => void (await meanwhile()) })
  bets = betsOn(nare)
})
afterAll(() => nare.close())
beforeEach(async () => {
  meanwhile = async () => undefined
  ;[match, before] = [await nare.match(), await nare.match()]
  await bets.drive(match, { state: 'live', minute: 10 })
})

async function someone(shillings = 100) {
  const [bettor] = await nare.bettors(1, shillings)
  if (!bettor) throw new Error('no bettor')
  return bettor
}

/** Interrupts the match and reopens it, so that the bets which wait on it are refused. */
async function interrupt(): Promise<void> {
  for (const suspend of [true, false]) await bets.drive(match, { suspend })
}

/** Answers when `count` bets wait at once, and keeps all of them waiting until `done`. */
function gathering(count: number, done: () => Promise<unknown>): () => Promise<unknown> {
  let waiting = 0
  const { promise, resolve } = Promise.withResolvers<unknown>()
  return () => {
    if (++waiting === count) resolve(done())
    return promise
  }
}

const placedStakes = async (token: string): Promise<string[]> =>
  (await nare.call(betting.bets, {}, token)).body.data.map(({ stake }) => stake)

const reservationsOf = async ({ id }: { id: bigint }): Promise<number> =>
  (await sql`select from betting.reservation where bettor_id = ${id}::bigint`.execute(nare.base.db)).rows.length

/** As if the process of this bettor's reservations had been gone for a while. */
const overdue = ({ id }: { id: bigint }) =>
  sql`with left_over as (delete from betting.reservation where bettor_id = ${id}::bigint returning *)
    insert into betting.reservation (bet_id, product, bettor_id, client_id, hash, stake, bonus_stake, interruptions, until)
    select bet_id, product, bettor_id, client_id, hash, stake, bonus_stake, interruptions, platform.real_now() from left_over`.execute(
    nare.base.db,
  )

test('a bettor cannot call a live bet back by spending the balance during its delay', async () => {
  const { token } = await someone()
  const others: unknown[] = []
  meanwhile = async () => {
    others.push(await bets.balance(token), (await bets.place(token, [pick(before)], { stake: '60' })).body)
  }
  expect(await bets.place(token, [pick(match)])).toMatchObject({ status: 201, body: { balance: '0.00' } })
  expect(others).toMatchObject(['0.00', { code: 'insufficient_funds', balance: '0.00' }])
  expect(await placedStakes(token)).toEqual(['100.00'])
  const { data } = (await nare.call(ledger.transactions, { limit: 1 }, token)).body
  expect(data).toMatchObject([{ kind: 'stake', amount: '-100.00', about: { type: 'bet' } }])
  await bets.verifyBooks()
})

test('a bettor cannot call a live bet back by lowering a limit during its delay, and its stake counts already', async () => {
  const { token } = await someone(1000)
  let other: unknown
  meanwhile = async () => {
    meanwhile = async () => undefined
    await nare.call(protection.setLimits, { stake: { day: '150' } }, token)
    other = (await bets.place(token, [pick(before)])).body
    await nare.call(protection.setLimits, { stake: { day: '50' } }, token)
  }
  expect((await bets.place(token, [pick(match)])).status).toBe(201)
  expect(other).toMatchObject({ code: 'limit_reached', used: '100.00' })
  expect(await bets.place(token, [pick(match)], { stake: '20' })).toMatchObject({
    body: { code: 'limit_reached', used: '100.00' },
  })
})

test('the stake of a live bet that is refused after its delay comes back, to the limits too, and the statement says so', async () => {
  const { id, token } = await someone(1000)
  await nare.call(protection.setLimits, { stake: { day: '150' } }, token)
  meanwhile = interrupt
  expect((await bets.place(token, [pick(match)])).body).toMatchObject({ code: 'market_suspended' })
  expect(await bets.balance(token)).toBe('1000.00')
  expect(await placedStakes(token)).toEqual([])
  const { data } = (await nare.call(ledger.transactions, {}, token)).body
  expect(data.slice(0, 2)).toMatchObject([
    { kind: 'stake_released', amount: '100.00', balance: '1000.00', about: null },
    { kind: 'stake', amount: '-100.00', balance: '900.00', about: null, description: 'Stake' },
  ])
  meanwhile = async () => undefined
  expect((await bets.place(token, [pick(before)], { stake: '150' })).status).toBe(201)
  expect((await nare.app.ledger.balances(id)).balance).toBe(85_000n)
  await bets.verifyBooks()
})

test.each<[string, number, (token: string) => Promise<unknown>]>([
  ['an exclusion', 403, (token) => nare.call(protection.selfExclude, { period: '24h' }, token)],
  [
    'a lack of room for one more that waits',
    503,
    () => Promise.reject(new QueueFull('too many live bets are waiting')),
  ],
])('%s during the delay of a live bet returns its stake', async (_what, status, what) => {
  const one = await someone()
  meanwhile = () => what(one.token)
  expect((await bets.place(one.token, [pick(match)])).status).toBe(status)
  expect(await bets.balance(one.token)).toBe('100.00')
  expect(await reservationsOf(one)).toBe(0)
  await bets.verifyBooks()
})

/** A live bet whose process is gone in its delay: it never comes back. */
async function leftBehind({ token }: { token: string }): Promise<SentSlip> {
  const slip = slipOf([pick(match)])
  await new Promise<void>((waits) => {
    meanwhile = () => (waits(), new Promise<void>(() => undefined))
    void nare.call(betting.place, slip, token)
  })
  return slip
}

test('the same live bet sent 100 times at once, by two processes, reserves one stake and is placed once', async () => {
  const one = await someone()
  const { token } = one
  const slip = slipOf([pick(match)])
  const other = await testApp({}, { base: nare.base, waitForLive: async () => void (await meanwhile()) })
  try {
    let most = 0
    meanwhile = async () => void (most = Math.max(most, await reservationsOf(one)))
    const send = (n: number) => (n % 2 ? nare : other).call(betting.place, slip, token)
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => send(n)))
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(201))
    expect(new Set(answers.map(({ body }) => body.bet.bet_id)).size).toBe(1)
    expect(most).toBe(1)
    expect(await bets.balance(token)).toBe('0.00')
    await bets.verifyBooks()
  } finally {
    await other.close()
  }
})

test('of 100 different live bets at once against too small a balance, those are reserved and placed that it covers', async () => {
  const { token } = await someone(700)
  let atMost: string | undefined
  meanwhile = gathering(7, async () => (atMost = await bets.balance(token)))
  const answers = await Promise.all(Array.from({ length: 100 }, () => bets.place(token, [pick(match)])))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(7)
  expect(new Set(answers.flatMap(({ status, body }) => (status === 201 ? [] : [body['code']])))).toEqual(
    new Set(['insufficient_funds']),
  )
  expect(atMost).toBe('0.00')
  expect(await bets.balance(token)).toBe('0.00')
  await bets.verifyBooks()
})

test('of 100 live bets at once whose match is suspended every stake comes back, once', async () => {
  const one = await someone(700)
  const { token } = one
  meanwhile = gathering(7, () => bets.drive(match, { suspend: true }))
  await Promise.all(Array.from({ length: 100 }, () => bets.place(token, [pick(match)])))
  expect(await bets.balance(token)).toBe('700.00')
  expect(await reservationsOf(one)).toBe(0)
  await bets.verifyBooks()
})

test('a stake that its process has left behind is returned once, however many return it, and its bet is not placed later', async () => {
  const one = await someone()
  const { token } = one
  let goOn: (() => void) | undefined
  let waits: () => void
  const waiting = new Promise<void>((resolve) => (waits = resolve))
  meanwhile = () => (waits(), new Promise<void>((resolve) => (goOn = resolve)))
  const answer = bets.place(token, [pick(match)])
  await waiting
  await nare.app.betting.releaseOverdue()
  expect(await bets.balance(token)).toBe('0.00')
  await bets.verifyBooks()

  await overdue(one)
  await Promise.all(Array.from({ length: 10 }, () => nare.app.betting.releaseOverdue()))
  expect(await bets.balance(token)).toBe('100.00')
  goOn?.()
  expect(await answer).toMatchObject({ status: 503, body: { code: 'overloaded' } })
  expect(await bets.balance(token)).toBe('100.00')
  await bets.verifyBooks()
})

test('any number of reservations that cannot be released does not delay the others', async () => {
  const one = await someone()
  await leftBehind(one)
  await overdue(one)
  // Reservations of a bettor without accounts, before the other one by id and by time.
  await sql`
    insert into betting.reservation
    select n, 'sports', 987654321, gen_random_uuid(), '\\x00', 100, 0, '{}', platform.real_now() - interval '1 hour' from generate_series(1, 200) n`.execute(
    nare.base.db,
  )
  await nare.app.betting.releaseOverdue()
  expect(await bets.balance(one.token)).toBe('100.00')
  expect(await reservationsOf({ id: 987_654_321n })).toBe(200)
  await sql`delete from betting.reservation where bettor_id = 987654321`.execute(nare.base.db)
})

test('a live bet sent again after its process died is placed with the stake that was reserved', async () => {
  const one = await someone()
  const slip = await leftBehind(one)
  const other = await testApp({}, { base: nare.base })
  try {
    expect(await other.call(betting.place, slip, one.token)).toMatchObject({ status: 201, body: { balance: '0.00' } })
    expect(await reservationsOf(one)).toBe(0)
    await bets.verifyBooks()
  } finally {
    await other.close()
  }
})

test('a live bet sent again after an interruption is refused, as it would have been by the process that died', async () => {
  const one = await someone()
  const slip = await leftBehind(one)
  await interrupt()
  const other = await testApp({}, { base: nare.base })
  try {
    expect((await other.call(betting.place, slip, one.token)).body).toMatchObject({ code: 'market_suspended' })
    expect(await bets.balance(one.token)).toBe('100.00')
  } finally {
    await other.close()
  }
})

test('bonus money is reserved with the cash; a grant that has ended meanwhile gives it back to the house', async () => {
  const on = bonusesOn(nare)
  const [one, other] = [await someone(60), await someone(60)]
  const [, granted] = [await on.grant(one, 40, { wagerTimes: 50 }), await on.grant(other, 40, { wagerTimes: 50 })]
  const grantId = 'grantId' in granted ? granted.grantId : 0n
  const seen: unknown[] = []
  meanwhile = async () => {
    seen.push(await on.has(one), (await on.grants(one.token))[0])
    await bets.verifyBooks()
  }
  expect((await bets.place(one.token, [pick(match)])).body.bet).toMatchObject({ stake: '100.00', bonus_stake: '40.00' })
  expect(seen).toMatchObject([
    { cash: 0n, bonus: 0n },
    { left: '0.00', staked: '40.00', state: 'active' },
  ])

  const cancel = { bettor: other.id, grantId, id: slipOf([]).id }
  meanwhile = async () => (await nare.app.bonus.cancel(cancel), await interrupt())
  const house = await nare.app.ledger.houseBalance('house:promotions')
  expect((await bets.place(other.token, [pick(match)])).body).toMatchObject({ code: 'market_suspended' })
  expect(await on.has(other)).toEqual({ cash: 6_000n, bonus: 0n })
  expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(house + 4_000n)
  await bets.verifyBooks()
})

test('bonus money that was reserved for a refused bet is back in its grant', async () => {
  const on = bonusesOn(nare)
  const one = await someone(60)
  await on.grant(one, 40, { wagerTimes: 50 })
  meanwhile = interrupt
  expect((await bets.place(one.token, [pick(match)])).body).toMatchObject({ code: 'market_suspended' })
  expect(await on.has(one)).toEqual({ cash: 6_000n, bonus: 4_000n })
  expect(await on.grants(one.token)).toMatchObject([{ left: '40.00', staked: '0.00', state: 'active' }])
  await bets.verifyBooks()
})

test('a stake that comes back repays a debt first', async () => {
  const one = await someone()
  const against = nare.app.ledger.house('house:sandbox')
  const back = { id: `test/${one.id}`, kind: 'correction' as const, bettor: one.id, amount: money(3_000n), against }
  meanwhile = async () => {
    await transact(nare.app.db, (tx) => nare.app.ledger.clawBack(tx, [back]))
    await interrupt()
  }
  expect((await bets.place(one.token, [pick(match)])).body).toMatchObject({ code: 'market_suspended' })
  expect(await bets.balance(one.token)).toBe('70.00')
})

test('the books show a reserved stake that was lost', async () => {
  const { id, token } = await someone()
  let broken: readonly Check[] = []
  meanwhile = async () => {
    await sql`delete from betting.reservation where bettor_id = ${id}::bigint`.execute(nare.base.db)
    broken = (await verifyBets(nare.base.db)).filter((check) => check.broken > 0)
  }
  expect((await bets.place(token, [pick(match)])).body).toMatchObject({ code: 'overloaded' })
  expect(broken).toMatchObject([{ name: 'every transfer about a bet is its stake or a settlement of it', broken: 1 }])
})
