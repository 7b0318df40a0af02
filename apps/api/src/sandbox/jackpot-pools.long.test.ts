import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { refused } from '@nare/contract/outcome'
import type { TestApp } from '#testing/app'
import { openMissingPools } from './jackpot-pools.ts'
import { appForPools } from './testing/pools.ts'

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
