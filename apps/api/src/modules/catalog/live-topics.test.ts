import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#platform/log'
import { openLiveTopics } from './live-topics.ts'
import { linesOfMatch } from './store-lines.ts'
import { testCatalog, type TestCatalog } from './testing.ts'

let at: TestCatalog
let matchIds: number[] = []

beforeAll(async () => {
  at = await testCatalog()
  await at.catalog.ingest(
    ['1', '2', '3'].map((sourceId) => ({
      kind: 'fixture' as const,
      match: { source: 'test', sourceId },
      at: at.clock.date(),
      sportId: '79',
      competition: { name: 'Test League', category: 'Test' },
      homeTeam: `Home ${sourceId}`,
      awayTeam: 'Away',
      startTime: new Date(at.clock.now() + 3_600_000),
      lines: [
        { marketId: '26', line: '', state: 'open' as const, keys: ['odd', 'even'], prices: [1900n, 1900n] },
        { marketId: '29', line: '', state: 'open' as const, keys: ['yes', 'no'], prices: [1900n, 1900n] },
      ],
    })),
  )
  const { data } = await at.catalog.matches({ when: 'upcoming', sort: 'top', page: 1, limit: 3 })
  matchIds = data.map(({ match_id }) => Number(match_id))
})
afterAll(() => at.base.close())

/** Live topics on a database whose queries are counted; the first `failures` of them fail. */
function topicsOn({ failures = 0 } = {}) {
  const queries = { count: 0 }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (queries.count++ < failures) throw new Error('on purpose')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = at.base.db.withPlugin(plugin)
  const { publish } = openLiveTopics({ db, live: at.live, log: openLog('silent') })
  at.live.published.length = 0
  return { publish, queries }
}

test('a change is published even if reading its state fails once', async () => {
  const [matchId = 0] = matchIds
  topicsOn({ failures: 1 }).publish([{ matchId, sportId: '79', lines: [], matchChanged: true }])
  await expect.poll(() => at.live.published.some(({ topic }) => topic === `match:${matchId}`)).toBe(true)
})

test('the prices of many matches that change in one commit are read by one query, changed markets only', async () => {
  const changes = await Promise.all(
    matchIds.map(async (matchId) => {
      const lines = (await linesOfMatch(at.base.db, matchId)).filter((line) => line.market_id === 26)
      return { matchId, sportId: '', lines, matchChanged: false }
    }),
  )
  const { publish, queries } = topicsOn()
  publish(changes)
  await expect.poll(() => at.live.published.length).toBe(3)
  expect(at.live.published.map(({ topic }) => topic).toSorted()).toEqual(
    matchIds.map((matchId) => `market:${matchId}:26`).toSorted(),
  )
  expect(queries.count).toBe(1)
})

test('a change of a match publishes the match, all its markets and its sport', async () => {
  const [matchId = 0] = matchIds
  topicsOn().publish([{ matchId, sportId: '79', lines: [], matchChanged: true }])
  const topics = [`match:${matchId}`, `market:${matchId}:26`, `market:${matchId}:29`, 'sport:79:live']
  await expect.poll(() => at.live.published.map(({ topic }) => topic)).toEqual(topics)
})
