import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fantasy as calls } from '@nare/contract/fantasy'
import { league as leagueCalls } from '@nare/contract/league'
import { fromHex } from '@nare/fair/hash'
import { scorersOf, startersOf } from '@nare/fantasy/draw'
import { checkScorers } from '@nare/fantasy/verify-files'
import { numberedRounds } from '#modules/league/league'
import { leagueWorld, realCycle, type LeagueWorld } from '#modules/league/testing/league-world'
import { createNareWeeks } from '#modules/fantasy/week-creation'
import { fantasyWorld, someTeam, type FantasyWorld } from '#modules/fantasy/testing/fantasy-world'

const patient = { timeout: 60_000, interval: 20 }
let folder: string
let at: FantasyWorld
let league: LeagueWorld
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-fantasy-'))
  at = await fantasyWorld()
  // A slot of competition 2 has just begun, whatever the time of this run.
  await sql`update platform.clock set shift = date_trunc('day', now()) + interval '12 hours 45 seconds' - now()`.execute(
    at.owner,
  )
  league = await leagueWorld(at.nare.base, { folder })
})
afterAll(async () => {
  await league.close()
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

test('a week of the Nare league is ten rounds, and anyone can draw their scorers from the published seeds', async () => {
  await expect.poll(async () => (await league.league.periods('2')).length, patient).toBe(3)
  const createWeeks = () => createNareWeeks({ db: at.app.db, cycle: realCycle })
  await Promise.all([createWeeks(), createWeeks(), createWeeks()])
  const week = await at.weekOf('nare-1')
  expect(week).toMatchObject({ kind: 'nare', state: 'open', rounds: { competition_id: '2', from: 1, to: 10 } })
  expect(week.players).toHaveLength(340)
  const [first] = await league.league.periods('2')
  expect(week.deadline).toBe(first?.kicksOffAt.toISOString())
  const bettor = await at.nare.bettor()
  expect((await at.save('nare-1', someTeam(week.players), bettor.token)).status).toBe(200)
  const next = await at.weekOf('nare-2')
  expect(new Date(next.deadline).getTime() - new Date(week.deadline).getTime()).toBe(1_800_000)

  // After a jump of the clock the engine immediately ends all open rounds that are past their lock.
  const ended = async () =>
    (await numberedRounds(at.app.db, { competitionId: '2', from: 1n, to: 10n })).filter(
      ({ state }) => state === 'ended',
    ).length
  for (let before = 0; before < 10; before = await ended()) {
    await league.clock.advance(600)
    await expect.poll(ended, patient).toBeGreaterThan(before)
  }
  await at.app.fantasy.advanceAll()
  const over = await at.weekOf('nare-1', bettor.token)
  expect(over.state).toBe('over')
  const squads = new Map<
    string,
    { id: string; position: 'GK' | 'DF' | 'MF' | 'FW'; scorerWeight: number; starterWeight: number }[]
  >()
  for (const player of over.players)
    squads.set(player.club, [
      ...(squads.get(player.club) ?? []),
      {
        id: player.player_id,
        position: player.position,
        scorerWeight: player.scorer_weight,
        starterWeight: player.starter_weight,
      },
    ])
  const goals = new Map<string, number>()
  const starts = new Map<string, number>()
  for (const match of over.matches) {
    const { body } = await at.nare.call(leagueCalls.round, {
      round_id: match.round_id ?? '',
    })
    const drawn = body.data.matches.find(({ match_id }) => match_id === match.match_id)
    const seed = fromHex(body.data.seed ?? '')
    const sides = { home: squads.get(match.home_team) ?? [], away: squads.get(match.away_team) ?? [] }
    const scorers = scorersOf(seed, {
      matchId: match.match_id,
      goals: (drawn?.goals ?? []).map(({ side }) => side),
      squads: sides,
    })
    expect((match.scorers ?? []).map(({ player_id }) => player_id)).toEqual(scorers)
    const steps = checkScorers([JSON.stringify(body), JSON.stringify({ data: over })])
    expect(steps.map(({ ok }) => ok)).toEqual([true, true])
    for (const id of scorers) goals.set(id ?? '', (goals.get(id ?? '') ?? 0) + 1)
    for (const side of ['home', 'away'] as const)
      for (const id of startersOf(seed, { matchId: match.match_id, side, squad: sides[side] }))
        starts.set(id, (starts.get(id) ?? 0) + 1)
  }
  expect(over.matches).toHaveLength(100)
  expect(over.players.filter((player) => player.goals !== (goals.get(player.player_id) ?? 0))).toEqual([])
  expect(over.players.filter((player) => player.starts !== (starts.get(player.player_id) ?? 0))).toEqual([])
  expect(over.team?.points).toBeGreaterThan(0)
  expect(over.mine?.points).toBe(over.team?.points)
})

test('a running round reveals neither scores nor scorers', async () => {
  await createNareWeeks({ db: at.app.db, cycle: realCycle })
  await at.app.fantasy.advanceAll()
  for (const { week_id } of (await at.nare.call(calls.weeks, {})).body.data) {
    const { matches, kind } = await at.weekOf(week_id)
    if (kind !== 'nare') continue
    for (const { state, scorers, home_score } of matches)
      if (state !== 'over') expect([scorers, home_score]).toEqual([undefined, undefined])
  }
})
