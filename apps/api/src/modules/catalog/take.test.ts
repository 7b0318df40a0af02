import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '#platform/db'
import type { FeedMessage, LinePrices } from './feeds/port.ts'
import { testCatalog, type TestCatalog } from './testing.ts'

let at: TestCatalog
const ref = { source: 'simulated', sourceId: 'one' }
const line: LinePrices = { marketId: '26', line: '', state: 'open', keys: ['odd', 'even'], prices: [1900n, 1900n] }

beforeAll(async () => {
  at = await testCatalog()
  const startTime = new Date(at.clock.now() + 3_600_000)
  const competition = { name: 'League', category: 'Somewhere' }
  const about = { match: ref, at: at.clock.date() }
  const names = { homeTeam: 'Simba', awayTeam: 'Chui' }
  await at.catalog.take([{ kind: 'fixture', ...about, sportId: '79', competition, ...names, startTime, lines: [line] }])
})
afterAll(() => at.base.close())

async function theMatch(): Promise<number> {
  const rows = await sql<{ id: number }>`select id from catalog.match`.execute(at.base.db)
  return rows.rows[0]?.id ?? 0
}

/** Takes one change of the line while a bet holds the match; tells whether it was done before the bet was. */
async function whileBetting(change: Partial<LinePrices>): Promise<boolean> {
  const matchId = await theMatch()
  const message: FeedMessage = { kind: 'price', match: ref, at: at.clock.date(), lines: [{ ...line, ...change }] }
  let done = false
  let taken: Promise<unknown> = Promise.resolve()
  const before = await transact(at.base.db, async (tx) => {
    await at.catalog.lockForBets(tx, [matchId])
    taken = at.catalog.take([message]).then(() => (done = true))
    while (!done && !(await somebodyWaits())) await new Promise((resolve) => setImmediate(resolve))
    return done
  })
  await taken
  return before
}

async function somebodyWaits(): Promise<boolean> {
  const rows = await sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(at.base.db)
  return rows.rows.length > 0
}

test('a move of prices waits for no bet; what takes a line or a price off offer waits for the bets under way', async () => {
  expect(await whileBetting({ prices: [1950n, 1850n] })).toBe(true)
  expect(await whileBetting({ state: 'suspended' })).toBe(false)
  expect(await whileBetting({ prices: [1950n, null] })).toBe(false)
})
