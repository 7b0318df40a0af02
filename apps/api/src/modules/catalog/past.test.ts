import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResultFacts } from './feeds/port.ts'
import { testCatalog, type TestCatalog } from './testing.ts'

let at: TestCatalog
const dayMs = 86_400_000
/** The afternoon of today in Nairobi, from which the days of all matches are counted: midnight may pass meanwhile. */
let noonMs = 0
const line = { marketId: '26', line: '', state: 'open', keys: ['odd', 'even'], prices: [1900n, 1900n] } as const
const source = 'feed'
let matches = 0

beforeAll(async () => {
  at = await testCatalog()
  noonMs = Math.floor((at.clock.now() + 3 * 3_600_000) / dayMs) * dayMs + 9 * 3_600_000
})
afterAll(() => at.base.close())

type PastMatch = {
  readonly home: string
  readonly away: string
  readonly daysAgo: number
  readonly league?: string
  readonly result?: ResultFacts
}

/** A match some days ago, with its result if it has one. Returns its id. */
async function playMatch({ home, away, daysAgo, league = 'League', result }: PastMatch): Promise<string> {
  const match = { source, sourceId: `match ${matches++}` }
  const startTime = new Date(noonMs - daysAgo * dayMs + matches)
  await at.catalog.ingest([
    {
      kind: 'fixture',
      match,
      at: startTime,
      sportId: '79',
      competition: { name: league, category: 'Kenya' },
      homeTeam: home,
      awayTeam: away,
      startTime,
      lines: [line],
    },
    ...(result ? [{ kind: 'result', match, at: startTime, certainty: 2, ...result } as const] : []),
  ])
  const found = await at.catalog.search(home)
  return found.matches[0]?.match_id ?? ''
}

const score = (home: number, away: number) => ({ fullTime: { home, away } })
const dayOf = (daysAgo: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(noonMs - daysAgo * dayMs)

test('the results of a day have the half-time score, goals, corners and cards if they are known', async () => {
  const facts = {
    halfTime: { home: 0, away: 1 },
    goals: ['away', 'home'] as const,
    corners: { home: 6, away: 3 },
    cards: { home: 1, away: 4 },
  }
  await playMatch({ home: 'Tusker', away: 'Bandari', daysAgo: 20, result: { ...score(1, 1), ...facts } })
  await playMatch({ home: 'Sofapaka', away: 'Ulinzi', daysAgo: 20, result: score(2, 0) })
  await playMatch({ home: 'Mathare', away: 'Kariobangi', daysAgo: 21, result: score(0, 0) })
  await playMatch({ home: 'Posta', away: 'Nairobi City', daysAgo: 20 })
  const query = { date: dayOf(20), page: 1, limit: 50 }
  const { data, meta } = await at.catalog.results(query)
  expect(meta.total).toBe(2)
  expect(data.map(({ home_team, home_score, away_score }) => [home_team, home_score, away_score])).toEqual([
    ['Tusker', 1, 1],
    ['Sofapaka', 2, 0],
  ])
  expect(data[0]).toMatchObject({ half_time: '0:1', goals: ['away', 'home'], corners: '6:3', cards: '1:4' })
  expect(data[1]).not.toHaveProperty('corners')
  expect((await at.catalog.results({ ...query, sport_id: '30' })).data).toEqual([])
  expect((await at.catalog.results({ ...query, page: 2, limit: 1 })).data).toMatchObject([{ home_team: 'Sofapaka' }])
  expect((await at.catalog.results({ page: 1, limit: 50 })).data).toEqual([])
})
