import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isGoal } from '@nare/bets/grading/events'
import { uniform } from '../simulated/chance.ts'
import { testCatalog, type TestCatalog } from '../testing.ts'
import { openSimulated } from './simulated.ts'

let at: TestCatalog
let feed: ReturnType<typeof openSimulated>
const settled: number[] = []

function open(seed: string) {
  let drawn = 0
  return openSimulated({ ...at.feed, speed: 1, chance: () => uniform(`${seed}:${drawn++}`) })
}

let restartedAt = new Date(0)
beforeAll(async () => {
  at = await testCatalog()
  at.catalog.connectSettlement({
    onResult: async () => undefined,
    settle: async (matchId) => {
      settled.push(matchId)
      return { legs: 0, bets: 0 }
    },
  })
  feed = open('first')
  await feed.importFixtures()
})
afterAll(() => at.base.close())

test('eight days of matches in at least 25 competitions of 6 sports are on offer, without duplicates', async () => {
  const count = await sql<{ matches: number; competitions: number; sports: number; days: number; bare: number }>`
    select count(*)::int as matches, count(distinct competition_id)::int as competitions, count(distinct sport_id)::int as sports,
      count(distinct (start_time at time zone 'Africa/Nairobi')::date)::int as days,
      (count(*) filter (where not exists (select from catalog.market k where k.match_id = m.id and k.state = 'open')))::int as bare
    from catalog.match m`.execute(at.base.db)
  expect(count.rows[0]?.competitions).toBeGreaterThanOrEqual(25)
  expect(count.rows[0]).toMatchObject({ sports: 6, bare: 0 })
  expect(count.rows[0]?.days).toBeGreaterThanOrEqual(8)
  expect(await open('again').importFixtures()).toBe(0)
})

test('every soccer market of the catalogue is on offer, and game ids are unique', async () => {
  const { data } = await at.catalog.matches({ sport_id: '79', when: 'upcoming', sort: 'time', page: 1, limit: 100 })
  const match = await at.catalog.match(data[0]?.match_id ?? '')
  expect(new Set(match?.odds.map((market) => market.sub_type_id)).size).toBeGreaterThanOrEqual(34)
  expect(new Set(data.map((view) => view.game_id)).size).toBe(data.length)
})

test('prices of upcoming matches move, and the changes are stored', async () => {
  const before = await sql<{ count: number }>`select count(*)::int as count from catalog.price_change`.execute(
    at.base.db,
  )
  await at.clock.advance(40 * 60)
  await feed.drift()
  const after = await sql<{ count: number }>`select count(*)::int as count from catalog.price_change`.execute(
    at.base.db,
  )
  expect(after.rows[0]?.count).toBeGreaterThan(before.rows[0]?.count ?? 0)
})

test('matches kick off, have live prices and end with confirmed results, also across a restart', async () => {
  const first = await sql<{ id: number; start_time: Date }>`
    select id, start_time from catalog.match where sport_id = '79' and start_time > platform.now() order by start_time, id limit 1`.execute(
    at.base.db,
  )
  const { id = 0, start_time: start = new Date(0) } = first.rows[0] ?? {}
  const to = async (minutes: number) => {
    await at.clock.advance(Math.max(0, (start.getTime() + minutes * 60_000 - at.clock.now()) / 1000))
    while (await feed.tick());
  }
  await to(20)
  expect(await at.catalog.match(String(id))).toMatchObject({ state: 'live', minute: 20 })
  let last = 0
  for (let minute = 21; minute < 110; minute += 10) {
    if (minute === 61) {
      feed = open('restarted')
      restartedAt = at.clock.date()
    }
    await to(minute)
    const view = await at.catalog.match(String(id))
    expect(view?.state).toBe('live')
    const goals = (view?.home_score ?? 0) + (view?.away_score ?? 0)
    const events = (await at.catalog.events(String(id))) ?? []
    // The score decreases only if a goal is retracted.
    const reported = events.filter(({ type }) => isGoal(type))
    const taken = reported.filter(({ taken_back }) => taken_back).length
    expect(reported.length - taken).toBe(goals)
    expect(goals + taken).toBeGreaterThanOrEqual(last)
    last = goals + taken
    const offered = view?.odds.filter((market) => market.sub_type_id === '18' && market.state === 'open') ?? []
    for (const line of offered) expect(Number(line.special_bet_value)).toBeGreaterThan(goals)
  }
  await to(112)
  const result = await at.catalog.resultOf(at.base.db, id)
  expect(result).toMatchObject({ version: 1, kind: 'result', certainty: 1, result: { finished: true } })
  expect(result?.result.goals).toHaveLength((result?.result.fullTime?.home ?? 0) + (result?.result.fullTime?.away ?? 0))
  await to(115)
  const confirmed = await sql<{ version: number }>`
    select version from catalog.result_confirmation where match_id = ${id}::int`.execute(at.base.db)
  expect(confirmed.rows).toEqual([{ version: 1 }])
  expect(settled.filter((matchId) => matchId === id)).toHaveLength(1)
})

test('a match is reported with its whistles, and its corners and cards are in its result', async () => {
  // A restart loses events that waited to be late: matches that began after it have all of theirs.
  const ended = () =>
    sql<{ id: number; corners: number; cards: number }>`
    select m.id, r.home_corners + r.away_corners as corners, r.home_cards + r.away_cards as cards
    from catalog.match m join catalog.result r on r.match_id = m.id and r.version = 1
    where m.sport_id = '79' and m.start_time > ${restartedAt}::timestamptz order by m.id limit 2`.execute(at.base.db)
  let { rows } = await ended()
  // In the early morning no match begins for some hours.
  for (let minutes = 0; minutes < 1440 && rows.length < 2; minutes += 10) {
    await at.clock.advance(600)
    while (await feed.tick());
    rows = (await ended()).rows
  }
  expect(rows).toHaveLength(2)
  for (const { id, corners, cards } of rows) {
    const events = ((await at.catalog.events(String(id))) ?? []).filter(({ taken_back }) => !taken_back)
    const types = events.map(({ type }) => type)
    const whistles = types.filter((type) => /kick_off|_half|half_|full_time/.test(type))
    expect(whistles).toEqual(['kick_off', 'half_time', 'second_half', 'full_time'])
    expect(types.filter((type) => type === 'corner')).toHaveLength(corners)
    const points = types.map((type) => (type === 'yellow_card' ? 1 : type === 'red_card' ? 2 : 0))
    expect(points.reduce<number>((sum, one) => sum + one, 0)).toBe(cards)
  }
})

test('after a day of downtime every match of that day has a result', async () => {
  await at.clock.advance(86_400)
  while (await feed.tick());
  const unfinished = await sql<{ count: number }>`
    select count(*)::int as count from catalog.match
    where not resulted and state not in ('postponed', 'abandoned') and start_time < platform.now() - interval '4 hours'`.execute(
    at.base.db,
  )
  expect(unfinished.rows[0]?.count).toBe(0)
  const ties = await sql<{ count: number }>`
    select count(*)::int as count from catalog.result r join catalog.match m on m.id = r.match_id
    where m.sport_id in ('30', '28', '29') and r.full_home = r.full_away`.execute(at.base.db)
  expect(ties.rows[0]?.count).toBe(0)
})
