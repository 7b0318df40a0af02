import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/db'
import { testDatabase, type TestDatabase } from '#testing/database'
import { openPlans } from '#testing/plans'
import { openTeamCounts, tablePage } from './team-store.ts'

const teamCount = 20_000
const weekNo = 1
let base: TestDatabase
let plans: ReturnType<typeof openPlans>
let recordedDb: Db

/** A running week with many teams, and a connection that records its queries. */
beforeAll(async () => {
  base = await testDatabase({ size: 1 })
  plans = openPlans(base.connection)
  recordedDb = plans.db
  await sql`
    insert into fantasy.week (week_id, kind, competition_id, competition, number, deadline, budget, first_round, last_round)
    values ('w', 'nare', '1', 'Nare', 1, platform.now() + interval '1 hour', 200, 1, 10)`.execute(recordedDb)
  await sql`
    insert into fantasy.team (week_no, bettor_id, players, captain, bench, points)
    select ${weekNo}::int, n, '{1,2,3,4,5,6,7,8,9,10,11}', 1, '{12,13,14,15}', n % 120 from generate_series(1, ${teamCount}::int) n`.execute(
    recordedDb,
  )
  await sql`vacuum analyze fantasy.team`.execute(recordedDb)
})
afterAll(async () => {
  await recordedDb.destroy()
  await base.close()
})

/** The number of team rows that the statements of `work` read. */
const teamsRead = (work: () => Promise<unknown>) => plans.rowsRead('team', work)

test('a page of a table reads the teams up to its end, not all of them', async () => {
  expect(await teamsRead(() => tablePage(recordedDb, { weekNo, limit: 50, offset: 0 }))).toBe(50)
  const far = await teamsRead(() => tablePage(recordedDb, { weekNo, limit: 50, offset: 1000 }))
  expect(far).toBeLessThanOrEqual(2050)
})

test('ranks are one more than the teams with more points, on every page', async () => {
  const pages = await Promise.all([0, 150, 330].map((offset) => tablePage(recordedDb, { weekNo, limit: 5, offset })))
  // Each of the points 119, 118 and so on has 166 or 167 teams.
  const { rows } = await sql<{ points: number; rank: number }>`
    select points, (1 + sum(count(*)) over (order by points desc) - count(*))::int as rank from fantasy.team group by points`.execute(
    recordedDb,
  )
  const ranks = new Map(rows.map(({ points, rank }) => [points, rank]))
  for (const page of pages) {
    expect(page).toHaveLength(5)
    for (const { rank, points } of page) expect(rank).toBe(ranks.get(points))
  }
  expect(new Set(pages.flat().map(({ rank }) => rank)).size).toBeGreaterThan(1)
  expect(await tablePage(recordedDb, { weekNo, limit: 5, offset: teamCount })).toEqual([])
})

test('only the teams of open weeks are counted', async () => {
  expect(await openTeamCounts(recordedDb)).toEqual(new Map([[weekNo, teamCount]]))
  await sql`update fantasy.week set state = 'running', teams = ${teamCount}::int`.execute(recordedDb)
  expect(await openTeamCounts(recordedDb)).toEqual(new Map())
  expect(await teamsRead(() => openTeamCounts(recordedDb))).toBe(0)
})
