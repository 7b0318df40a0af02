import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { bookCourse } from '#testing/book-course'
import { expectAsTwin } from '#testing/book-compare'
import { openRules } from '../rules.ts'
import { openBooks } from './books.ts'

let nare: TestApp
let bets: Bets
let rules: Awaited<ReturnType<typeof openRules>>

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
  rules = await openRules(nare.app.db, nare.app.country)
})
afterAll(() => nare.close())

const booksWith = (given: Partial<Parameters<typeof openBooks>[0]> = {}) =>
  openBooks({
    ...{ db: nare.app.db, log: openLog('silent'), rules, catalog: nare.app.catalog, sweepEveryMs: Infinity, ...given },
  })

test('the books equal those of a slow twin after every few steps of a random course', async () => {
  const course = await bookCourse(nare, 7)
  const books = booksWith()
  await books.watch()
  for (let round = 0; round < 8; round++) {
    for (let step = 0; step < 6; step++) await course.step()
    await books.follow()
    await expectAsTwin({ db: nare.app.db, rules, catalog: nare.app.catalog }, books, course.matches)
  }
  // Another process, or this one after a restart, reads the same.
  const restarted = booksWith()
  await expectAsTwin({ db: nare.app.db, rules, catalog: nare.app.catalog }, restarted, course.matches)
  await restarted.watch()
  await expectAsTwin({ db: nare.app.db, rules, catalog: nare.app.catalog }, restarted, course.matches)
})

/** A bet that no feed names: it seems to have been placed an hour ago. */
async function unnamedBet(token: string, match: string): Promise<void> {
  const { bet_id } = await bets.mustPlace(token, [pick(match)])
  await sql`update betting.bet set placed_at = placed_at - interval '1 hour' where bet_id = ${bet_id}::bigint`.execute(
    nare.base.db,
  )
}

test('a bet that no feed has named is found by looking at all matches again', async () => {
  const [match, { token }] = [await nare.match(), await nare.bettor()]
  const [deaf, sweeping] = [booksWith(), booksWith({ sweepEveryMs: 0 })]
  await Promise.all([deaf.watch(), sweeping.watch()])
  await unnamedBet(token, match)
  for (const books of [deaf, sweeping]) await books.follow()
  const betsIn = async (books: typeof deaf) => (await books.of(Number(match)))?.bets()
  expect([await betsIn(deaf), await betsIn(sweeping)]).toEqual([undefined, 1])
})

test('however many bets are open, only so many are read again at once', async () => {
  const [match, { token }] = [await nare.match(), await nare.bettor(1_000)]
  const books = booksWith({ sweepEveryMs: 0, sweptAtOnce: 1 })
  await books.watch()
  for (let n = 0; n < 3; n++) await unnamedBet(token, match)
  const found: number[] = []
  while ((found.at(-1) ?? 0) < 3 && found.length < 1_000) {
    await books.follow()
    found.push((await books.watch()).book(Number(match))?.bets() ?? 0)
  }
  expect(found.at(-1)).toBe(3)
  expect(found.every((count, at) => count - (found[at - 1] ?? 0) <= 1)).toBe(true)
})

test('after a failed read everything is read anew', async () => {
  const [match, { token }] = [await nare.match(), await nare.bettor()]
  let fails = false
  const books = booksWith({
    rules: { of: (on, version) => (fails ? Promise.reject(new Error('the database is away')) : rules.of(on, version)) },
  })
  await books.watch()
  fails = true
  await bets.mustPlace(token, [pick(match)])
  await expect(books.follow()).rejects.toThrow('the database is away')
  expect(books.isOpen()).toBe(false)
  fails = false
  expect((await books.watch()).book(Number(match))?.bets()).toBe(1)
})

test('the books are dropped once nobody has watched for a while', async () => {
  const books = booksWith({ keptMs: -1 })
  await books.watch()
  expect(books.isOpen()).toBe(true)
  await books.follow()
  expect(books.isOpen()).toBe(false)
})
