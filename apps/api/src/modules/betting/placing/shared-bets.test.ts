import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money, price } from '@nare/money/money'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks } from '#testing/bets'
import { isFullLength } from '#testing/full-length'
import type { SeededBettor } from '#testing/seed'

const matchCount = isFullLength ? 40 : 20
const betCount = isFullLength ? 1000 : 200

let nare: TestApp
let bettors: SeededBettor[]
beforeAll(async () => {
  nare = await testApp()
  bettors = await nare.bettors(20, 100_000)
})
afterAll(() => closeWithBooks(nare))

/** Places a bet of KSh 100 on the home teams of two matches. */
async function placeDouble(n: number, on: readonly (string | undefined)[]): Promise<void> {
  const slip = on.map((match_id = '') => ({
    match_id,
    sub_type_id: '1',
    odd_key: 'home_team',
    odd_value: price(2100n),
  }))
  const placed = await nare.app.betting.place(
    { id: crypto.randomUUID(), stake: money(10_000n), slip, type: undefined, system: undefined, accept: 'none' },
    { bettor: bettors[n % bettors.length]?.id ?? 0n, verified: true, signingKey: '' },
  )
  if (!placed.ok) throw new Error(`the bet was not placed: ${JSON.stringify(placed)}`)
}

/** Stores these results, settles all matches concurrently, and returns the number of bets by state. */
async function resultTogether(matches: readonly string[], scoreOf: (n: number) => string) {
  const { betting, catalog } = nare.app
  catalog.connectSettlement({ onResult: betting.onResult, settle: async () => ({ legs: 0, bets: 0 }) })
  for (const [n, match] of matches.entries()) await betsOn(nare).result(match, { full_time: scoreOf(n) })
  catalog.connectSettlement(betting)
  await Promise.all(matches.map((match) => betting.settle(Number(match))))
  const rows = await sql<{ state: string; bets: number }>`
    select state, count(*)::int as bets from betting.bet group by state`.execute(nare.base.db)
  return Object.fromEntries(rows.rows.map((row) => [row.state, row.bets]))
}

test('doubles whose two matches end at the same time are all settled and paid once', async () => {
  const matches = await Promise.all(Array.from({ length: matchCount }, () => nare.match()))
  const doubles = Array.from({ length: betCount }, (_, n) => {
    const both = [matches[n % matchCount], matches[(n + 1) % matchCount]]
    return n % 2 ? both : both.reverse()
  })
  await Promise.all(doubles.map((both, n) => placeDouble(n, both)))

  expect(await resultTogether(matches, () => '1:0')).toEqual({ won: betCount })
  const wins = await sql<{ wins: number; bets: number }>`
    select count(*)::int as wins, count(distinct about)::int as bets from ledger.transfer where kind = 'win'`.execute(
    nare.base.db,
  )
  expect(wins.rows).toEqual([{ wins: betCount, bets: betCount }])

  // Every third match is corrected to a loss: two concurrent settlements reverse the payments of bets with such a match.
  const isLost = (n: number) => (n % matchCount) % 3 === 0
  const lost = doubles.filter((_, n) => isLost(n) || isLost(n + 1)).length
  const corrected = await resultTogether(matches, (n) => (isLost(n) ? '0:1' : '2:0'))
  expect(corrected).toEqual({ won: betCount - lost, lost })
  expect(await resultTogether(matches, () => '3:0')).toEqual({ won: betCount })
})
