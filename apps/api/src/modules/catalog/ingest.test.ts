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
  await at.catalog.ingest([
    { kind: 'fixture', ...about, sportId: '79', competition, ...names, startTime, lines: [line] },
  ])
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

const messageFor = (sourceId: string, message: MatchMessage): FeedMessage => ({
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

/** Ingests a change of the line while a bet holds the match lock. Returns whether it finished before the bet. */
async function finishesDuringBet(change: Partial<LinePrices>): Promise<boolean> {
  const matchId = await theMatch()
  const message: FeedMessage = { kind: 'price', match: ref, at: at.clock.date(), lines: [{ ...line, ...change }] }
  let done = false
  let ingested: Promise<unknown> = Promise.resolve()
  const before = await transact(at.base.db, async (tx) => {
    await at.catalog.lockForBets(tx, [matchId])
    ingested = at.catalog.ingest([message]).then(() => (done = true))
    while (!done && !(await hasLockWaiter())) await new Promise((resolve) => setImmediate(resolve))
    return done
  })
  await ingested
  return before
}

async function hasLockWaiter(): Promise<boolean> {
  const rows = await sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(at.base.db)
  return rows.rows.length > 0
}

test('a price move does not wait for bets; withdrawing a line or a price waits for the bets in progress', async () => {
  expect(await finishesDuringBet({ prices: [1950n, 1850n] })).toBe(true)
  expect(await finishesDuringBet({ state: 'suspended' })).toBe(false)
  expect(await finishesDuringBet({ prices: [1950n, null] })).toBe(false)
})

/** An invalid line: its market id is not a number. */
const invalid: LinePrices = { ...line, marketId: 'no market' }

test('a fixture that cannot be stored does not block the others of its batch', async () => {
  const ingested = await at.catalog.ingest([fixture('before'), fixture('bad', [invalid]), fixture('after')])
  expect(ingested).toMatchObject({ matches: 2, results: 0 })
  expect(await theMatch('bad')).toBe(0)
  expect([await theMatch('before'), await theMatch('after')]).not.toContain(0)
})

test('prices that cannot be stored do not block the other matches of their batch', async () => {
  await at.catalog.ingest([fixture('odd'), fixture('even')])
  const moved: LinePrices = { ...line, prices: [1950n, 1850n] }
  await at.catalog.ingest([
    messageFor('odd', { kind: 'price', lines: [invalid] }),
    messageFor('even', { kind: 'price', lines: [moved] }),
  ])
  expect([await pricesOf('odd'), await pricesOf('even')]).toEqual([
    [1900, 1900],
    [1950, 1850],
  ])
})

test('the summary of a batch names the fixtures and the matches with price moves that failed', async () => {
  await at.catalog.ingest([fixture('moved'), fixture('unpriced')])
  const moved: LinePrices = { ...line, prices: [1950n, 1850n] }
  const ingested = await at.catalog.ingest([
    fixture('new'),
    fixture('refused', [invalid]),
    messageFor('moved', { kind: 'price', lines: [moved] }),
    messageFor('unpriced', { kind: 'price', lines: [invalid] }),
  ])
  expect(ingested).toEqual({ matches: 2, results: 0, failed: ['refused', 'unpriced'] })
})

test('a match with invalid messages does not block the suspensions and results of other matches', async () => {
  await at.catalog.ingest(['faulty', 'stopped', 'ended'].map((name) => fixture(name)))
  const ingested = await at.catalog.ingest([
    messageFor('faulty', { kind: 'stop', reason: 'goal' }),
    messageFor('faulty', { kind: 'price', lines: [invalid] }),
    messageFor('stopped', { kind: 'stop', reason: 'goal' }),
    messageFor('ended', { kind: 'result', certainty: 2, fullTime: { home: 1, away: 0 } }),
  ])
  expect(ingested).toEqual({ matches: 2, results: 1, failed: ['faulty'] })
  expect([await suspended('faulty'), await suspended('stopped')]).toEqual([false, true])
})

test('a suspension does not wait for bets in progress on another match', async () => {
  await at.catalog.ingest(['busy', 'free'].map((name) => fixture(name)))
  const busy = await theMatch('busy')
  let ingested: Promise<unknown> = Promise.resolve()
  await transact(at.base.db, async (tx) => {
    await at.catalog.lockForBets(tx, [busy])
    ingested = at.catalog.ingest(['busy', 'free'].map((name) => messageFor(name, { kind: 'stop', reason: 'goal' })))
    while (!(await suspended('free'))) await new Promise((resolve) => setImmediate(resolve))
    expect(await suspended('busy')).toBe(false)
  })
  await ingested
  expect(await suspended('busy')).toBe(true)
})

test('without a database, ingest throws and stops', async () => {
  const gone = await testCatalog()
  await gone.catalog.ingest(['a', 'b', 'c'].map((name) => fixture(name)))
  await gone.base.close()
  await expect(gone.catalog.ingest([messageFor('a', { kind: 'stop', reason: 'goal' })])).rejects.toThrow()
})

test('a feed opens no outcome that the score has decided, and an outcome whose price is stored late has no offer', async () => {
  const exact = { marketId: '21', line: '', state: 'open', keys: ['0', '1', '2', '3', '4', '5', '6+'] } as const
  const priced: LinePrices = { ...exact, prices: exact.keys.map(() => 8000n) }
  await at.catalog.ingest([fixture('scored', [priced])])
  const matchId = await theMatch('scored')
  const offered = async () => {
    const [offer] = await at.catalog.offers(at.base.db, [{ matchId, marketId: '21', line: '' }])
    return offer?.keys.filter((_, n) => offer.prices[n] !== null)
  }
  await at.catalog.ingest([
    messageFor('scored', { kind: 'score', state: 'live', minute: 30, score: { home: 2, away: 2 } }),
  ])
  const stored = async () => {
    const rows = await sql<{ keys: string[] }>`
      select array(select keys[n] from generate_subscripts(keys, 1) n where prices[n] is not null) as keys
      from catalog.market where match_id = ${matchId}::int`.execute(at.base.db)
    return rows.rows[0]?.keys
  }
  expect(await stored()).toEqual(['4', '5', '6+'])
  await at.catalog.ingest([
    messageFor('scored', { kind: 'price', lines: [{ ...priced, prices: exact.keys.map(() => 9000n) }] }),
  ])
  expect([await stored(), await offered()]).toEqual([
    ['4', '5', '6+'],
    ['4', '5', '6+'],
  ])
  await sql`update catalog.market set prices = array_fill(8000, array[7]) where match_id = ${matchId}::int`.execute(
    at.base.db,
  )
  expect(await offered()).toEqual(['4', '5', '6+'])
})
