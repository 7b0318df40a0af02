import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '#platform/db'
import { testDatabase, type TestDatabase } from '#testing/database'
import { fullLength } from '#testing/full-length'
import { waitingForLocks } from '#testing/waiting'
import type { OfferedRound } from '../rounds/rounds.ts'
import { bettableIn, leagueWorld, realCycle, type LeagueWorld } from '../testing/league-world.ts'

const patient = { timeout: 120_000, interval: 20 }
const id = '2'
const slotMs = 180_000

let folder: string
let base: TestDatabase
const worlds: LeagueWorld[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-league-'))
})
beforeEach(async () => {
  base = await testDatabase()
  // Sets the clock to just after the start of a slot of competition 2.
  await sql`update platform.clock set shift = date_trunc('day', now()) + interval '12 hours 45 seconds' - now()`.execute(
    base.db,
  )
})
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
  await base.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function open(given: Partial<Parameters<typeof leagueWorld>[1]> = {}): Promise<LeagueWorld> {
  const world = await leagueWorld(base, { folder, ...given })
  worlds.push(world)
  return world
}

async function close(world: LeagueWorld): Promise<void> {
  worlds.splice(worlds.indexOf(world), 1)
  await world.close()
}

/** Waits for the three rounds on offer. */
async function offered({ league }: LeagueWorld): Promise<OfferedRound[]> {
  await expect.poll(async () => (await league.periods(id)).length, patient).toBe(3)
  return league.periods(id)
}

/** Moves the clock to this many milliseconds after a time. */
const moveTo = async ({ clock }: LeagueWorld, at: Date, moreMs = 0) =>
  clock.advance((at.getTime() + moreMs - clock.now()) / 1000)

const stateOf = async ({ league }: LeagueWorld, roundId: string) => (await league.round(roundId))?.round.state

/** Runs a statement as the owner of the database, who has more rights than the server. */
async function asOwner(text: string): Promise<void> {
  const client = new pg.Client(base.connection)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

test('three rounds are on offer, one slot apart, and each kicks off after its lock', async () => {
  const rounds = await offered(await open())
  expect(rounds.map(({ roundNumber, state }) => `${roundNumber} ${state}`)).toEqual(['1 open', '2 open', '3 open'])
  const [first, second] = rounds as [OfferedRound, OfferedRound]
  expect(second.locksAt.getTime() - first.locksAt.getTime()).toBe(slotMs)
  expect(first.kicksOffAt.getTime() - first.locksAt.getTime()).toBe(realCycle.lockMs)
  expect(first.endsAt.getTime() - first.kicksOffAt.getTime()).toBe(realCycle.playMs)
  expect(first.locksAt.getTime() - first.now.getTime()).toBeGreaterThan(realCycle.bettingMs / 4)
})

test('competitions are staggered', async () => {
  const world = await open()
  const locks: number[] = []
  for (const competition of ['1', '2', '3', '4']) {
    await expect.poll(async () => (await world.league.periods(competition)).length, patient).toBe(3)
    locks.push((await world.league.periods(competition))[0]?.locksAt.getTime() ?? 0)
  }
  const afterMs = (at: number) => (((at - (locks[0] ?? 0)) % slotMs) + slotMs) % slotMs
  expect(locks.map(afterMs)).toEqual([0, 45_000, 90_000, 135_000])
})

test('after a jump into a play-out its minute has the goals so far, and the result keeps them', async () => {
  const world = await open()
  const [round] = (await offered(world)) as [OfferedRound]
  // The other seven eighths leave 35 seconds for what follows.
  await moveTo(world, round.kicksOffAt, realCycle.playMs / 8)
  await expect.poll(async () => (await world.league.playout(id, undefined))?.minute, patient).toBeGreaterThanOrEqual(11)
  const seen = await world.league.playout(id, round.roundId)
  expect(seen?.minute).toBeLessThan(90)
  for (const match of seen?.matches ?? [])
    for (const event of match.events) expect(event.minute).toBeLessThanOrEqual(match.minute)
  expect((await world.league.round(round.roundId))?.matches.every(({ drawn }) => drawn === null)).toBe(true)
  expect((await world.league.round(round.roundId))?.round).toMatchObject({ seed: null, link: null })
  await moveTo(world, round.endsAt, 1)
  await expect.poll(() => stateOf(world, round.roundId), patient).toBe('ended')
  const final = await world.league.playout(id, round.roundId)
  for (const [at, match] of (final?.matches ?? []).entries()) {
    const before = seen?.matches[at]
    expect(match.events.slice(0, before?.events.length)).toEqual(before?.events)
  }
  expect(await offered(world)).toMatchObject([{ roundNumber: 2 }, { roundNumber: 3 }, { roundNumber: 4 }])
})

test('after a jump of a day, locked rounds end in order, none is skipped, and the timetable restarts now', async () => {
  const world = await open()
  const before = await offered(world)
  await world.clock.advance(86_400)
  for (const { roundId } of before) await expect.poll(() => stateOf(world, roundId), patient).toBe('ended')
  const rounds = await offered(world)
  expect(rounds.map(({ roundNumber }) => roundNumber)).toEqual([4, 5, 6])
  const waitMs = (rounds[0]?.locksAt.getTime() ?? 0) - (rounds[0]?.now.getTime() ?? 0)
  expect(waitMs).toBeGreaterThan(0)
  expect(waitMs).toBeLessThan(slotMs + realCycle.bettingMs)
  const { rows } = await sql<{ id: string }>`
    select round_id as id from platform.round where name = 'league:2' and state = 'ended' order by ended_at`.execute(
    base.db,
  )
  expect(rows.map((row) => row.id)).toEqual(before.map(({ roundId }) => roundId))
  await expect.poll(() => world.outcomes.filter((outcome) => outcome.competitionId === id).length, patient).toBe(3)
  const settled = world.outcomes.filter((outcome) => outcome.competitionId === id)
  expect(settled.map(({ roundId }) => roundId)).toEqual(before.map(({ roundId }) => roundId))
})

test('a pause returns after the stakes in progress', async () => {
  const world = await open()
  const [round] = (await offered(world)) as [OfferedRound]
  const stake = Promise.withResolvers<void>()
  const inside = Promise.withResolvers<void>()
  const staking = transact(base.db, async (tx) => {
    await bettableIn(tx, [round.roundId])
    inside.resolve()
    await stake.promise
  })
  await inside.promise
  let hasReturned = false
  const pausing = world.league.pause({ competitionId: id, pausedBy: 'asha' }).then(() => (hasReturned = true))
  await expect.poll(() => waitingForLocks(base.db), patient).toBeGreaterThan(0)
  expect(hasReturned).toBe(false)
  stake.resolve()
  await Promise.all([staking, pausing])
})

test('a missing key stops betting and voids nothing until it is restored', async () => {
  const world = await open()
  const [round] = (await offered(world)) as [OfferedRound]
  await close(world)
  const blind = await open({ key: 'other' })
  await expect
    .poll(async () => (await blind.league.stops()).find((one) => one.competitionId === id)?.fault, patient)
    .toBeTruthy()
  await moveTo(blind, round.endsAt, 1)
  await expect.poll(() => stateOf(blind, round.roundId), patient).toBe('locked')
  await close(blind)
  const again = await open()
  await expect.poll(() => stateOf(again, round.roundId), patient).toBe('ended')
  await expect
    .poll(async () => (await again.league.stops()).find((one) => one.competitionId === id)?.fault, patient)
    .toBeNull()
})

test('rounds whose link is lost are voided with the reason, and a new season begins', async () => {
  const world = await open()
  const rounds = await offered(world)
  await close(world)
  await asOwner(`delete from league.secret where season_id = '2-1'`)
  const next = await open({ lostAfterMs: 0 })
  for (const { roundId } of rounds) await expect.poll(() => stateOf(next, roundId), patient).toBe('voided')
  const lost = await next.league.round(rounds[0]?.roundId ?? '')
  expect(lost?.round).toMatchObject({ voidReason: 'The link of this round was lost', seed: null })
  await expect
    .poll(() => next.outcomes.filter((outcome) => outcome.competitionId === id), patient)
    .toMatchObject([{ kind: 'void', reason: 'The link of this round was lost' }, { kind: 'void' }, { kind: 'void' }])
  expect((await offered(next)).map(({ seasonId, roundNumber }) => [seasonId, roundNumber])).toEqual([
    ['2-2', 1],
    ['2-2', 2],
    ['2-2', 3],
  ])
  expect((await next.league.seasons(id)).map(({ state }) => state)).toEqual([
    expect.stringMatching(/coming|running/),
    'lost',
  ])
})

test('league and catalogue matches never have the same id', async () => {
  const world = await open()
  const [round] = (await offered(world)) as [OfferedRound]
  const ids = (await world.league.round(round.roundId))?.matches.map(({ matchId }) => matchId) ?? []
  expect(ids.every((id) => id >= 50_000_000 && id < 100_000_000)).toBe(true)
  await expect(asOwner(`select setval('catalog.match_no', 50000000)`)).rejects.toThrow('out of bounds')
  await expect(asOwner(`select setval('league.match_no', 49999999)`)).rejects.toThrow('out of bounds')
})

describe.each(fullLength)('seasons, %s', () => {
  test('a season ends with a champion, and the next one was published three rounds before', async () => {
    const world = await open()
    const numbers: number[] = []
    for (let days = 0; days < 14; days++) {
      const [first] = await offered(world)
      const [present] = await world.league
        .competitions()
        .then((all) => all.filter((one) => one.round.competitionId === id))
      numbers.push(first?.roundNumber ?? 0)
      const seasons = (await world.league.seasons(id)).length
      if (first?.seasonId === '2-1') expect(seasons).toBe(first.roundNumber > 35 ? 2 : 1)
      else if (first?.roundNumber === 1) {
        expect(present?.champion).toBe((await world.league.standings(id, '2-1'))?.[0]?.team)
        break
      }
      const last = (await world.league.periods(id)).at(-1)
      if (last) await moveTo(world, last.endsAt, 1)
      await expect.poll(async () => (await world.league.periods(id))[0]?.roundId, patient).not.toBe(first?.roundId)
      await expect
        .poll(async () => (await world.league.periods(id))[0]?.locksAt.getTime() ?? 0, patient)
        .toBeGreaterThan(world.clock.now())
    }
    expect(numbers).toContain(37)
    const table = await world.league.standings(id, '2-1')
    expect(table?.every(({ played }) => played === 38)).toBe(true)
    const ended = (await world.league.seasons(id)).find(({ season }) => season.seasonId === '2-1')
    expect(ended).toMatchObject({ state: 'ended', champion: table?.[0]?.team })
  }, 120_000)

  test('bets are accepted until the lock by the clock of the database, and not while betting is stopped', async () => {
    const world = await open()
    const [round] = (await offered(world)) as [OfferedRound]
    const bettable = () => transact(base.db, (tx) => bettableIn(tx, [round.roundId, 'unknown']))
    expect(await bettable()).toEqual(new Set([round.roundId]))
    expect(await world.league.pause({ competitionId: id, pausedBy: 'asha' })).toBe(true)
    expect(await bettable()).toEqual(new Set())
    await world.league.pause({ competitionId: id, pausedBy: null })
    expect(await bettable()).toEqual(new Set([round.roundId]))
    await close(world)
    await world.clock.advance((round.locksAt.getTime() - world.clock.now()) / 1000)
    expect(await stateOf(world, round.roundId)).toBe('open')
    expect(await bettable()).toEqual(new Set())
  })

  test('a lost secret of the next season does not stop rounds of the current season', async () => {
    const world = await open()
    const published = async () => (await world.league.seasons(id)).some(({ season }) => season.seasonId === '2-2')
    for (;;) {
      const last = (await offered(world)).at(-1)
      if (await published()) break
      if (last) await moveTo(world, last.endsAt, 1)
      await expect
        .poll(async () => (await world.league.periods(id))[0]?.locksAt.getTime() ?? 0, patient)
        .toBeGreaterThan(world.clock.now())
    }
    await close(world)
    await asOwner(`delete from league.secret where season_id = '2-2'`)
    const waiting = await open()
    const rounds = (await waiting.league.periods(id)).filter(({ seasonId }) => seasonId === '2-1')
    const last = rounds.at(-1)
    expect(last).toBeDefined()
    if (last) await moveTo(waiting, last.endsAt, 1)
    for (const { roundId } of rounds) await expect.poll(() => stateOf(waiting, roundId), patient).toBe('ended')
    await close(waiting)
    const next = await open({ lostAfterMs: 0 })
    const states = async () => (await next.league.seasons(id)).map(({ season, state }) => `${season.seasonId} ${state}`)
    await expect.poll(states, patient).toContain('2-2 lost')
    await expect.poll(async () => (await next.league.periods(id)).at(-1)?.seasonId, patient).toBe('2-3')
  }, 120_000)

  test('the database refuses the seed and result of an unfinished round, and a second salt', async () => {
    const world = await open()
    const [round] = (await offered(world)) as [OfferedRound]
    const [hex, { seasonId }] = ['ab'.repeat(32), round]
    const match = (await world.league.round(round.roundId))?.matches[0]?.matchId ?? 0
    const refusal = (statement: ReturnType<typeof sql>) => expect(statement.execute(base.db)).rejects
    await refusal(sql`update league.round set seed = ${hex}, link = ${hex} where round_id = ${round.roundId}`).toThrow(
      'cannot be published',
    )
    await refusal(sql`update league.match set goals = '[]' where match_id = ${match}`).toThrow('cannot be published')
    await refusal(sql`update league.season set salt = ${hex} where season_id = ${seasonId}`).toThrow(
      'was drawn already',
    )
    await refusal(sql`update league.season set chain_tip = ${hex}`).toThrow('permission denied')
    await refusal(sql`delete from league.secret`).toThrow('permission denied')
  })
})
