import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { exclude } from '#modules/protection/protection'
import { transact, type Tx } from '#platform/db'
import { lockExclusive } from '#platform/locks'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, type Bets } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'
import { openRules } from '../rules.ts'
import { settleMatch } from './settle.ts'

const pollsMax = 10_000
const chunkLegs = 4000

let nare: TestApp
let bets: Bets
let match: string
let bettor: SeededBettor

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
})
afterAll(() => closeWithBooks(nare))
beforeEach(async () => {
  match = await nare.match()
  const seeded = await nare.bettor(1000)
  bettor = seeded
})

/** Gates that keep transactions open; opened after each test, so that a failed test does not block the next. */
const gates = new Set<() => void>()
afterEach(() => gates.forEach((open) => open()))

/** Creates a closed gate, which is opened at the end of the test at the latest. */
function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  gates.add(open)
  return { open, opened }
}

/** Tracks whether a promise has settled. */
function watched<T>(work: Promise<T>): { work: Promise<T>; ended: () => boolean } {
  let ended = false
  const end = () => (ended = true)
  work.then(end, end)
  return { work, ended: () => ended }
}

/** Waits until this many transactions wait for a lock, or until `work` has finished without waiting. */
async function untilWaiting(many: number, work?: { ended: () => boolean }): Promise<void> {
  for (let polls = 0; polls < pollsMax; polls++) {
    if ((await waitingForLocks(nare.base.db)) >= many || work?.ended()) return
  }
  throw new Error('no transaction waits for a lock')
}

/** Runs `work` in a transaction and keeps it open until `commit` is called. */
async function openTransaction(work: (tx: Tx) => Promise<unknown>): Promise<{ commit: () => Promise<void> }> {
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

test('a suspension waits for a bet that has read its price, so that no bet is committed after the suspension', async () => {
  const payer = await openTransaction(lockCash)
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
  const payer = await openTransaction(lockCash)
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

test('a bet that waited for a suspension is refused', async () => {
  const suspension = await openTransaction(async (tx) => {
    await lockExclusive(tx, 'match', [Number(match)])
    await sql`update catalog.match set suspended = true where id = ${match}::int`.execute(tx)
  })
  const placed = watched(bets.place(bettor.token, [pick(match)]))
  await untilWaiting(1, placed)
  await suspension.commit()
  expect((await placed.work).body['code']).toBe('market_suspended')
})

test('a bet that waited for an exclusion is refused', async () => {
  const exclusion = await openTransaction(async (tx) => {
    await lockCash(tx)
    await exclude(tx, { bettor: bettor.id, period: '24h', seconds: 86_400 })
  })
  const placed = watched(bets.place(bettor.token, [pick(match)]))
  await untilWaiting(1, placed)
  await exclusion.commit()
  expect((await placed.work).body['code']).toBe('self_excluded')
  expect(await bets.balance(bettor.token)).toBe('1000.00')
})

test('the settlement of a correction waits for the running settlement of the first result', async () => {
  const { betting, catalog, country, db, ledger } = nare.app
  const taken = await bets.mustPlace(bettor.token, [pick(match)])
  catalog.connectSettlement({ onResult: betting.onResult, settle: async () => ({ legs: 0, bets: 0 }) })
  await bets.result(match, { full_time: '1:0' })
  catalog.connectSettlement(betting)
  const [read, go] = [gate(), gate()]
  const slow = {
    ...catalog,
    async resultOf(...args: Parameters<typeof catalog.resultOf>) {
      const standing = await catalog.resultOf(...args)
      read.open()
      await go.opened
      return standing
    },
  }
  const rules = await openRules(db, country)
  const first = settleMatch(
    { db, catalog: slow, ledger, rules, product: 'sports', chunkLegs },
    Number(match),
    async () => undefined,
  )
  await read.opened
  const corrected = watched(bets.result(match, { full_time: '0:1' }))
  await untilWaiting(1, corrected)
  go.open()
  await Promise.all([first, corrected.work])
  expect(await bets.bet(bettor.token, taken.bet_id)).toMatchObject({ state: 'lost', returned: '0.00' })
  expect(await bets.balance(bettor.token)).toBe('900.00')
})

/** Stores these results without settling their bets. */
async function resultOnly(...matches: string[]): Promise<void> {
  const { betting, catalog } = nare.app
  catalog.connectSettlement({ onResult: betting.onResult, settle: async () => ({ legs: 0, bets: 0 }) })
  for (const matchId of matches) await bets.result(matchId, { full_time: '1:0' })
  catalog.connectSettlement(betting)
}

/** Settles a match until its legs are decided but not committed; `go` lets it finish. */
async function halfSettled(matchId: string): Promise<{ go: () => Promise<unknown> }> {
  const { catalog, country, db, ledger } = nare.app
  const [read, end] = [gate(), gate()]
  const book = await openRules(db, country)
  const rules = {
    ...book,
    async of(...asked: Parameters<typeof book.of>) {
      read.open()
      await end.opened
      return book.of(...asked)
    },
  }
  const running = settleMatch(
    { db, catalog, ledger, rules, product: 'sports', chunkLegs },
    Number(matchId),
    async () => undefined,
  )
  await read.opened
  return {
    go() {
      end.open()
      return running
    },
  }
}

test("a settlement waits for another match's settlement that has locked a common bet, and then reads the bet's new leg states", async () => {
  const other = await nare.match()
  const both = await bets.mustPlace(bettor.token, [pick(match), pick(other)])
  // The single makes the settlement read the rules.
  await bets.mustPlace(bettor.token, [pick(match)])
  await resultOnly(match, other)
  const half = await halfSettled(match)
  const second = watched(nare.app.betting.settle(Number(other)))
  await untilWaiting(1, second)
  expect(second.ended()).toBe(false)
  await Promise.all([half.go(), second.work])
  expect(await bets.bet(bettor.token, both.bet_id)).toMatchObject({ state: 'won', returned: '441.00' })
})

test('settlements of matches without a common bet do not wait for each other', async () => {
  const other = await nare.match()
  await bets.mustPlace(bettor.token, [pick(match)])
  const someone = await nare.bettor(1000)
  const taken = await bets.mustPlace(someone.token, [pick(other)])
  await resultOnly(match, other)
  const half = await halfSettled(match)
  await nare.app.betting.settle(Number(other))
  expect(await bets.bet(someone.token, taken.bet_id)).toMatchObject({ state: 'won' })
  await half.go()
})

test('a settlement locks bets with legs on several matches in the order of their ids', async () => {
  const other = await nare.match()
  const taken = []
  for (let n = 0; n < 9; n++) taken.push(await bets.mustPlace(bettor.token, [pick(match), pick(other)]))
  const ids = taken.map((bet) => BigInt(bet.bet_id)).sort((a, b) => (a < b ? -1 : 1))
  await resultOnly(match)
  const middle = await openTransaction((tx) =>
    sql`select from betting.bet where bet_id = ${ids[4]} for update`.execute(tx),
  )
  const settled = watched(nare.app.betting.settle(Number(match)))
  await untilWaiting(1, settled)
  const free = await transact(nare.base.db, async (tx) => {
    const rows = await sql<{ id: bigint }>`
      select bet_id as id from betting.bet where bet_id = any(${ids}::bigint[]) order by bet_id for update skip locked`.execute(
      tx,
    )
    return rows.rows.map((row) => row.id)
  })
  expect(free).toEqual(ids.slice(5))
  await middle.commit()
  await settled.work
})
