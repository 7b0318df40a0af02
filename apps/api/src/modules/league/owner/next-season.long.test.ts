import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { leagueWorld, type LeagueWorld } from '../testing/league-world.ts'
import { randomSalt } from './owner.ts'

const patient = { timeout: 60_000, interval: 20 }
const id = '3'
const rounds = 34

let folder: string
let base: TestDatabase
let world: LeagueWorld
let isReachable = true

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-league-'))
  base = await testDatabase()
  world = await leagueWorld(base, {
    folder,
    salts: {
      ...randomSalt,
      name: async () => (isReachable ? randomSalt.name() : Promise.reject(new Error('no answer'))),
    },
  })
})
afterAll(async () => {
  await world.close()
  await base.close()
  await rm(folder, { recursive: true, force: true })
})

test('if no salt is available when a season ends, the next season starts as soon as one is', async () => {
  const { league, clock } = world
  const present = async () => (await league.periods(id))[0]
  await expect.poll(async () => (await league.periods(id)).length, patient).toBe(3)
  isReachable = false
  for (;;) {
    const first = await present()
    const last = (await league.periods(id)).at(-1)
    if (!first || !last) break
    await clock.advance((last.endsAt.getTime() + 1 - clock.now()) / 1000)
    await expect.poll(async () => (await present())?.roundId, patient).not.toBe(first.roundId)
    await expect
      .poll(async () => (await present())?.locksAt.getTime() ?? Infinity, patient)
      .toBeGreaterThan(clock.now())
  }
  expect(await league.seasons(id)).toMatchObject([{ season: { rounds }, state: 'ended' }])
  isReachable = true
  await expect.poll(async () => (await league.periods(id)).length, patient).toBe(3)
  expect((await league.periods(id)).map(({ seasonId, roundNumber }) => [seasonId, roundNumber])).toEqual([
    ['3-2', 1],
    ['3-2', 2],
    ['3-2', 3],
  ])
}, 120_000)
