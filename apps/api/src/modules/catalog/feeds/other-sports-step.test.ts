import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MatchState } from '@nare/contract/live'
import { sportIdOf } from '@nare/bets/markets/sports'
import { otherSports, type OtherSport } from '@nare/odds/other-sports'
import { preMatchLines } from '../pricing.ts'
import { uniform } from '../simulated/chance.ts'
import { testCatalog, type TestCatalog } from '../testing.ts'
import { openSimulated } from './simulated.ts'
import { basisAt, simulated, type SimModel } from './simulated-fixtures.ts'

const models: Readonly<Record<OtherSport, SimModel>> = {
  basketball: { home: 83, away: 79 },
  tennis: { home: 12, away: 11 },
  rugby: { home: 25, away: 20 },
  ice_hockey: { home: 3.1, away: 2.6 },
  cricket: { home: 168, away: 160 },
}

let at: TestCatalog
let feed: ReturnType<typeof openSimulated>
let start = 0
const ids = new Map<OtherSport, number>()

function open(seed: string) {
  let drawn = 0
  return openSimulated({ ...at.feed, speed: 1, chance: () => uniform(`${seed}:${drawn++}`) })
}

beforeAll(async () => {
  at = await testCatalog()
  at.catalog.connectSettlement({ onResult: async () => undefined, settle: async () => ({ legs: 0, bets: 0 }) })
  feed = open('first')
  start = at.clock.now() + 60_000
  await at.feed.ingest(
    otherSports.map((sport) => ({
      kind: 'fixture',
      match: { source: simulated, sourceId: sport },
      at: at.clock.date(),
      sportId: sportIdOf(sport),
      competition: { name: sport, category: 'Test' },
      homeTeam: 'Home',
      awayTeam: 'Away',
      startTime: new Date(start),
      model: models[sport],
      lines: preMatchLines(sport, basisAt({ sourceId: sport, sport, model: models[sport], at: start })),
    })),
  )
  const rows = await sql<{ id: number; source_id: OtherSport }>`select id, source_id from catalog.match`.execute(
    at.base.db,
  )
  for (const { id, source_id } of rows.rows) ids.set(source_id, id)
})
afterAll(() => at.base.close())

async function playTo(minutes: number): Promise<void> {
  await at.clock.advance(Math.max(0, (start + minutes * 60_000 - at.clock.now()) / 1000))
  while (await feed.advanceMatches());
}

async function look(sport: OtherSport) {
  const id = ids.get(sport) ?? 0
  const view = await at.catalog.match(String(id))
  const rows = await sql<{ periods: { home: number; away: number }[] | null; suspended: boolean; breaks: number }>`
    select periods, suspended, breaks from catalog.match where id = ${id}::int`.execute(at.base.db)
  const offered = view?.odds.filter(({ state }) => state === 'open') ?? []
  const { periods = null, suspended = true, breaks = 0 } = rows.rows[0] ?? {}
  const [live] = await at.live.read(`match:${id}`)
  const topic = live?.state as MatchState | undefined
  return { id, view, topic, periods, suspended, breaks, offered }
}

test('every other sport accepts bets in play, at prices that follow its score, also after a restart', async () => {
  const before = new Map(await Promise.all(otherSports.map(async (sport) => [sport, await look(sport)] as const)))
  const seen = new Map(
    otherSports.map((sport) => [sport, { opened: 0, prices: new Set<string>(), scores: [] as number[] }]),
  )
  for (let minute = 1; minute <= 55; minute += 6) {
    if (minute === 31) feed = open('restarted')
    await playTo(minute)
    for (const sport of otherSports) {
      const { view, suspended, offered } = await look(sport)
      const noted = seen.get(sport)
      if (!noted || view?.state !== 'live') throw new Error(`${sport} is not live at ${minute}`)
      noted.scores.push((view.home_score ?? 0) + (view.away_score ?? 0))
      if (suspended) continue
      noted.opened += offered.length > 0 ? 1 : 0
      noted.prices.add(view.home_odd ?? '')
    }
  }
  for (const sport of otherSports) {
    const noted = seen.get(sport)
    expect(noted?.scores).toEqual(noted?.scores.toSorted((a, b) => a - b))
    expect(noted?.opened, sport).toBeGreaterThan(3)
    expect(noted?.prices.size, sport).toBeGreaterThan(3)
    expect(before.get(sport)?.offered.length, sport).toBeGreaterThan(0)
  }
})

test('a basket does not interrupt a bet in its delay; a goal and a wicket do', async () => {
  const breaks = async (sport: OtherSport) => (await look(sport)).breaks
  const before = await breaks('basketball')
  await playTo(64)
  expect(await breaks('basketball')).toBe(before)
  const rows = await sql<{ sport_id: string; score: number; stops: number; breaks: number }>`
    select sport_id, home_score + away_score as score, breaks,
      (select count(*)::int from catalog.match_change c where c.match_id = m.id and c.kind = 'stop') as stops
    from catalog.match m where sport_id = any(${[sportIdOf('rugby'), sportIdOf('cricket')]}::text[])`.execute(
    at.base.db,
  )
  for (const { score, stops, breaks: counted } of rows.rows) {
    expect(score).toBeGreaterThan(0)
    expect(stops).toBeGreaterThan(0)
    expect(counted).toBeGreaterThanOrEqual(stops)
  }
})

test('each sport ends with a result by periods, and no line stays on offer', async () => {
  await playTo(500)
  for (const sport of otherSports) {
    const { id, view, topic, periods, offered } = await look(sport)
    const texts = periods?.map(({ home, away }) => `${home}:${away}`)
    expect(view).toMatchObject({ state: 'ended', periods: texts })
    expect(topic?.periods).toEqual(texts)
    expect(offered).toEqual([])
    const result = await at.catalog.resultOf(at.base.db, id)
    expect(result).toMatchObject({ version: 1, kind: 'result', certainty: 1, result: { finished: true, periods } })
    if (sport !== 'rugby') expect(result?.result.fullTime?.home).not.toBe(result?.result.fullTime?.away)
  }
})

test('confirming a result changes nothing', async () => {
  await at.clock.advance(600)
  await feed.confirm()
  const rows = await sql<{ confirmed: number; versions: number }>`
    select (select count(*)::int from catalog.result_confirmation) as confirmed, (select count(*)::int from catalog.result) as versions`.execute(
    at.base.db,
  )
  expect(rows.rows[0]).toEqual({ confirmed: otherSports.length, versions: otherSports.length })
})
