import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parsePrice, price } from '@nare/money/money'
import { transact } from '#platform/db'
import type { FeedMessage, MatchMessage } from './feeds/port.ts'
import { testCatalog, type TestCatalog } from './testing.ts'

let at: TestCatalog
let recorded: { matchId: number; version: number }[] = []
let settled: number[] = []

beforeAll(async () => {
  at = await testCatalog()
  at.catalog.connectSettlement({
    onResult: async (_tx, changed) => void recorded.push(changed),
    settle: async (matchId) => {
      settled.push(matchId)
      return { legs: 3, bets: 2 }
    },
  })
})
afterAll(() => at.base.close())
beforeEach(() => {
  recorded = []
  settled = []
})

async function newMatch(hours = 1): Promise<number> {
  const made = await at.catalog.manual.createMatch({
    sport_id: '79',
    competition_name: 'Test League',
    home_team: 'Home',
    away_team: 'Away',
    start_time: new Date(at.clock.now() + hours * 3_600_000).toISOString(),
    home_odd: parsePrice('2.00') ?? price(2000n),
    neutral_odd: parsePrice('3.20'),
    away_odd: parsePrice('3.90') ?? price(3900n),
  })
  if (!made.ok) throw new Error(made.code)
  return Number(made.value.match_id)
}

const setResult = (id: number, half_time: string, full_time: string, certainty: 1 | 2 = 2) =>
  at.catalog.manual.resultMatch({ match_id: String(id), half_time, full_time, certainty })

test('results are versioned: each is settled once; a correction and a rollback are new versions', async () => {
  const id = await newMatch()
  expect(await setResult(id, '1:0', '2:1')).toEqual({ ok: true, value: { legs: 3, bets: 2 } })
  expect(await setResult(id, '1:0', '2:1')).toEqual({ ok: true, value: { legs: 0, bets: 0 } })
  await setResult(id, '1:0', '2:2')
  expect(await at.catalog.resultOf(at.base.db, id)).toMatchObject({
    version: 2,
    result: { fullTime: { home: 2, away: 2 } },
  })
  await at.catalog.manual.resultMatch({ match_id: String(id), rollback: true, certainty: 2 })
  expect(await at.catalog.resultOf(at.base.db, id)).toMatchObject({
    version: 3,
    kind: 'rolled_back',
    result: { finished: false },
  })
  expect(recorded).toEqual([1, 2, 3].map((version) => ({ matchId: id, version })))
  expect(settled).toEqual([id, id, id])
  expect((await at.catalog.legFacts(at.base.db, [id])).get(id)).toMatchObject({ result: '2:2 (1:0)', state: 'ended' })
})

test('the same result with a higher certainty is a confirmation, not a new version', async () => {
  const id = await newMatch()
  await setResult(id, '0:0', '0:1', 1)
  await setResult(id, '0:0', '0:1', 2)
  await setResult(id, '0:0', '0:1', 1)
  expect(recorded).toEqual([{ matchId: id, version: 1 }])
  const rows = await sql<{ version: number }>`
    select version from catalog.result_confirmation where match_id = ${id}::int`.execute(at.base.db)
  expect(rows.rows).toEqual([{ version: 1 }])
})

test('a cancelled match accepts no bets, and a rollback reopens it', async () => {
  const id = await newMatch()
  const offer = async () => (await at.catalog.offers(at.base.db, [{ matchId: id, marketId: '1', line: '' }]))[0]
  await at.catalog.manual.resultMatch({ match_id: String(id), cancelled: true, reason: 'flood', certainty: 2 })
  expect(await offer()).toMatchObject({ matchState: 'cancelled' })
  expect(await at.catalog.resultOf(at.base.db, id)).toMatchObject({ kind: 'cancelled' })
  await at.catalog.manual.resultMatch({ match_id: String(id), rollback: true, certainty: 2 })
  expect(await offer()).toMatchObject({ matchState: 'not_started', suspended: false, marketState: 'open' })
})

test('an impossible result is refused with the field name', async () => {
  const match_id = String(await newMatch())
  const fields = async (input: { half_time?: string; full_time?: string; goals?: ('home' | 'away')[] }) => {
    const outcome = await at.catalog.manual.resultMatch({ match_id, certainty: 2, ...input })
    return outcome.ok ? [] : Object.keys(outcome.facts?.['fields'] ?? {})
  }
  expect(await fields({ half_time: '1:0' })).toEqual(['full_time'])
  expect(await fields({ half_time: '2:0', full_time: '1:0' })).toEqual(['half_time'])
  expect(await fields({ full_time: '1:0', goals: ['away'] })).toEqual(['goals'])
})

test('concurrent results of one match become successive versions', async () => {
  const id = await newMatch()
  await Promise.all(Array.from({ length: 10 }, (_, goals) => setResult(id, '0:0', `${goals}:0`)))
  const rows = await sql<{ version: number }>`
    select version from catalog.result where match_id = ${id}::int order by version`.execute(at.base.db)
  expect(rows.rows.map((row) => row.version)).toEqual(rows.rows.map((_, place) => place + 1))
  expect(recorded).toHaveLength(rows.rows.length)
})

test('results and match history are immutable', async () => {
  await expect(sql`update catalog.result set full_home = 9`.execute(at.base.db)).rejects.toThrow()
  await expect(sql`delete from catalog.match_change`.execute(at.base.db)).rejects.toThrow()
})

test('a match not finished 48 hours after its start is closed once, with its last known score', async () => {
  const id = await newMatch()
  await at.catalog.manual.driveMatch({ match_id: String(id), state: 'live', minute: 30, score: '1:0' })
  await at.clock.advance(48 * 3600)
  expect(await at.catalog.sweepOverdue()).toBe(0)
  await at.clock.advance(2 * 3600)
  expect(await at.catalog.sweepOverdue()).toBeGreaterThanOrEqual(1)
  expect(await at.catalog.resultOf(at.base.db, id)).toEqual({
    version: 1,
    kind: 'void_undecided',
    certainty: 2,
    result: { fullTime: { home: 1, away: 0 }, goals: ['home'], finished: false },
  })
  expect((await at.catalog.match(String(id)))?.state).toBe('abandoned')
  expect(await at.catalog.sweepOverdue()).toBe(0)
  expect(settled).toContain(id)
})

test('a match of a lagging feed is not closed', async () => {
  const id = await newMatch()
  await at.clock.advance(60 * 3600)
  at.catalog.trackFeed({ source: 'sandbox', processedUntil: () => at.clock.now() - 3_600_000 })
  expect(await at.catalog.sweepOverdue()).toBe(0)
  at.catalog.trackFeed({ source: 'sandbox', processedUntil: () => at.clock.now() })
  expect(await at.catalog.sweepOverdue()).toBe(1)
  expect(await at.catalog.resultOf(at.base.db, id)).toMatchObject({ kind: 'void_undecided' })
})

test('an ended match is read with its score at half-time, its goals and how each outcome ended', async () => {
  const id = await newMatch()
  const read = async () => (await at.catalog.match(String(id))) ?? raise('no match')
  expect(await read()).not.toHaveProperty('half_time')
  await at.catalog.manual.resultMatch({
    match_id: String(id),
    half_time: '1:0',
    full_time: '1:1',
    goals: ['home', 'away'],
    certainty: 2,
  })
  const ended = await read()
  expect(ended).toMatchObject({
    state: 'ended',
    half_time: '1:0',
    goals: ['home', 'away'],
    home_score: 1,
    away_score: 1,
  })
  const of = (market: string, line = '') =>
    ended.odds
      .find(({ sub_type_id, special_bet_value }) => sub_type_id === market && special_bet_value === line)
      ?.odds.map(({ odd_key, result }) => [odd_key, result])
  expect(of('1')).toEqual([
    ['home_team', 'lost'],
    ['draw', 'won'],
    ['away_team', 'lost'],
  ])
  expect(of('60')).toContainEqual(['home_team', 'won'])
  await at.catalog.manual.resultMatch({ match_id: String(id), rollback: true, certainty: 2 })
  expect((await read()).odds.flatMap(({ odds }) => odds.flatMap(({ result }) => result ?? []))).toEqual([])
})

test('a feed cannot change a match of another feed, and a fault in onResult rolls the result back', async () => {
  const id = await newMatch()
  await at.catalog.apply(id, [{ kind: 'stop', reason: 'x' }], { source: 'other' })
  expect((await at.catalog.offers(at.base.db, [{ matchId: id, marketId: '1', line: '' }]))[0]?.suspended).toBe(false)
  at.catalog.connectSettlement({
    onResult: () => Promise.reject(new Error('no room')),
    settle: async () => ({ legs: 0, bets: 0 }),
  })
  await expect(setResult(id, '0:0', '1:0')).rejects.toThrow('no room')
  expect(await at.catalog.resultOf(at.base.db, id)).toBeUndefined()
})

test('outdated messages are dropped: an older suspension, an older price', async () => {
  const match = { source: 'test', sourceId: 'late' }
  const now = at.clock.now()
  const line = (odds: bigint) => ({
    marketId: '11',
    line: '',
    state: 'open' as const,
    keys: ['home_team', 'away_team'],
    prices: [odds, 1900n],
  })
  const message = (afterMs: number, content: MatchMessage): FeedMessage => ({
    match,
    at: new Date(now + afterMs),
    ...content,
  })
  await at.catalog.ingest([
    {
      kind: 'fixture',
      match,
      at: new Date(now),
      sportId: '79',
      competition: { name: 'Late League', category: 'Test' },
      homeTeam: 'A',
      awayTeam: 'B',
      startTime: new Date(now + 3_600_000),
      lines: [line(1800n)],
    },
  ])
  await at.catalog.ingest([message(2000, { kind: 'price', lines: [line(1700n)] }), message(2000, { kind: 'reopen' })])
  await at.catalog.ingest([message(1000, { kind: 'price', lines: [line(1600n)] })])
  await at.catalog.ingest([message(3000, { kind: 'stop', reason: 'goal' }), message(2500, { kind: 'reopen' })])
  const found = await sql<{ id: number }>`select id from catalog.match where source = 'test'`.execute(at.base.db)
  const id = found.rows[0]?.id ?? 0
  const offer = (await at.catalog.offers(at.base.db, [{ matchId: id, marketId: '11', line: '' }]))[0]
  expect(offer).toMatchObject({ suspended: true, prices: [1700n, 1900n] })
  const later = new Date(now + 7_200_000)
  await at.catalog.ingest([message(4000, { kind: 'score', startTime: later })])
  expect((await at.catalog.match(String(id)))?.start_time).toBe(later.toISOString())
})

test('a stream of bets does not delay a suspension', async () => {
  const id = await newMatch()
  let isRunning = true
  const bet = async (): Promise<void> => {
    while (isRunning) {
      await transact(at.base.db, async (tx) => {
        await at.catalog.lockForBets(tx, [id])
        await at.catalog.offers(tx, [{ matchId: id, marketId: '1', line: '' }])
      })
    }
  }
  const stream = Promise.all(Array.from({ length: 8 }, bet))
  for (let n = 0; n < 5; n += 1) {
    await at.catalog.suspend(id)
    await at.catalog.reopen(id)
  }
  isRunning = false
  await stream
  const changes = await sql<{ kind: string }>`
    select kind from catalog.match_change where match_id = ${id}::int and kind in ('held', 'released') order by no`.execute(
    at.base.db,
  )
  expect(changes.rows).toHaveLength(10)
})

function raise(message: string): never {
  throw new Error(message)
}
