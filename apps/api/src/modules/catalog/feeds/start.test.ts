import { afterEach, beforeEach, expect, test } from 'vitest'
import { testCatalog, type TestCatalog } from '../testing.ts'
import { startFeed } from './start.ts'

let at: TestCatalog
beforeEach(async () => {
  at = await testCatalog()
})
afterEach(() => at.base.close())

const config = (feed: string) => ({
  feed,
  speed: 1,
  oddsApi: { key: '', url: 'http://127.0.0.1:9', sports: [], staleMs: 1_800_000 },
})
const total = async () => (await at.catalog.matches({ when: 'upcoming', sort: 'top', page: 1, limit: 1 })).meta.total

test('the simulated feed starts without waiting, brings matches and stops when asked', async () => {
  const feed = startFeed({ catalog: at.catalog, config: config('simulated') })
  await expect.poll(total, { timeout: 30_000 }).toBeGreaterThan(300)
  await feed.stop()
  expect(feed.replayUntil).toBeUndefined()
})

test('a replay of a file that is not there is a fault in the log, not the end of the process', async () => {
  at.catalog.log.level = 'silent'
  const feed = startFeed({
    catalog: at.catalog,
    config: config('replay:/nowhere/at-all.csv'),
    advance: at.clock.advance,
  })
  await expect(feed.replayUntil?.(new Date(0))).rejects.toThrow('ENOENT')
  await feed.stop()
})

test('without a feed what is overdue is given up all the same', async () => {
  await at.catalog.take([
    {
      kind: 'fixture',
      match: { source: 'old', sourceId: '1' },
      at: at.clock.date(),
      sportId: '79',
      competition: { name: 'Old League', category: 'Test' },
      homeTeam: 'A',
      awayTeam: 'B',
      startTime: new Date(at.clock.now() - 49 * 3_600_000),
      lines: [],
    },
  ])
  const feed = startFeed({ catalog: at.catalog, config: config('none') })
  await expect.poll(async () => at.live.told.some(({ topic }) => topic.startsWith('match:'))).toBe(true)
  await feed.stop()
})
