import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leagueReads } from '@nare/contract/league'
import { endOf } from '#testing/league-play'
import { brokenBooks, leagueClient, onlyLate, placedLate, playSeason } from '#testing/league-season'
import { referenceOf } from '#testing/league-reference'
import { realServer, type RealServer } from '#testing/server'

/**
 * A whole season of all four competitions at speed through the real server, with 100 betting bettors: about four minutes. Prints how
 * late rounds were locked and ended, and the memory of the process every half minute.
 */
const bettors = 100

let server: RealServer
beforeAll(async () => {
  server = await realServer({
    LEAGUE: 'on',
    LEAGUE_CYCLE: '2.5,0.5,1.5,0.5',
    LEAGUE_STAGGER_S: '1',
    LEAGUE_PAUSE_S: '1',
  })
})
afterAll(() => server.close())

type Row = { readonly team: string; readonly points: number; readonly goals: number; readonly played: number }

/** The points and goals of each team, counted from the results round by round. */
async function recount(competitionId: string): Promise<Map<string, Row>> {
  const { call } = leagueClient(server)
  const rounds = await sql<{ round_id: string }>`
    select round_id from league.round where season_id = ${`${competitionId}-1`}`.execute(server.db)
  const rows = new Map<string, Row>()
  const add = (team: string, own: number, other: number) => {
    const { points, goals, played } = rows.get(team) ?? { points: 0, goals: 0, played: 0 }
    const won = own > other ? 3 : own === other ? 1 : 0
    rows.set(team, { team, points: points + won, goals: goals + own - other, played: played + 1 })
  }
  for (const { round_id } of rounds.rows) {
    const { data } = (await call(leagueReads.round, { round_id })).body
    for (const { home_team, away_team, goals = [] } of data.matches) {
      const home = goals.filter(({ side }) => side === 'home').length
      add(home_team, home, goals.length - home)
      add(away_team, goals.length - home, home)
    }
  }
  return rows
}

async function latenessOf(column: 'locked' | 'ended'): Promise<{ p99: number; most: number }> {
  const late = column === 'locked' ? sql`p.locked_at - p.locks_at` : sql`p.ended_at - r.ends_at`
  const { rows } = await sql<{ p99: number; most: number }>`
    select percentile_cont(0.99) within group (order by extract(epoch from ${late}) * 1000)::float8 as p99,
      max(extract(epoch from ${late}) * 1000)::float8 as most
    from platform.round p join league.round r using (round_id) where p.state = 'ended'`.execute(server.db)
  return rows[0] ?? { p99: 0, most: 0 }
}

test('in a season of all competitions every bet settles as in the reference implementation and every table matches the results', async () => {
  const isOver = async () => {
    const { rows } = await sql<{ over: number }>`
      select count(*)::int as over from league.season where number = 1 and ended_at is not null`.execute(server.db)
    return rows[0]?.over === 4
  }
  const memoryMb: (number | undefined)[] = []
  const sampling = setInterval(async () => memoryMb.push(await server.memoryMb()), 30_000)
  const { bets, answers, results } = await playSeason({ server, bettors, thinksMs: 4000, isOver, overMsMax: 600_000 })
  clearInterval(sampling)
  console.log({
    bets: bets.length,
    answers: [...answers],
    locked: await latenessOf('locked'),
    ended: await latenessOf('ended'),
    memoryMb,
  })
  expect(onlyLate(answers)).toEqual([])
  expect(bets).toHaveLength(answers.get('placed') ?? 0)
  expect(bets.length).toBeGreaterThan(300)
  for (const bet of bets) expect([bet, endOf(bet)]).toEqual([bet, referenceOf(bet, results)])
  expect(new Set(bets.flatMap(({ legs }) => legs.map((leg) => leg.sub_type_id))).size).toBeGreaterThan(8)
  expect(await placedLate(server)).toBe(0)
  expect(await brokenBooks(server)).toEqual([])
  const { call } = leagueClient(server)
  for (const competition_id of ['1', '2', '3', '4']) {
    const counted = await recount(competition_id)
    const { data } = (await call(leagueReads.standings, { competition_id, season: '1' })).body
    expect(data).toHaveLength(counted.size)
    for (const { team, points, goals_for, goals_against, played } of data)
      expect({ team, points, goals: goals_for - goals_against, played }).toEqual(counted.get(team))
    expect(data.map(({ points }) => points)).toEqual(data.map(({ points }) => points).toSorted((a, b) => b - a))
  }
}, 900_000)
