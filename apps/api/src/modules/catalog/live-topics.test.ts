import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveMessage } from '@nare/contract/live'
import { openDb } from '#platform/db'
import type { PublicSnapshot } from '#platform/live-snapshots'
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

test('states that have not changed are not read again; those that any process has changed are', async () => {
  const read: number[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const rows = result.rows as { version?: bigint | null; stamp?: string; known?: string }[]
      read.push(rows.filter(({ version, stamp, known }) => version !== null && stamp !== known).length)
      return result
    },
  }
  const other = await testCatalog(at.base)
  const sources = new Map<string, (topics: readonly string[]) => Promise<ReadonlyMap<string, readonly LiveMessage[]>>>()
  const live = { ...other.live, publicTopics: (name: string, of: PublicSnapshot) => void sources.set(name, of) }
  openLiveTopics({ db: at.base.db.withPlugin(plugin), live, log: openLog('silent') })
  const [first = 0, second = 0] = matchIds
  const topics = {
    match: [`match:${first}`, `match:${second}`, 'match:99999999'],
    market: [`market:${first}:26`, `market:${first}:1`, `market:${second}:29`],
  }
  const states = async (kind: 'match' | 'market') => {
    read.length = 0
    return (await sources.get(`${kind}:`)?.(topics[kind])) ?? new Map<string, LiveMessage[]>()
  }
  const [matches, markets] = [await states('match'), await states('market')]
  expect([[...matches.keys()], [...markets.keys()].toSorted()]).toEqual([
    topics.match.slice(0, 2),
    topics.market.toSorted(),
  ])
  expect([await states('match'), read[0]]).toEqual([matches, 0])
  expect([await states('market'), read[0]]).toEqual([markets, 0])

  // Another process changes a price; then one match in a way that has no version.
  const line = { marketId: '29', line: '', state: 'open' as const, keys: ['yes', 'no'], prices: [2500n, 1500n] }
  const match = { source: 'test', sourceId: await sourceIdOf(second) }
  await other.catalog.ingest([{ kind: 'price', match, at: at.clock.date(), lines: [line] }])
  expect((await states('market')).get(`market:${second}:29`)).toMatchObject([
    {
      state: {
        odds: [
          ['yes', '2.50'],
          ['no', '1.50'],
        ],
      },
    },
  ])
  expect(read[0]).toBe(1)
  await sql`update catalog.match set suspended = true, suspended_for = 'other' where id = ${first}::int`.execute(
    at.base.db,
  )
  expect((await states('match')).get(`match:${first}`)).toMatchObject([{ state: { suspended: 'other' } }])
  expect((await states('market')).get(`market:${first}:26`)).toMatchObject([{ state: { state: 'suspended' } }])
  expect(read[0]).toBe(1)

  // A match that is due to start accepts no bets, although nobody has written it.
  await at.clock.advance(3_700)
  expect((await states('market')).get(`market:${second}:29`)).toMatchObject([{ state: { state: 'suspended' } }])

  // What the database no longer has, after its owner deletes it, is not kept: lines, then a whole match.
  const owner = openDb(at.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  await sql`delete from catalog.market where match_id = ${first}::int and market_id = 26`.execute(owner)
  expect((await states('market')).get(`market:${first}:26`)).toEqual([])
  await sql`set session_replication_role = replica`.execute(owner)
  await sql`delete from catalog.market where match_id = ${second}::int`.execute(owner)
  await sql`delete from catalog.match where id = ${second}::int`.execute(owner)
  await owner.destroy()
  expect([...(await states('match')).keys()]).toEqual([`match:${first}`])
  expect((await states('market')).has(`market:${second}:29`)).toBe(false)
})

async function sourceIdOf(matchId: number): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`select source_id as id from catalog.match where id = ${matchId}::int`.execute(at.base.db)
  return rows[0]?.id ?? ''
}
