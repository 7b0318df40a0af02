import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { bookmakersFile, ownSeasonFile } from '#testing/data'
import { testCatalog, type TestCatalog } from '../testing.ts'
import { readFile, type FileMatch } from './football-data.ts'
import { openReplay } from './replay.ts'

const path = bookmakersFile ?? ownSeasonFile

let at: TestCatalog
let replay: Awaited<ReturnType<typeof openReplay>>
let first: FileMatch[] = []
const settled: number[] = []

beforeAll(async () => {
  at = await testCatalog()
  at.catalog.connectSettlement({
    onResult: async () => undefined,
    settle: async (matchId) => {
      settled.push(matchId)
      return { legs: 1, bets: 1 }
    },
  })
  first = (await Array.fromAsync(readFile(path))).toSorted((a, b) => a.kickOff.getTime() - b.kickOff.getTime())
  replay = await openReplay({ ...at.feed, path, speed: 1 })
})
afterAll(() => at?.base.close())

test('the first match is an hour ahead at the file’s prices, and a week of matches is on offer', async () => {
  const opened = at.clock.now()
  await replay.tick()
  const { data, meta } = await at.catalog.matches({ when: 'upcoming', sort: 'time', page: 1, limit: 100 })
  expect(Math.abs(Date.parse(data[0]?.start_time ?? '') - opened - 3_600_000)).toBeLessThan(600_000)
  const spanMs = 8 * 86_400_000 - 3_600_000
  const begin = first[0]?.kickOff.getTime() ?? 0
  expect(meta.total).toBe(first.filter((fixture) => fixture.kickOff.getTime() - begin <= spanMs).length)
  for (const view of data.slice(0, 20)) {
    const file = first.find((fixture) => fixture.homeTeam === view.home_team && fixture.awayTeam === view.away_team)
    const { home_odd, neutral_odd, away_odd } = file?.prices ?? {}
    expect([view.home_odd, view.neutral_odd, view.away_odd].map(Number)).toEqual([home_odd, neutral_odd, away_odd])
    const match = await at.catalog.match(view.match_id)
    const handicap = match?.odds.find(
      (market) => market.sub_type_id === '16' && Number(market.special_bet_value) === file?.handicap?.line,
    )
    expect(handicap?.odds.map((outcome) => Number(outcome.odd_value))).toEqual([
      file?.handicap?.home,
      file?.handicap?.away,
    ])
  }
  expect(data[0]).toMatchObject({ competition_name: expect.any(String), category: expect.any(String) })
})

test('stepping the replay moves the clock and applies the real results, each settled before it returns', async () => {
  const until = new Date(at.clock.now() + 8 * 86_400_000)
  const summary = await replay.until(until, at.clock.advance)
  expect(Math.abs(at.clock.now() - until.getTime())).toBeLessThan(600_000)
  expect(summary.results).toBeGreaterThan(10)
  expect(settled).toHaveLength(summary.results)
  const rows = await sql<{ source_id: string; full: string; half: string }>`
    select m.source_id, r.full_home || ':' || r.full_away as full, r.half_home || ':' || r.half_away as half
    from catalog.result r join catalog.match m on m.id = r.match_id order by m.start_time`.execute(at.base.db)
  expect(rows.rows).toHaveLength(summary.results)
  for (const row of rows.rows) {
    const file = first.find((fixture) => fixture.id === row.source_id)
    expect(row.full).toBe(`${file?.fullTime?.home}:${file?.fullTime?.away}`)
    expect(row.half).toBe(`${file?.halfTime?.home}:${file?.halfTime?.away}`)
  }
  expect((await replay.until(until, at.clock.advance)).results).toBe(0)
})

test('a match in play accepts no bets, and a restart keeps the kick-offs', async () => {
  const next = await sql<{ id: number; start_time: Date }>`
    select id, start_time from catalog.match where start_time > platform.now() order by start_time, id limit 1`.execute(
    at.base.db,
  )
  const { id = 0, start_time: start = new Date(0) } = next.rows[0] ?? {}
  await replay.until(new Date(start.getTime() + 30 * 60_000), at.clock.advance)
  const [offer] = await at.catalog.offers(at.base.db, [{ matchId: id, marketId: '1', line: '' }])
  expect(offer).toMatchObject({ matchState: 'live', suspended: true })
  const restarted = await openReplay({ ...at.feed, path, speed: 1 })
  const before = await sql<{ count: number }>`select count(*)::int as count from catalog.match`.execute(at.base.db)
  expect(await restarted.tick()).toMatchObject({ results: 0 })
  const after = await sql<{ count: number; early: number }>`
    select count(*)::int as count, (count(*) filter (where source <> 'replay'))::int as early from catalog.match`.execute(
    at.base.db,
  )
  expect(after.rows[0]).toEqual({ count: before.rows[0]?.count, early: 0 })
})
