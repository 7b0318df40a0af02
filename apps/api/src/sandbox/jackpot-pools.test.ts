import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandbox } from '@nare/contract/sandbox'
import { verifyJackpots } from '#modules/jackpot/jackpot'
import type { TestApp } from '#testing/app'
import { appForPools } from './testing/pools.ts'
import { openMissingPools } from './jackpot-pools.ts'

let nare: TestApp
beforeAll(async () => {
  nare = await appForPools()
})
afterAll(() => nare.close())

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
