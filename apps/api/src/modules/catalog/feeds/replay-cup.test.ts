import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { cupFile, cupText } from '#testing/cup-file'
import { testCatalog, type TestCatalog } from '../testing.ts'
import { openReplay } from './replay.ts'

const group = { round: 'Matchday 1', group: 'Group A' }
/** Simba v Chui at 15:00: a penalty at 20, half-time 1:1, an own goal at 90+2. */
const rows = [
  {
    ...group,
    team1: 'Simba',
    team2: 'Chui',
    score: { ft: [2, 1], ht: [0, 0] },
    goals1: [
      { name: 'Otieno', minute: 20, penalty: true },
      { name: 'Banda', minute: '90+2', owngoal: true },
    ],
    goals2: [{ name: 'Banda', minute: '45+1' }],
  },
  { ...group, team1: 'Tembo', team2: 'Nyati', time: '18:00', score: { ft: [0, 2] } },
  { ...group, round: 'Matchday 2', date: '2031-06-04', team1: 'Simba', team2: 'Nyati', score: { ft: [0, 0] } },
  {
    round: 'Final',
    date: '2031-06-06',
    team1: 'Simba',
    team2: 'Nyati',
    score: { ft: [0, 0], et: [1, 0] },
    goals1: [{ name: 'Otieno', minute: 106 }],
  },
]

let at: TestCatalog
let file: Awaited<ReturnType<typeof cupFile>>
let replay: Awaited<ReturnType<typeof openReplay>>
let kickOff = 0
const open = () => openReplay({ ...at.feed, path: file.path, speed: 1 })

beforeAll(async () => {
  at = await testCatalog()
  file = await cupFile(cupText(rows))
  replay = await open()
  await replay.tick()
  const [first] = await stored()
  kickOff = first?.start_time.getTime() ?? 0
})
afterAll(async () => {
  await at?.base.close()
  await file?.remove()
})

type Stored = {
  id: number
  home_team: string
  start_time: Date
  state: string
  minute: number
  score: string
  suspended: boolean
  breaks: number
}

async function stored(): Promise<Stored[]> {
  const rows = await sql<Stored>`
    select id, home_team, start_time, state, minute, home_score || ':' || away_score as score, suspended, breaks
    from catalog.match order by start_time, id`.execute(at.base.db)
  return rows.rows
}

/** Plays to this many minutes after the first kick-off. Returns the first match. */
async function playTo(minutes: number): Promise<Stored> {
  await replay.until(new Date(kickOff + minutes * 60_000), at.clock.advance)
  const [first] = await stored()
  if (!first) throw new Error('there is no match')
  return first
}

/** The prices on offer of a market without a line, or of a line. */
async function pricesOf(marketId: string, line = ''): Promise<readonly number[] | undefined> {
  const [first] = await stored()
  const [offer] = await at.catalog.offers(at.base.db, [{ matchId: first?.id ?? 0, marketId, line }])
  return offer?.marketState === 'open' ? offer.prices.map(Number) : undefined
}

test('matches are offered once the matches that decide their sides are over, with equal prices for unknown strengths', async () => {
  expect((await stored()).map((view) => view.home_team)).toEqual(['Simba', 'Tembo'])
  const [home, , away] = (await pricesOf('1')) ?? []
  expect(home).toBe(away)
  expect(kickOff - at.clock.now()).toBeGreaterThan(3_590_000)
})

test('a match in play is open to bets, and its prices move with the clock', async () => {
  expect(await playTo(5.5)).toMatchObject({ state: 'live', minute: 6, score: '0:0', suspended: false })
  const early = await pricesOf('18', '2.5')
  expect(await playTo(18.1)).toMatchObject({ minute: 19, suspended: false })
  const later = await pricesOf('18', '2.5')
  expect(later?.[0]).toBeGreaterThan(early?.[0] ?? Infinity)
})

test('a penalty stops betting before it is scored and shown; betting resumes at the prices after it', async () => {
  const before = await pricesOf('1')
  expect(await playTo(18.8)).toMatchObject({ score: '0:0', suspended: true })
  expect(await playTo(19.7)).toMatchObject({ score: '1:0', suspended: true })
  expect(await playTo(20.4)).toMatchObject({ score: '1:0', suspended: false })
  const after = await pricesOf('1')
  expect(after?.[0]).toBeLessThan(before?.[0] ?? 0)
  const reasons = await sql<{ reason: string }>`
    select reason from catalog.match_change where kind = 'stop' order by no`.execute(at.base.db)
  expect(reasons.rows.map(({ reason }) => reason)).toEqual(['penalty'])
})

test('a step that passes a goal still interrupts the match', async () => {
  const { breaks } = await playTo(45.2)
  const after = await playTo(47.3)
  expect(after).toMatchObject({ score: '1:1', suspended: false })
  expect(after.breaks).toBeGreaterThan(breaks)
  expect(await pricesOf('60')).toBeUndefined()
  expect(await pricesOf('90', '0.5')).toBeDefined()
})

test('after a restart in play the kick-offs are unchanged and nothing is repeated', async () => {
  const before = await playTo(70.2)
  replay = await open()
  await replay.tick()
  const [after] = await stored()
  expect(after).toEqual(before)
  expect(await playTo(71.2)).toMatchObject({ minute: 55, score: '1:1', suspended: false })
})

test('bets are settled by regular time and the order of the goals', async () => {
  expect(await playTo(115)).toMatchObject({ state: 'ended', score: '2:1' })
  const [first] = await stored()
  expect((await at.catalog.resultOf(at.base.db, first?.id ?? 0))?.result).toEqual({
    halfTime: { home: 1, away: 1 },
    fullTime: { home: 2, away: 1 },
    goals: ['home', 'away', 'home'],
    finished: true,
  })
})

test('each event is stored once, with its scorer and the score after it', async () => {
  const [first] = await stored()
  const events = await sql<{ event_id: string; type: string; at: string; side: string; player: string; score: string }>`
    select event_id, type, minute || coalesce('+' || added, '') as at, side, player, home_score || ':' || away_score as score
    from catalog.match_event where match_id = ${first?.id ?? 0} order by n`.execute(at.base.db)
  expect(events.rows.map((row) => [row.event_id, row.type, row.at, row.side, row.player, row.score])).toEqual([
    ['kick_off', 'kick_off', '1', null, null, null],
    ['penalty:1', 'penalty_awarded', '20', 'home', null, null],
    ['goal:1', 'penalty_scored', '20', 'home', 'Otieno', '1:0'],
    ['goal:2', 'goal', '45+1', 'away', 'Banda', '1:1'],
    ['half_time', 'half_time', '45', null, null, null],
    ['second_half', 'second_half', '46', null, null, null],
    ['goal:3', 'own_goal', '90+2', 'home', 'Banda', '2:1'],
    ['full_time', 'full_time', '90', null, null, null],
  ])
})

test('a match with a known score but unknown goals accepts no bets in play', async () => {
  await playTo(3 * 60 + 30)
  const [, second] = await stored()
  expect(second).toMatchObject({ home_team: 'Tembo', state: 'live', suspended: true })
})

test('the strengths of later matches come from earlier results, without extra time', async () => {
  await playTo(3 * 24 * 60 - 60)
  expect((await stored()).map((view) => view.home_team)).toEqual(['Simba', 'Tembo', 'Simba'])
  await playTo(5 * 24 * 60 - 60)
  const all = await stored()
  expect(all).toHaveLength(4)
  await playTo(5 * 24 * 60 + 120)
  const [, , , last] = await stored()
  expect(last).toMatchObject({ state: 'ended', score: '0:0' })
})
