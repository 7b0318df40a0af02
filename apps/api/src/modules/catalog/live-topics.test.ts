import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { openLog } from '#platform/log'
import { openLiveTopics } from './live-topics.ts'
import { testCatalog } from './testing.ts'

test('a change is published even if reading its state fails once', async () => {
  const at = await testCatalog()
  const match = { source: 'test', sourceId: '1' }
  await at.catalog.ingest([
    {
      kind: 'fixture',
      match,
      at: at.clock.date(),
      sportId: '79',
      competition: { name: 'Test League', category: 'Test' },
      homeTeam: 'A',
      awayTeam: 'B',
      startTime: new Date(at.clock.now() + 3_600_000),
      lines: [],
    },
  ])
  const found = await at.catalog.matches({ when: 'upcoming', sort: 'top', page: 1, limit: 1 })
  const matchId = Number(found.data[0]?.match_id)
  let failures = 1
  const failing: KyselyPlugin = {
    transformQuery({ node }) {
      if (failures-- > 0) throw new Error('on purpose')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = at.base.db.withPlugin(failing)
  const { publish } = openLiveTopics({ db, clock: at.clock, live: at.live, log: openLog('silent') })
  at.live.published.length = 0
  publish({ matchId, sportId: '79', lines: [], matchChanged: true })
  await expect
    .poll(() => at.live.published.some(({ topic }) => topic === `match:${matchId}`), { timeout: 10_000 })
    .toBe(true)
  await at.base.close()
})
