import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testCatalog, type TestCatalog } from '../testing.ts'
import type { FeedMessage } from './port.ts'
import { openReplay } from './replay.ts'
import { openSimulated } from './simulated.ts'

let at: TestCatalog
beforeEach(async () => {
  at = await testCatalog()
})
afterEach(() => at.base.close())

test('all of 70 simulated matches in progress advance, then the pass ends', async () => {
  const feed = openSimulated({ ...at.feed, speed: 1, chance: () => 0.5 })
  const startTime = new Date(at.clock.now() - 600_000)
  await at.catalog.ingest(
    Array.from({ length: 70 }, (_, number): FeedMessage => ({
      kind: 'fixture',
      match: { source: 'simulated', sourceId: `many:${number}` },
      at: startTime,
      sportId: '79',
      competition: { name: 'Many', category: 'Test' },
      homeTeam: `Home ${number}`,
      awayTeam: `Away ${number}`,
      startTime,
      model: { home: 1.4, away: 1.1 },
      lines: [],
    })),
  )
  expect([await feed.tick(), await feed.tick()]).toEqual([true, false])
  const states = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from catalog.match where source_id like 'many:%' group by state`.execute(
    at.base.db,
  )
  expect(states.rows).toEqual([{ state: 'live', count: 70 }])
})

test('replayed matches without a result do not block the results of later ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nare-many-'))
  const path = join(folder, 'season.csv')
  const rows = Array.from({ length: 70 }, (_, number) =>
    number < 65 ? `E0,10/08/2018,12:00,H${number},A${number},,` : `E0,10/08/2018,15:00,H${number},A${number},2,1`,
  )
  await writeFile(path, ['Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG', ...rows].join('\n'))
  const replay = await openReplay({ ...at.feed, path, speed: 1 })
  const summary = await replay.until(new Date(at.clock.now() + 8 * 3_600_000), at.clock.advance)
  expect(summary).toEqual({ matches: 70, results: 5 })
  await rm(folder, { recursive: true })
})

test('stepping a replay tries a failed match again, so that no result of the step is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nare-again-'))
  const path = join(folder, 'season.csv')
  const rows = Array.from({ length: 5 }, (_, number) => `E0,10/08/2018,15:00,H${number},A${number},2,1`)
  await writeFile(path, ['Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG', ...rows].join('\n'))
  at.log.level = 'silent'
  let failures = 2
  at.catalog.connectSettlement({
    onResult: async () => {
      if (failures-- > 0) throw new Error('the first results cannot be stored')
    },
    wake: async () => undefined,
    settle: async () => ({ legs: 0, bets: 0 }),
  })
  const replay = await openReplay({ ...at.feed, path, speed: 1 })
  const until = (hours: number) => replay.until(new Date(at.clock.now() + hours * 3_600_000), at.clock.advance)
  expect(await until(8)).toEqual({ matches: 5, results: 5 })
  await rm(folder, { recursive: true })
})
