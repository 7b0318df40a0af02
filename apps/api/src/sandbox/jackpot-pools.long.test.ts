import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refused } from '@nare/contract/outcome'
import { sandbox } from '@nare/contract/sandbox'
import { verifyJackpots } from '#modules/jackpot/jackpot'
import { testApp, type TestApp } from '#testing/app'
import { openMissingPools } from './jackpot-pools.ts'

let nare: TestApp
beforeAll(async () => {
  nare = await appForPools()
})
afterAll(() => nare.close())

/** An application with enough matches for three pools. */
async function appForPools(): Promise<TestApp> {
  const app = await testApp()
  for (let n = 0; n < 20; n++)
    await app.match({
      home_team: `Home ${n}`,
      away_team: `Away ${n}`,
      start_time: new Date(app.app.clock.now() + (4 + n / 10) * 3_600_000).toISOString(),
    })
  return app
}

const keep = () => openMissingPools({ ...nare.app, log: nare.app.app.log as never })

test('the first run opens three pools with tickets, and settles one pool of each kind with winners', async () => {
  await keep()
  const open = await nare.app.jackpots.open()
  expect(open.map(({ name, mode, matches }) => `${name}, ${mode}, ${matches.length}`).toSorted()).toEqual([
    'Daily 8, must_be_won, 8',
    'Mega 17, pool, 17',
    'Midweek 13, fixed, 13',
  ])
  for (const { matches } of open) expect(Object.values(matches[0]?.crowd ?? {}).reduce((a, b) => a + b)).toBe(100)
  const { data } = await nare.app.jackpots.past({ page: 1, limit: 10, name: undefined })
  expect(data.map(({ name, state }) => `${name} ${state}`).toSorted()).toEqual([
    'Daily 8 settled',
    'Mega 17 settled',
    'Midweek 13 settled',
  ])
  expect(data.find(({ name }) => name === 'Daily 8')?.tiers.some(({ lines }) => lines > 0)).toBe(true)
  expect(open.find(({ name }) => name === 'Mega 17')?.pool?.carried_over).not.toBe('0.00')
})

test('a new pool of the same name replaces a closed one, and no pool is opened twice', async () => {
  await keep()
  const [first] = await nare.app.jackpots.open()
  await nare.call(sandbox.driveMatch, { match_id: first?.matches[0]?.match_id ?? '', state: 'live' })
  await nare.call(sandbox.quiet, {})
  await nare.app.jackpots.advanceDue()
  const left = (await nare.app.jackpots.open()).length
  expect(left).toBeLessThan(3)
  await keep()
  expect(await nare.app.jackpots.open()).toHaveLength(3)
  expect((await verifyJackpots(nare.app.db)).filter(({ broken }) => broken > 0)).toEqual([])
})

/** Opens the pools while the catalogue refuses some new matches, by their number from 0. Returns the created ones. */
async function keepWithRefusals({ app }: TestApp, isRefused: (n: number) => boolean): Promise<string[]> {
  const { manual } = app.catalog
  const created: string[] = []
  let count = 0
  const createMatch: typeof manual.createMatch = async (match) => {
    if (isRefused(count++)) return refused('invalid_input', { field: 'start_time' }) as never
    const made = await manual.createMatch(match)
    if (made.ok) created.push(made.value.match_id)
    return made
  }
  await openMissingPools({
    ...app,
    catalog: { ...app.catalog, manual: { ...manual, createMatch } },
    log: app.app.log as never,
  })
  return created
}

async function resultsOf({ base }: TestApp, matchIds: readonly string[]): Promise<number> {
  const { rows } =
    await sql`select distinct match_id from catalog.result where match_id = any(${matchIds}::bigint[])`.execute(base.db)
  return rows.length
}

test('the finished pools are played even if a return match is refused', async () => {
  const own = await appForPools()
  const created = await keepWithRefusals(own, (n) => n === 3)
  expect((await own.app.jackpots.past({ page: 1, limit: 10, name: undefined })).meta.total).toBe(3)
  expect([created.length, await resultsOf(own, created)]).toEqual([17, 17])
  await own.close()
})

test('if too many return matches are refused, the created ones still get a result', async () => {
  const own = await appForPools()
  const created = await keepWithRefusals(own, (n) => n >= 5)
  expect((await own.app.jackpots.past({ page: 1, limit: 10, name: undefined })).meta.total).toBe(0)
  expect([created.length, await resultsOf(own, created)]).toEqual([5, 5])
  await own.close()
})
