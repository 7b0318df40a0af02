import { beforeEach, expect, test } from 'vitest'
import { sandbox } from '@nare/contract/sandbox'
import { transact } from '#platform/db'
import { testApp } from '#testing/app'
import { sharedApp } from '#testing/shared-app'
import { betsOn, pick } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'
import { lockBets } from './store.ts'

const pollsMax = 10_000
let match: string
let bettor: SeededBettor
let betId: string
let quoteId: string

const nare = await sharedApp()
const bets = betsOn(nare)
const cashOuts = cashOutsOn(nare)
beforeEach(async () => {
  match = await nare.match()
  const seeded = await nare.bettor()
  bettor = seeded
  betId = (await bets.mustPlace(bettor.token, [pick(match)])).bet_id
  quoteId = (await cashOuts.mustQuote(bettor.token, betId)).quote_id
})

/** Resolves once this many transactions wait for a lock, or once `work` has ended, whichever comes first. */
async function untilWaiting(many: number, work: Promise<unknown>): Promise<void> {
  let ended = false
  const end = () => void (ended = true)
  work.then(end, end)
  for (let polls = 0; polls < pollsMax; polls++) if (ended || (await waitingForLocks(nare.base.db)) >= many) return
  throw new Error('no transaction waits for a lock')
}

/** Runs `during` while a cash-out of the bet has its locks and waits for the bettor's cash account. Returns the results of both. */
async function whileTaking<T>(during: () => Promise<T>) {
  const released = Promise.withResolvers<undefined>()
  const locked = Promise.withResolvers<undefined>()
  const holding = transact(nare.app.db, async (tx) => {
    await nare.app.ledger.lockCash(tx, [bettor.id])
    locked.resolve(undefined)
    await released.promise
  })
  await locked.promise
  const take = cashOuts.take(bettor.token, betId, quoteId)
  await untilWaiting(1, take)
  const other = during()
  await untilWaiting(2, other)
  released.resolve(undefined)
  await holding
  return { taken: await take, other: await other }
}

test('a suspension waits for a cash-out that has its locks, and the cash-out is paid', async () => {
  const suspend = () => nare.call(sandbox.driveMatch, { match_id: match, suspend: true })
  const { taken, other } = await whileTaking(suspend)
  expect([taken.status, other.status]).toEqual([200, 200])
})

test('a result waits for a cash-out that has its locks, and the bet is not settled', async () => {
  const { taken } = await whileTaking(() => bets.result(match, { full_time: '1:0' }))
  expect(taken.status).toBe(200)
  expect(await bets.bet(bettor.token, betId)).toMatchObject({ state: 'cashed_out', returned: taken.body.amount })
  expect(await bets.balance(bettor.token)).toBe(taken.body.amount)
  await bets.verifyBooks()
})

test('a rule that is set during a cash-out waits for it and finds the bet cashed out', async () => {
  // In another process the bettor's turn does not make the rule wait.
  const second = await testApp({}, { base: nare.base })
  const { taken, other } = await whileTaking(() => cashOutsOn(second).setRule(bettor.token, betId, '150'))
  await second.close()
  expect(taken.status).toBe(200)
  expect(other).toMatchObject({ status: 422, body: { reason: 'cashed_out' } })
})

test('a cash-out of another bettor’s bet is refused before it locks anything', async () => {
  const stranger = await nare.bettor()
  const released = Promise.withResolvers<undefined>()
  const locked = Promise.withResolvers<undefined>()
  const holding = transact(nare.app.db, async (tx) => {
    await lockBets(tx, [BigInt(betId)])
    locked.resolve(undefined)
    await released.promise
  })
  await locked.promise
  const take = cashOuts.take(stranger.token, betId, quoteId)
  await untilWaiting(1, take)
  const waiting = await waitingForLocks(nare.base.db)
  released.resolve(undefined)
  await holding
  expect(waiting).toBe(0)
  expect((await take).status).toBe(404)
})
