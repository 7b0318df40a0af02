import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { exclude } from '#modules/protection/protection'
import { transact, type Tx } from '#platform/db'
import { lockAlone } from '#platform/locks'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'
import { openRules } from './rules.ts'
import { settleMatch } from './settle.ts'

const looksMost = 10_000

let nare: TestApp
let bets: Bets
let match: string
let bettor: SeededBettor

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
})
afterAll(() => nare.close())
beforeEach(async () => {
  match = await nare.match()
  const [one] = await nare.bettors(1, 1000)
  if (!one) throw new Error('no bettor')
  bettor = one
})

/** What still keeps a transaction open, so that a test that failed does not hold up the next. */
const shut = new Set<() => void>()
afterEach(() => shut.forEach((open) => open()))

/** A gate that is shut until it is opened, at the latest at the end of the test. */
function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  shut.add(open)
  return { open, opened }
}

/** Watches whether a piece of work has come to its end. */
function watched<T>(work: Promise<T>): { work: Promise<T>; ended: () => boolean } {
  let ended = false
  const end = () => (ended = true)
  work.then(end, end)
  return { work, ended: () => ended }
}

/** Waits until this many transactions wait for a lock, or `work` ended because it did not have to. */
async function untilWaiting(many: number, work?: { ended: () => boolean }): Promise<void> {
  for (let looks = 0; looks < looksMost; looks++) {
    if ((await waitingForLocks(nare.base.db)) >= many || work?.ended()) return
  }
  throw new Error('nobody waits')
}

/** Does something in a transaction of its own and keeps it open until told to commit. */
async function held(work: (tx: Tx) => Promise<unknown>): Promise<{ commit: () => Promise<void> }> {
  const [done, end] = [gate(), gate()]
  const running = transact(nare.app.db, async (tx) => {
    await work(tx)
    done.open()
    await end.opened
  })
  await done.opened
  return {
    commit: () => {
      end.open()
      return running
    },
  }
}

const lockCash = (tx: Tx) => nare.app.ledger.lockCash(tx, [bettor.id])

test('a suspension waits for a bet that has read its price, so that none is committed after it', async () => {
  const payer = await held(lockCash)
  const placed = watched(bets.place(bettor.token, [pick(match)]))
  await untilWaiting(1, placed)
  const stopped = watched(bets.drive(match, { suspend: true }))
  await untilWaiting(2, stopped)
  expect(stopped.ended()).toBe(false)
  await payer.commit()
  expect((await placed.work).status).toBe(201)
  await stopped.work
  expect((await bets.place(bettor.token, [pick(match)])).body['code']).toBe('market_suspended')
})

test('a result waits for a bet that is being placed, and settles it', async () => {
  const payer = await held(lockCash)
  const placed = watched(bets.place(bettor.token, [pick(match)]))
  await untilWaiting(1, placed)
  const result = watched(bets.result(match, { full_time: '1:0' }))
  await untilWaiting(2, result)
  expect(result.ended()).toBe(false)
  await payer.commit()
  await placed.work
  expect(await result.work).toEqual({ legs: 1, bets: 1 })
  expect(await bets.balance(bettor.token)).toBe('1110.00')
})

test('a bet that waited for a suspension is judged by what that left', async () => {
  const suspension = await held(async (tx) => {
    await lockAlone(tx, 'match', [Number(match)])
    await sql`update catalog.match set suspended = true where id = ${match}::int`.execute(tx)
  })
  const placed = watched(bets.place(bettor.token, [pick(match)]))
  await untilWaiting(1, placed)
  await suspension.commit()
  expect((await placed.work).body['code']).toBe('market_suspended')
})

test('a bet that waited for an exclusion is refused', async () => {
  const exclusion = await held(async (tx) => {
    await lockCash(tx)
    await exclude(tx, { bettor: bettor.id, period: '24h', seconds: 86_400 })
  })
  const placed = watched(bets.place(bettor.token, [pick(match)]))
  await untilWaiting(1, placed)
  await exclusion.commit()
  expect((await placed.work).body['code']).toBe('self_excluded')
  expect(await bets.balance(bettor.token)).toBe('1000.00')
})

test('a settlement that has read its result holds off the one of the correction', async () => {
  const { betting, catalog, country, db, ledger } = nare.app
  const taken = await bets.take(bettor.token, [pick(match)])
  catalog.connect({ onResult: betting.onResult, settle: async () => ({ legs: 0, bets: 0 }) })
  await bets.result(match, { full_time: '1:0' })
  catalog.connect(betting)
  const [read, go] = [gate(), gate()]
  const slow = {
    ...catalog,
    async resultOf(...asked: Parameters<typeof catalog.resultOf>) {
      const standing = await catalog.resultOf(...asked)
      read.open()
      await go.opened
      return standing
    },
  }
  const rules = await openRules(db, country)
  const first = settleMatch({ db, catalog: slow, ledger, rules }, Number(match), async () => undefined)
  await read.opened
  const corrected = watched(bets.result(match, { full_time: '0:1' }))
  await untilWaiting(1, corrected)
  go.open()
  await Promise.all([first, corrected.work])
  expect(await bets.bet(bettor.token, taken.bet_id)).toMatchObject({ state: 'lost', returned: '0.00' })
  expect(await bets.balance(bettor.token)).toBe('900.00')
  await bets.proven()
})

test("a settlement waits for that of another match which holds their bet, and sees what it made of the bet's legs", async () => {
  const { catalog, country, db, ledger, betting } = nare.app
  const other = await nare.match()
  const both = await bets.take(bettor.token, [pick(match), pick(other)])
  await bets.take(bettor.token, [pick(match)])
  catalog.connect({ onResult: betting.onResult, settle: async () => ({ legs: 0, bets: 0 }) })
  for (const one of [match, other]) await bets.result(one, { full_time: '1:0' })
  catalog.connect(betting)
  const [read, go] = [gate(), gate()]
  const book = await openRules(db, country)
  // The rules are asked for the single, when the chunk has decided its legs and not committed them.
  const slow = {
    ...book,
    async of(version: string) {
      read.open()
      await go.opened
      return book.of(version)
    },
  }
  const first = settleMatch({ db, catalog, ledger, rules: slow }, Number(match), async () => undefined)
  await read.opened
  const second = watched(betting.settle(Number(other)))
  await untilWaiting(1, second)
  expect(second.ended()).toBe(false)
  go.open()
  await Promise.all([first, second.work])
  expect(await bets.bet(bettor.token, both.bet_id)).toMatchObject({ state: 'won', returned: '441.00' })
  await bets.proven()
})

test('a settlement does not wait for that of a match with which it shares no bet', async () => {
  const { catalog, country, db, ledger, betting } = nare.app
  const other = await nare.match()
  await bets.take(bettor.token, [pick(match)])
  const [someone] = await nare.bettors(1, 1000)
  const taken = await bets.take(someone?.token ?? '', [pick(other)])
  catalog.connect({ onResult: betting.onResult, settle: async () => ({ legs: 0, bets: 0 }) })
  for (const one of [match, other]) await bets.result(one, { full_time: '1:0' })
  catalog.connect(betting)
  const [read, go] = [gate(), gate()]
  const book = await openRules(db, country)
  const slow = {
    ...book,
    async of(version: string) {
      read.open()
      await go.opened
      return book.of(version)
    },
  }
  const first = settleMatch({ db, catalog, ledger, rules: slow }, Number(match), async () => undefined)
  await read.opened
  await betting.settle(Number(other))
  expect(await bets.bet(someone?.token ?? '', taken.bet_id)).toMatchObject({ state: 'won' })
  go.open()
  await first
})
