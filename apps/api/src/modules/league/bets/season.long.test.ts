import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endOf } from '#testing/league-play'
import { brokenBooks, onlyLate, placedLate, playSeason } from '#testing/league-season'
import { referenceOf } from '#testing/league-reference'
import { realServer, type RealServer } from '#testing/server'

/** The short form of season.release.test.ts: some rounds of each competition instead of a whole season. */
const roundsOfEach = 2

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

let server: RealServer
beforeAll(async () => {
  server = await realServer({ LEAGUE: 'on', LEAGUE_CYCLE: '2,0.4,0.8,0.3', LEAGUE_STAGGER_S: '0.5' })
})
afterAll(() => server.close())

test('bets on accelerated rounds settle as in the reference implementation, and none is accepted after a lock', async () => {
  const isOver = async () => {
    const { rows } = await sql<{ fewest: number }>`
      select coalesce(min(rounds), 0)::int as fewest from (
        select count(*) filter (where state = 'ended') as rounds from platform.round group by name) each`.execute(
      server.db,
    )
    return (rows[0]?.fewest ?? 0) >= roundsOfEach
  }
  const { bets, answers, results } = await playSeason({
    server,
    bettors: 12,
    thinksMs: 400,
    isOver,
    overMsMax: 120_000,
  })
  expect(onlyLate(answers)).toEqual([])
  expect(bets).toHaveLength(answers.get('placed') ?? 0)
  expect(bets.length).toBeGreaterThan(50)
  for (const bet of bets) expect([bet, endOf(bet)]).toEqual([bet, referenceOf(bet, results)])
  expect(new Set(bets.map(({ state }) => state))).toEqual(new Set(['won', 'lost']))
  expect(await placedLate(server)).toBe(0)
  expect(await brokenBooks(server)).toEqual([])
})
