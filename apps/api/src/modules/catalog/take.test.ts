import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '#platform/db'
import type { FeedMessage, LinePrices, MatchMessage } from './feeds/port.ts'
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

async function theMatch(sourceId = 'one'): Promise<number> {
  const rows = await sql<{ id: number }>`select id from catalog.match where source_id = ${sourceId}`.execute(at.base.db)
  return rows.rows[0]?.id ?? 0
}

/** A fixture of the feed with the same line as the others. */
function fixture(sourceId: string, lines: readonly LinePrices[] = [line]): FeedMessage {
  const startTime = new Date(at.clock.now() + 3_600_000)
  const competition = { name: 'League', category: 'Somewhere' }
  const about = { match: { ...ref, sourceId }, at: at.clock.date(), sportId: '79', competition, startTime, lines }
  return { kind: 'fixture', ...about, homeTeam: `${sourceId} home`, awayTeam: `${sourceId} away` }
}

const say = (sourceId: string, message: MatchMessage): FeedMessage => ({
  ...message,
  match: { ...ref, sourceId },
  at: at.clock.date(),
})

async function suspended(sourceId: string): Promise<boolean | undefined> {
  const rows = await sql<{ suspended: boolean }>`
    select suspended from catalog.match where source_id = ${sourceId}`.execute(at.base.db)
  return rows.rows[0]?.suspended
}

async function pricesOf(sourceId: string): Promise<number[] | undefined> {
  const matchId = await theMatch(sourceId)
  const rows = await sql<{ prices: number[] }>`
    select prices from catalog.market where match_id = ${matchId}::int and market_id = 26`.execute(at.base.db)
  return rows.rows[0]?.prices.map(Number)
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

/** A line that no table takes: its market is no number. */
const wrong: LinePrices = { ...line, marketId: 'no market' }

test('a fixture that cannot be stored keeps none of the others in its batch from being on offer', async () => {
  const taken = await at.catalog.take([fixture('before'), fixture('bad', [wrong]), fixture('after')])
  expect(taken).toEqual({ matches: 2, results: 0 })
  expect(await theMatch('bad')).toBe(0)
  expect([await theMatch('before'), await theMatch('after')]).not.toContain(0)
})

test('prices that cannot be stored keep no other match of their batch from its prices', async () => {
  await at.catalog.take([fixture('odd'), fixture('even')])
  const moved: LinePrices = { ...line, prices: [1950n, 1850n] }
  await at.catalog.take([say('odd', { kind: 'price', lines: [wrong] }), say('even', { kind: 'price', lines: [moved] })])
  expect([await pricesOf('odd'), await pricesOf('even')]).toEqual([
    [1900, 1900],
    [1950, 1850],
  ])
})

test('a match whose messages cannot be taken drops none of the stops and results that came with them', async () => {
  await at.catalog.take(['faulty', 'stopped', 'ended'].map((name) => fixture(name)))
  const taken = await at.catalog.take([
    say('faulty', { kind: 'stop', reason: 'goal' }),
    say('faulty', { kind: 'price', lines: [wrong] }),
    say('stopped', { kind: 'stop', reason: 'goal' }),
    say('ended', { kind: 'result', certainty: 2, fullTime: { home: 1, away: 0 } }),
  ])
  expect(taken).toEqual({ matches: 2, results: 1 })
  expect([await suspended('faulty'), await suspended('stopped')]).toEqual([false, true])
})

test('a stop does not wait for another match whose bets are in progress', async () => {
  await at.catalog.take(['busy', 'free'].map((name) => fixture(name)))
  const busy = await theMatch('busy')
  let taken: Promise<unknown> = Promise.resolve()
  await transact(at.base.db, async (tx) => {
    await at.catalog.lockForBets(tx, [busy])
    taken = at.catalog.take(['busy', 'free'].map((name) => say(name, { kind: 'stop', reason: 'goal' })))
    while (!(await suspended('free'))) await new Promise((resolve) => setImmediate(resolve))
    expect(await suspended('busy')).toBe(false)
  })
  await taken
  expect(await suspended('busy')).toBe(true)
})

test('where the database is gone a feed is told, and nothing more of its messages is tried', async () => {
  const gone = await testCatalog()
  await gone.catalog.take(['a', 'b', 'c'].map((name) => fixture(name)))
  await gone.base.close()
  await expect(gone.catalog.take([say('a', { kind: 'stop', reason: 'goal' })])).rejects.toThrow()
})
