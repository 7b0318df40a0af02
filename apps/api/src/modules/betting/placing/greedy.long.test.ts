import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { betting } from '@nare/contract/betting'
import { bonus } from '@nare/contract/bonus'
import { identity } from '@nare/contract/identity'
import { payments } from '@nare/contract/payments'
import { protection } from '@nare/contract/protection'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, type Bets } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'
import { withdraw } from '#testing/withdraw'

const waitingMax = 200
const slipsInTurn = 8

let nare: TestApp
let bets: Bets
let match: string
let greedy: SeededBettor

beforeAll(async () => {
  // With two money connections, a bettor who used both would block all other bettors.
  nare = await testApp({ DB_MONEY_POOL: '2' })
  bets = betsOn(nare)
  match = await nare.match()
})
afterAll(() => nare.close())

async function bettor(shillings: number): Promise<SeededBettor> {
  const seeded = await nare.bettor(shillings)
  return seeded
}

/** Locks the greedy bettor's cash while `work` runs, so that none of this bettor's commands proceeds. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const lock = await nare.base.db.startTransaction().execute()
  try {
    await nare.app.ledger.lockCash(lock, [greedy.id])
    return await work()
  } finally {
    await lock.rollback().execute()
  }
}

const untilOneTransactionWaits = () =>
  vi.waitFor(async () => expect(await waitingForLocks(nare.base.db)).toBe(1), 20_000)

test('a bettor with hundreds of concurrent commands uses one connection, and other bettors still place bets', async () => {
  greedy = await bettor(100_000)
  const sent = waitingMax + 50
  let refused = 0
  const { all, refusedThen } = await whileLocked(async () => {
    const commands = Array.from({ length: sent }, async () => {
      const response = await nare.call(betting.place, slipOf([pick(match)]), greedy.token)
      if (response.status === 429) refused++
      return response
    })
    await untilOneTransactionWaits()
    await vi.waitFor(() => expect(refused).toBeGreaterThanOrEqual(sent - waitingMax - slipsInTurn), 20_000)
    const others = await nare.bettors(20, 1000)
    const placed = await Promise.all(others.map(({ token }) => bets.place(token, [pick(match)])))
    expect(new Set(placed.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await waitingForLocks(nare.base.db)).toBe(1)
    return { all: commands, refusedThen: refused }
  })
  const responses = await Promise.all(all)
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(sent - refusedThen)
  expect(refusedThen).toBeLessThan(sent - waitingMax)
  expect(responses.find(({ status }) => status === 429)?.body['code']).toBe('too_many_requests')
  await bets.verifyBooks()
})

test('bets, deposits, withdrawals, limits, breaks and cancelled bonuses of one bettor queue without using a connection, breaks first', async () => {
  greedy = await bettor(10_000)
  const { token } = greedy
  const responses = await whileLocked(async () => {
    const bet = bets.place(token, [pick(match)])
    await untilOneTransactionWaits()
    const others = [
      nare.call(payments.deposit, { id: randomUUID(), amount: '100' }, token),
      withdraw(nare, token, '500'),
      nare.call(protection.setLimits, { stake: { day: '5000' } }, token),
      nare.call(protection.closeAccount, { password: 'not his' }, token),
      nare.call(protection.selfExclude, { period: '24h' }, token),
      nare.call(bonus.cancelBonus, { grant_id: '1', id: randomUUID() }, token),
    ]
    const free = await nare.bettor(1000)
    expect((await bets.place(free.token, [pick(match)])).status).toBe(201)
    expect(await waitingForLocks(nare.base.db)).toBe(1)
    return [bet, ...others]
  })
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([201, 403, 200, 200, 422, 200, 404])
})

test('limits and a self-exclusion run before two hundred own bets that wait, and none of those is placed', async () => {
  greedy = await bettor(100_000)
  const { token } = greedy
  let refused = 0
  const { sent, limits, exclusions } = await whileLocked(async () => {
    const place = async () => {
      const response = await nare.call(betting.place, slipOf([pick(match)]), token)
      if (response.status === 429) refused++
      return response
    }
    const commands = Array.from({ length: waitingMax + 50 }, place)
    await untilOneTransactionWaits()
    await vi.waitFor(() => expect(refused).toBeGreaterThanOrEqual(50 - slipsInTurn), 20_000)
    const protecting = {
      limits: nare.call(protection.setLimits, { stake: { day: '5000' } }, token),
      exclusions: Array.from({ length: 5 }, () => nare.call(protection.selfExclude, { period: '24h' }, token)),
    }
    // The answer to a later call shows that the earlier ones have arrived.
    await nare.call(identity.balance, {}, token)
    return { sent: commands, ...protecting }
  })
  expect((await limits).status).toBe(200)
  expect(new Set((await Promise.all(exclusions)).map(({ status }) => status))).toEqual(new Set([200]))
  const placed = (await Promise.all(sent)).filter(({ status }) => status === 201)
  // The turn that was running when the exclusion arrived.
  expect(placed.length).toBeLessThanOrEqual(slipsInTurn)
})

test('two hundred concurrent copies of one command queue once, and every caller gets its response', async () => {
  greedy = await bettor(1000)
  const slip = slipOf([pick(match)])
  const deposit = { id: randomUUID(), amount: '100' }
  const { placed, deposits } = await whileLocked(async () => {
    const first = bets.place(greedy.token, [pick(match)])
    await untilOneTransactionWaits()
    return {
      placed: [first, ...Array.from({ length: waitingMax }, () => nare.call(betting.place, slip, greedy.token))],
      deposits: Array.from({ length: waitingMax }, () => nare.call(payments.deposit, deposit, greedy.token)),
    }
  })
  const responses = await Promise.all(placed)
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(responses.map(({ body }) => body.bet.bet_id)).size).toBe(2)
  expect(new Set((await Promise.all(deposits)).map(({ body }) => body.deposit_id)).size).toBe(1)
})

test('a concurrent command with the same id and other content is refused and does not get the response of the first', async () => {
  greedy = await bettor(1000)
  const deposit = { id: randomUUID(), amount: '100' }
  const both = await Promise.all([
    nare.call(payments.deposit, deposit, greedy.token),
    nare.call(payments.deposit, { ...deposit, amount: '200' }, greedy.token),
  ])
  // Either command may be the first.
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body['code']).toBe('id_reused')
})

test('two processes that place bets for one bettor concurrently do not overdraw the balance', async () => {
  greedy = await bettor(1000)
  const secondProcess = await testApp({}, { base: nare.base })
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      (n % 2 ? nare : secondProcess).call(betting.place, slipOf([pick(match)]), greedy.token),
    ),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(responses.filter(({ body }) => body['code'] === 'insufficient_funds')).toHaveLength(90)
  await bets.verifyBooks()
  await secondProcess.close()
})

test('reads that exhaust the main pool use no connection of the money pool', async () => {
  const reader = await bettor(1000)
  const small = await testApp({ DB_POOL: '2' }, { base: nare.base })
  // A session is looked up once a minute, by a read.
  await small.call(identity.balance, {}, reader.token)
  const owner = new pg.Client(nare.base.connection)
  await owner.connect()
  try {
    await owner.query('begin; lock table betting.share in access exclusive mode')
    const reads = Array.from({ length: 50 }, () => small.call(betting.shared, { code: 'ABC234' }))
    await vi.waitFor(async () => expect(await waitingForLocks(nare.base.db)).toBe(2), 20_000)
    expect((await small.call(betting.place, slipOf([pick(match)]), reader.token)).status).toBe(201)
    await owner.query('rollback')
    expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([404]))
  } finally {
    await owner.end()
    await small.close()
  }
})

test('while the expected wait is too long, further bets are refused before their session is read, and other calls are served', async () => {
  const busy = await testApp({ BET_QUEUE_MS: '50' }, { base: nare.base })
  const bettors = await nare.bettors(400, 1000)
  const place = ({ token }: { token: string }) => busy.call(betting.place, slipOf([pick(match)]), token)
  const owner = new pg.Client(nare.base.connection)
  await owner.connect()
  try {
    await owner.query('begin; lock table betting.exposure in access exclusive mode')
    // The running batches hang until the table is unlocked. Of bets that arrive together, all but one batch may be refused, so
    // the other bets arrive a few at a time until more than one batch waits.
    const rest = [...bettors]
    const sent: ReturnType<typeof place>[] = rest.splice(0, 200).map(place)
    await vi.waitFor(async () => {
      sent.push(...rest.splice(0, 10).map(place))
      expect((await busy.call(betting.place, slipOf([pick(match)]))).status).toBe(503)
    }, 20_000)
    expect((await busy.call(identity.balance, {}, bettors[0]?.token)).status).toBe(200)
    await owner.query('rollback')
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
    await vi.waitFor(
      async () => expect((await busy.call(betting.place, slipOf([pick(match)]))).status).toBe(401),
      20_000,
    )
  } finally {
    await owner.end()
    await busy.close()
  }
})
