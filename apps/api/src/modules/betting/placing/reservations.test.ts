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
import { verifyTickets } from '#modules/tickets/tickets'
import { QueueFull } from '#platform/batcher'
import { openLog } from '#platform/log'

let nare: TestApp
let bets: Bets
let match: string
let before: string
/** Runs during the live delay of each bet; each test sets its own. */
let duringDelay: () => Promise<unknown>

beforeAll(async () => {
  nare = await testApp({}, { waitForLive: async () => void (await duringDelay()) })
  bets = betsOn(nare)
})
afterAll(() => nare.close())
beforeEach(async () => {
  duringDelay = async () => undefined
  ;[match, before] = [await nare.match(), await nare.match()]
  await bets.drive(match, { state: 'live', minute: 10 })
})

async function newBettor(shillings = 100) {
  const bettor = await nare.bettor(shillings)
  return bettor
}

/** Interrupts the match and reopens it, so that live bets waiting on it are refused. */
async function interrupt(): Promise<void> {
  for (const suspend of [true, false]) await bets.drive(match, { suspend })
}

/** Waits until `count` bets are in their delay, runs `done`, and then lets all of them continue. */
function whenWaiting(count: number, done: () => Promise<unknown>): () => Promise<unknown> {
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

/** Makes this bettor's reservations overdue, as if their process had died. */
const makeOverdue = ({ id }: { id: bigint }) =>
  sql`with left_over as (delete from betting.reservation where bettor_id = ${id}::bigint returning *)
    insert into betting.reservation (bet_id, product, bettor_id, client_id, hash, stake, bonus_stake, interruptions, until)
    select bet_id, product, bettor_id, client_id, hash, stake, bonus_stake, interruptions, platform.real_now() from left_over`.execute(
    nare.base.db,
  )

test('a bettor cannot cancel a live bet by spending the balance during its delay', async () => {
  const { token } = await newBettor()
  const others: unknown[] = []
  duringDelay = async () => {
    others.push(await bets.balance(token), (await bets.place(token, [pick(before)], { stake: '60' })).body)
  }
  expect(await bets.place(token, [pick(match)])).toMatchObject({ status: 201, body: { balance: '0.00' } })
  expect(others).toMatchObject(['0.00', { code: 'insufficient_funds', balance: '0.00' }])
  expect(await placedStakes(token)).toEqual(['100.00'])
  const { data } = (await nare.call(ledger.transactions, { limit: 1 }, token)).body
  expect(data).toMatchObject([{ kind: 'stake', amount: '-100.00', about: { type: 'bet' } }])
  await bets.verifyBooks()
})

test('a bettor cannot cancel a live bet by lowering a limit during its delay, and the reserved stake counts towards the limit', async () => {
  const { token } = await newBettor(1000)
  let other: unknown
  duringDelay = async () => {
    duringDelay = async () => undefined
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

test('a live bet refused after its delay has its stake returned: the balance, the limit and the statement show it', async () => {
  const { id, token } = await newBettor(1000)
  await nare.call(protection.setLimits, { stake: { day: '150' } }, token)
  duringDelay = interrupt
  expect((await bets.place(token, [pick(match)])).body).toMatchObject({ code: 'market_suspended' })
  expect(await bets.balance(token)).toBe('1000.00')
  expect(await placedStakes(token)).toEqual([])
  const { data } = (await nare.call(ledger.transactions, {}, token)).body
  expect(data.slice(0, 2)).toMatchObject([
    { kind: 'stake_released', amount: '100.00', balance: '1000.00', about: null },
    { kind: 'stake', amount: '-100.00', balance: '900.00', about: null, description: 'Stake' },
  ])
  duringDelay = async () => undefined
  expect((await bets.place(token, [pick(before)], { stake: '150' })).status).toBe(201)
  expect((await nare.app.ledger.balances(id)).balance).toBe(85_000n)
  await bets.verifyBooks()
})

test.each<[string, number, (token: string) => Promise<unknown>]>([
  ['an exclusion', 403, (token) => nare.call(protection.selfExclude, { period: '24h' }, token)],
  ['a full queue of delayed bets', 503, () => Promise.reject(new QueueFull('too many live bets are waiting'))],
])('%s during the delay of a live bet returns its stake', async (_what, status, what) => {
  const owner = await newBettor()
  duringDelay = () => what(owner.token)
  expect((await bets.place(owner.token, [pick(match)])).status).toBe(status)
  expect(await bets.balance(owner.token)).toBe('100.00')
  expect(await reservationsOf(owner)).toBe(0)
  await bets.verifyBooks()
})

/** Sends a live bet whose delay never ends, as if its process had died. */
async function sendAndAbandon({ token }: { token: string }): Promise<SentSlip> {
  const slip = slipOf([pick(match)])
  await new Promise<void>((waits) => {
    duringDelay = () => (waits(), new Promise<void>(() => undefined))
    void nare.call(betting.place, slip, token)
  })
  return slip
}

test('the same live bet sent 100 times concurrently, by two processes, reserves one stake and is placed once', async () => {
  const owner = await newBettor()
  const { token } = owner
  const slip = slipOf([pick(match)])
  const other = await testApp({}, { base: nare.base, waitForLive: async () => void (await duringDelay()) })
  try {
    let max = 0
    duringDelay = async () => void (max = Math.max(max, await reservationsOf(owner)))
    const send = (n: number) => (n % 2 ? nare : other).call(betting.place, slip, token)
    const responses = await Promise.all(Array.from({ length: 100 }, (_, n) => send(n)))
    expect(responses.map(({ status }) => status)).toEqual(Array(100).fill(201))
    expect(new Set(responses.map(({ body }) => body.bet.bet_id)).size).toBe(1)
    expect(max).toBe(1)
    expect(await bets.balance(token)).toBe('0.00')
    await bets.verifyBooks()
  } finally {
    await other.close()
  }
})

test('of 100 different live bets sent at the same time, only those that the balance covers are reserved and placed', async () => {
  const { token } = await newBettor(700)
  let atMost: string | undefined
  duringDelay = whenWaiting(7, async () => (atMost = await bets.balance(token)))
  const responses = await Promise.all(Array.from({ length: 100 }, () => bets.place(token, [pick(match)])))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(7)
  expect(new Set(responses.flatMap(({ status, body }) => (status === 201 ? [] : [body['code']])))).toEqual(
    new Set(['insufficient_funds']),
  )
  expect(atMost).toBe('0.00')
  expect(await bets.balance(token)).toBe('0.00')
  await bets.verifyBooks()
})

test('when the match of 100 concurrent live bets is suspended, every stake is returned exactly once', async () => {
  const owner = await newBettor(700)
  const { token } = owner
  duringDelay = whenWaiting(7, () => bets.drive(match, { suspend: true }))
  await Promise.all(Array.from({ length: 100 }, () => bets.place(token, [pick(match)])))
  expect(await bets.balance(token)).toBe('700.00')
  expect(await reservationsOf(owner)).toBe(0)
  await bets.verifyBooks()
})

test('an overdue reservation is returned once, even by ten concurrent jobs, and its bet is not placed afterwards', async () => {
  const owner = await newBettor()
  const { token } = owner
  let resume: (() => void) | undefined
  let waits: () => void
  const waiting = new Promise<void>((resolve) => (waits = resolve))
  duringDelay = () => (waits(), new Promise<void>((resolve) => (resume = resolve)))
  const response = bets.place(token, [pick(match)])
  await waiting
  await nare.app.betting.releaseOverdue()
  expect(await bets.balance(token)).toBe('0.00')
  await bets.verifyBooks()

  await makeOverdue(owner)
  await Promise.all(Array.from({ length: 10 }, () => nare.app.betting.releaseOverdue()))
  expect(await bets.balance(token)).toBe('100.00')
  resume?.()
  expect(await response).toMatchObject({ status: 503, body: { code: 'overloaded' } })
  expect(await bets.balance(token)).toBe('100.00')
  await bets.verifyBooks()
})

test('any number of reservations that cannot be released does not delay the others', async () => {
  const owner = await newBettor()
  await sendAndAbandon(owner)
  await makeOverdue(owner)
  // Reservations of a bettor without accounts, before the other one by id and by time.
  await sql`
    insert into betting.reservation
    select n, 'sports', 987654321, gen_random_uuid(), '\\x00', 100, 0, '{}', platform.real_now() - interval '1 hour' from generate_series(1, 200) n`.execute(
    nare.base.db,
  )
  await nare.app.betting.releaseOverdue()
  expect(await bets.balance(owner.token)).toBe('100.00')
  expect(await reservationsOf({ id: 987_654_321n })).toBe(200)
  await sql`delete from betting.reservation where bettor_id = 987654321`.execute(nare.base.db)
})

test('a reservation that can never be released is logged less and less often', async () => {
  const logged: string[] = []
  const log = openLog('warn', { write: (line) => void logged.push(line) })
  const other = await testApp({}, { base: nare.base, log })
  await sql`
    insert into betting.reservation
    values (1, 'sports', 987654321, gen_random_uuid(), '\\x00', 100, 0, '{}', platform.real_now() - interval '1 hour')`.execute(
    nare.base.db,
  )
  try {
    for (let run = 0; run < 9; run++) await other.app.betting.releaseOverdue()
    const failures = logged.filter((line) => line.includes('"what":"reserved stake"'))
    expect(failures.map((line) => (JSON.parse(line) as { tries: number }).tries)).toEqual([1, 2, 4])
  } finally {
    await sql`delete from betting.reservation where bettor_id = 987654321`.execute(nare.base.db)
    await other.close()
  }
})

test('a live bet sent again after its process died is placed with the stake that was reserved', async () => {
  const owner = await newBettor()
  const slip = await sendAndAbandon(owner)
  const other = await testApp({}, { base: nare.base })
  try {
    expect(await other.call(betting.place, slip, owner.token)).toMatchObject({ status: 201, body: { balance: '0.00' } })
    expect(await reservationsOf(owner)).toBe(0)
    await bets.verifyBooks()
  } finally {
    await other.close()
  }
})

test('after its process died, a live bet sent again is still refused if the match was interrupted during the delay', async () => {
  const owner = await newBettor()
  const slip = await sendAndAbandon(owner)
  await interrupt()
  const other = await testApp({}, { base: nare.base })
  try {
    expect((await other.call(betting.place, slip, owner.token)).body).toMatchObject({ code: 'market_suspended' })
    expect(await bets.balance(owner.token)).toBe('100.00')
  } finally {
    await other.close()
  }
})

test('a returned stake repays a debt first', async () => {
  const owner = await newBettor()
  const against = nare.app.ledger.house('house:sandbox')
  const back = { id: `test/${owner.id}`, kind: 'correction' as const, bettor: owner.id, amount: money(3_000n), against }
  duringDelay = async () => {
    await transact(nare.app.db, (tx) => nare.app.ledger.clawBack(tx, [back]))
    await interrupt()
  }
  expect((await bets.place(owner.token, [pick(match)])).body).toMatchObject({ code: 'market_suspended' })
  expect(await bets.balance(owner.token)).toBe('70.00')
})

test('verifying the books finds a reserved stake whose reservation row is missing', async () => {
  const { id, token } = await newBettor()
  let broken: readonly Check[] = []
  duringDelay = async () => {
    await sql`delete from betting.reservation where bettor_id = ${id}::bigint`.execute(nare.base.db)
    broken = (await verifyTickets(nare.base.db)).filter((check) => check.broken > 0)
  }
  expect((await bets.place(token, [pick(match)])).body).toMatchObject({ code: 'overloaded' })
  expect(broken).toMatchObject([{ name: 'every transfer about a bet is its stake or a settlement of it', broken: 1 }])
})
