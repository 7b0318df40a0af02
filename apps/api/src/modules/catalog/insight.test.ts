import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlans } from '#testing/plans'
import { runImportCommand } from '../../results-import-command.ts'
import { importPast } from './feeds/simulated-past.ts'
import type { ResultFacts } from './feeds/port.ts'
import { importResults, type ImportOptions } from './past-results.ts'
import { pastOfMatch } from './store-insight.ts'
import { testCatalog, type TestCatalog } from './testing.ts'

let at: TestCatalog
let folder = ''
const dayMs = 86_400_000
/** The afternoon of today in Nairobi, from which the days of all matches are counted: midnight may pass meanwhile. */
let noonMs = 0
const source = 'feed'
const winner = { marketId: '1', line: '', state: 'open', keys: ['home_team', 'draw', 'away_team'] } as const
let matches = 0

beforeAll(async () => {
  at = await testCatalog()
  folder = await mkdtemp(join(tmpdir(), 'nare-results-'))
  noonMs = Math.floor((at.clock.now() + 3 * 3_600_000) / dayMs) * dayMs + 9 * 3_600_000
})
afterAll(async () => {
  await at.base.close()
  await rm(folder, { recursive: true })
})

type Played = {
  readonly home: string
  readonly away: string
  readonly daysAgo: number
  readonly league: string
  readonly result?: ResultFacts
}

/** A match some days ago, with its result if it has one. Returns its id. */
async function playMatch({ home, away, daysAgo, league, result }: Played): Promise<string> {
  const match = { source, sourceId: `match ${matches++}` }
  const startTime = new Date(noonMs - daysAgo * dayMs + matches)
  await at.catalog.ingest([
    {
      ...{ kind: 'fixture', match, at: startTime, sportId: '79', homeTeam: home, awayTeam: away, startTime },
      competition: { name: league, category: 'Kenya' },
      lines: [{ ...winner, prices: [2000n, 4000n, 4000n] }],
    },
    ...(result ? [{ kind: 'result', match, at: startTime, certainty: 2, ...result } as const] : []),
  ])
  const { rows } = await sql<{ id: number }>`
    select id from catalog.match where source_id = ${match.sourceId}`.execute(at.base.db)
  return String(rows[0]?.id)
}

const score = (home: number, away: number) => ({ fullTime: { home, away } })
const dayOf = (daysAgo: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(noonMs - daysAgo * dayMs)
const utcDay = (daysAgo: number) => new Date(noonMs - daysAgo * dayMs).toISOString().slice(0, 10)

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}
const csvOf = (rows: readonly (readonly string[])[]) =>
  ['Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG', ...rows.map((row) => row.join(','))].join('\n')
const imported = (options: Omit<ImportOptions, 'now'>) =>
  importResults(at.base.db, { ...options, now: at.clock.date() })
const storedOf = async (league: string) =>
  (
    await sql<{ home_team: string; home_score: number; away_score: number }>`
      select home_team, home_score, away_score from catalog.past_result where competition = ${league} order by day, home_team`.execute(
      at.base.db,
    )
  ).rows.map((row) => `${row.home_team} ${row.home_score}:${row.away_score}`)

test('a match has the form of both sides, their meetings and the table of the season, from results here and imported', async () => {
  const league = 'League of the past'
  for (let round = 0; round < 6; round++) {
    await playMatch({ home: 'Simba', away: `Guest ${round}`, daysAgo: 30 - round, league, result: score(round, 1) })
  }
  const before = await playMatch({ home: 'Chui', away: 'Simba', daysAgo: 3, league, result: score(0, 4) })
  await playMatch({ home: 'Simba', away: 'Chui', daysAgo: 2, league: 'Another', result: score(9, 9) })
  const file = csvOf([
    // The match three days ago, and meetings of an earlier season.
    ['X', utcDay(3), '09:00', 'Chui FC', 'Simba', '0', '4'],
    ['X', utcDay(200), '15:00', 'Simba', 'Chui', '2', '2'],
    ['X', utcDay(700), '15:00', 'Chui', 'Simba FC', '2', '0'],
  ])
  const competition = { category: 'Kenya', name: league }
  expect(await imported({ path: await fileOf('past.csv', file), competition })).toMatchObject({ ok: true, added: 3 })

  const id = await playMatch({ home: 'Simba', away: 'Chui', daysAgo: -1, league })
  const insight = await at.catalog.insight(id)
  expect(
    insight?.form.home.map(({ opponent, at_home, score: goals, outcome }) => [opponent, at_home, goals, outcome]),
  ).toEqual([
    ['Chui', false, '0:4', 'won'],
    ['Guest 5', true, '5:1', 'won'],
    ['Guest 4', true, '4:1', 'won'],
    ['Guest 3', true, '3:1', 'won'],
    ['Guest 2', true, '2:1', 'won'],
  ])
  expect(insight?.form.away.map(({ outcome }) => outcome)).toEqual(['lost', 'drawn'])
  expect(insight?.head_to_head).toEqual(
    [
      { match_id: before, date: dayOf(3), opponent: 'Chui', at_home: false, score: '0:4', outcome: 'won' },
      { match_id: null, date: dayOf(200), opponent: 'Chui', at_home: true, score: '2:2', outcome: 'drawn' },
      { match_id: null, date: dayOf(700), opponent: 'Chui FC', at_home: false, score: '2:0', outcome: 'lost' },
    ].map((row, n) => (n === 2 ? { ...row, opponent: 'Chui' } : row)),
  )
  expect(insight?.standing[0]).toMatchObject({
    position: 1,
    team: 'Simba',
    played: 7,
    won: 5,
    drawn: 1,
    lost: 1,
    points: 16,
  })
  expect(insight?.standing.map(({ team }) => team)).toContain('Chui')
  expect(insight?.standing).toHaveLength(8)
  expect(insight?.chances).toMatchObject([{ minute: null, home: 0.5, draw: 0.25, away: 0.25 }])
  expect(insight?.statistics).toEqual({})
  const [one, other] = await Promise.all([at.catalog.insight(id), at.catalog.insight(id)])
  expect(one).toBe(other)

  const cup = await playMatch({ home: 'Simba', away: 'Chui', daysAgo: -1, league: 'Kenya Cup' })
  expect(await at.catalog.insight(cup)).toMatchObject({ form: { home: [], away: [] }, head_to_head: [], standing: [] })
  expect(await at.catalog.insight('10')).toBeUndefined()
  expect(await at.catalog.insight('99999999')).toBeUndefined()
})

test('chances follow the prices by the minute of the match, and the counts are those of the feed', async () => {
  const id = await playMatch({ home: 'Ndovu', away: 'Twiga', daysAgo: 0, league: 'In play' })
  const match = { source, sourceId: `match ${matches - 1}` }
  const kickOffMs = noonMs + 10_000
  for (const minute of [1, 2, 3]) {
    const time = new Date(kickOffMs + minute * 60_000)
    const prices = [2000n - BigInt(minute), 4000n, 4000n]
    await at.catalog.ingest([
      {
        kind: 'score',
        match,
        at: time,
        state: 'live',
        minute,
        score: { home: 0, away: 0 },
        corners: { home: minute, away: 0 },
      },
      { kind: 'price', match, at: time, lines: [{ ...winner, prices }] },
    ])
  }
  const insight = await at.catalog.insight(id)
  expect(insight?.chances.map(({ minute }) => minute)).toEqual([null, 1, 2, 3])
  expect(insight?.chances.at(-1)?.at).toBe(new Date(kickOffMs + 180_000).toISOString())
  expect(insight?.statistics).toEqual({ corners: { home: 3, away: 0 } })
})

test('a file of results is imported once however often, a corrected score replaces its row, and a dry run writes nothing', async () => {
  const competition = { category: 'England', name: 'Premier League' }
  const rows = [
    ['E0', '15/08/2025', '20:00', 'Liverpool', 'Bournemouth', '4', '2'],
    ['E0', '16/08/2025', '12:30', 'Aston Villa', 'Newcastle', '0', '0'],
    ['E0', '16/08/2025', '15:00', 'Half', 'Another', '1', ''],
  ]
  const path = await fileOf('E0.csv', csvOf(rows.slice(0, 2)))
  expect(await imported({ path })).toMatchObject({
    ok: false,
    faults: [],
    unknown: [{ ...competition, isKnown: false, teams: ['Aston Villa', 'Bournemouth', 'Liverpool', 'Newcastle'] }],
  })
  expect(await imported({ path, acceptNew: true, dryRun: true })).toMatchObject({ ok: true, added: 2, changed: 0 })
  expect(await storedOf('Premier League')).toEqual([])
  expect(await imported({ path, acceptNew: true })).toMatchObject({ ok: true, results: 2, added: 2, changed: 0 })
  expect(await imported({ path, acceptNew: true })).toMatchObject({ ok: true, added: 0, changed: 0 })
  const stored = ['Liverpool 4:2', 'Aston Villa 0:0']
  expect(await storedOf('Premier League')).toEqual(stored)

  const json = JSON.stringify({
    name: 'English Premier League 2025/26',
    matches: [
      {
        round: 'Matchday 1',
        date: '2025-08-15',
        time: '20:00',
        team1: 'Liverpool FC',
        team2: 'AFC Bournemouth',
        score: { ft: [4, 3] },
      },
      { round: 'Matchday 30', date: '2999-03-01', team1: 'Aston Villa FC', team2: 'Spurs' },
    ],
  })
  const cup = await fileOf('en.1.json', json)
  expect(await imported({ path: cup, competition })).toMatchObject({
    ok: true,
    added: 0,
    changed: 1,
    notPlayed: 1,
    unknown: [],
  })
  expect(await storedOf('Premier League')).toEqual(['Liverpool 4:3', 'Aston Villa 0:0'])

  const bad = await fileOf(
    'bad.csv',
    csvOf([...rows.slice(0, 1), ['E0', '31/02/2025', '', 'Liverpool', 'Arsenal', '1', '0'], ...rows.slice(2)]),
  )
  expect(await imported({ path: bad, acceptNew: true })).toEqual({
    ok: false,
    unknown: [],
    faults: [
      { line: 3, field: 'Date', why: 'the day does not exist' },
      { line: 4, field: 'FTHG, FTAG', why: 'the score is not two numbers' },
    ],
  })
  expect(await storedOf('Premier League')).toEqual(['Liverpool 4:3', 'Aston Villa 0:0'])
})

test('the command names unknown teams for the operator, who maps them', async () => {
  await playMatch({ home: 'Manchester United', away: 'Wolverhampton', daysAgo: 9, league: 'Mapped' })
  const path = await fileOf('mapped.csv', csvOf([['?', '16/08/2025', '15:00', 'Man United', 'Wolves', '1', '0']]))
  const run = (given: object) => runImportCommand(at.base.db, { paths: [path], competition: 'Kenya/Mapped', ...given })
  const refused = await run({})
  expect(refused.code).toBe(1)
  expect(refused.lines).toEqual([
    `REFUSED  ${path}: nothing was changed`,
    'Teams of "Kenya/Mapped" that the catalogue does not have:',
    '  Man United,',
    '  Wolves,',
    'Write their names here behind the commas, in a file for --teams, or accept them with --new',
  ])
  const teams = await fileOf('teams.csv', 'Man United,Manchester United\nWolves,Wolverhampton\nSpurs,\n')
  expect(await run({ teams, dryRun: true })).toEqual({
    code: 0,
    lines: [`would import  ${path}: 1 new, 0 corrected, 0 stored before, 0 without a result`],
  })
  expect((await run({ teams })).code).toBe(0)
  expect(await storedOf('Mapped')).toEqual(['Manchester United 1:0'])
  expect(await runImportCommand(at.base.db, { paths: [] })).toEqual({ code: 2, lines: [] })
  expect((await run({ competition: 'Kenya' })).code).toBe(2)
  const both = await fileOf('both.csv', 'Man United,Wolves\n')
  expect((await run({ teams: both })).lines[1]).toBe('  line 2, teams: both teams are called Wolves')
})

test('the simulated world begins with a season: form and a table for each league, the same each time', async () => {
  const { db } = at.base
  const days = { soccer: 45, other: 12 }
  expect(await importPast(db, at.clock.date(), days)).toBeGreaterThan(1_000)
  expect(await importPast(db, at.clock.date(), days)).toBe(0)
  const { rows } = await sql<{ competition: string; home_team: string; goals: number; teams: number }>`
    select competition, min(home_team) as home_team, avg(home_score + away_score)::float8 as goals, count(distinct home_key)::int as teams
    from catalog.past_result where source = 'simulated' and sport_id = '79' group by competition`.execute(db)
  for (const { competition, goals, teams } of rows) {
    expect(goals, competition).toBeGreaterThan(1.2)
    expect(goals, competition).toBeLessThan(4.5)
    expect(teams, competition).toBeGreaterThanOrEqual(4)
  }
  const others = await sql<{ sport_id: string; equal: number; matches: number }>`
    select sport_id, count(*) filter (where home_score = away_score)::int as equal, count(*)::int as matches
    from catalog.past_result where source = 'simulated' and sport_id <> '79' group by sport_id`.execute(db)
  expect(others.rows).toHaveLength(5)
  for (const { equal, matches: count } of others.rows) expect(equal / count).toBeLessThan(0.25)
})

test('the earlier results of a match are found by indexes among many matches and imported results', async () => {
  const league = 'Among many'
  const id = Number(await playMatch({ home: 'Team 1', away: 'Team 2', daysAgo: -1, league }))
  const plans = openPlans(at.base.connection)
  await sql`
    insert into catalog.past_result (sport_id, category, competition, day, start_time, home_team, away_team, home_score, away_score, source, at)
    select '79', 'Kenya', ${league} || case when n % 50 = 0 then '' else ' ' || n % 50 end, day, day + interval '12 hours', 'Team ' || n % 20, 'Team ' || (n % 20 + 1 + n % 7), 1, 0, 'many', platform.now()
    from (select n, (platform.now() - n / 10 * interval '1 hour')::date as day from generate_series(1, 6000) n) g
    on conflict do nothing`.execute(plans.db)
  await sql`vacuum analyze catalog.past_result`.execute(plans.db)
  const read = await plans.rowsRead('past_result', () => pastOfMatch(plans.db, id))
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(800)
  await plans.db.destroy()
})
