import type { FantasyWeek, FantasyWeekDetails } from '@nare/contract/fantasy'
import { indexOf, streamsOf, type Stream } from '@nare/fair/stream'
import { positions, teamFault, type Player, type Position, type Team } from '@nare/fantasy/team'
import type { Catalog, MatchView } from '#modules/catalog/catalog'
import type { FantasyRoom } from '#modules/fantasy/area'
import type { Identity } from '#modules/identity/identity'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { keepOwner } from '#platform/keep-owner'
import type { Log } from '#platform/log'
import type { Owners } from '#platform/owners'
import { random } from '#platform/random'
import { demoNumber, sandboxNumber } from './in-country.ts'
import { numberedPlayer, playerAccount } from './players.ts'
import { createReturnMatch } from './return-match.ts'

export type SandboxFantasyDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly identity: Pick<Identity, 'openDemo' | 'bettorByMsisdn'>
  readonly catalog: Pick<Catalog, 'matches' | 'manual' | 'matchViews'>
  readonly fantasy: FantasyRoom
}

const everyMs = 5_000
const playerCount = 12
const matchesMax = 10
const matchesMin = 5
/** The interval between the kick-offs of the running week's remaining matches. The sandbox ends each at its kick-off. */
const apartMs = 30 * 60_000
const triesMax = 200
const shapes = [
  [4, 4, 2],
  [3, 5, 2],
  [3, 4, 3],
  [5, 3, 2],
] as const

/** Keeps other players' teams in the open weeks, and first creates a finished and a running week. */
export function keepFantasy(deps: SandboxFantasyDeps, owners: Owners): () => Promise<void> {
  const failure = 'the sandbox fantasy weeks failed; retrying'
  return keepOwner({ ...deps, owners, name: 'sandbox-fantasy', failure, retryMs: everyMs }, () => ({
    step: () => keepWeeks(deps).then(() => everyMs),
  }))
}

/** Creates missing weeks and teams, and ends the sandbox's matches that are due. */
export async function keepWeeks(deps: SandboxFantasyDeps): Promise<void> {
  const { fantasy } = deps
  await fantasy.makeWeeks()
  const weeks = await fantasy.weeks(undefined)
  if (!weeks.some(({ competition }) => competition === cup)) await playPast(deps)
  for (const week of weeks) {
    if (week.state === 'open' && week.teams < playerCount) await enter(deps, week)
    if (week.state === 'running' && week.competition === cup) await endDue(deps, week)
  }
}

const cup = 'Fantasy Cup'

/**
 * Plays one week to its end and half of another, on return matches of the catalogue's next fixtures. The demo bettor has a team in both.
 */
async function playPast(deps: SandboxFantasyDeps): Promise<void> {
  const { data } = await deps.catalog.matches({ sport_id: '79', when: 'upcoming', sort: 'top', page: 1, limit: 100 })
  const clubs = new Set<string>()
  const pairs = data.filter(({ home_team, away_team }) => {
    const fits = clubs.size < 2 * matchesMax && !clubs.has(home_team) && !clubs.has(away_team)
    if (fits) clubs.add(home_team).add(away_team)
    return fits
  })
  if (pairs.length < matchesMin) return
  for (const [at, isRunning] of [false, true].entries()) await playWeek(deps, { pairs, number: at + 1, isRunning })
}

type Playing = { readonly pairs: readonly MatchView[]; readonly number: number; readonly isRunning: boolean }

async function playWeek(deps: SandboxFantasyDeps, { pairs, number, isRunning }: Playing): Promise<void> {
  const { fantasy, catalog, db } = deps
  const ids: string[] = []
  for (const [at, pair] of pairs.entries()) ids.push(await returnMatch(deps, pair, at + 1))
  const views = await catalog.matchViews(db, ids.map(Number))
  const matches = ids.flatMap((id) => {
    const view = views.get(Number(id))
    return view
      ? [{ matchId: Number(id), home: view.home_team, away: view.away_team, startTime: new Date(view.start_time) }]
      : []
  })
  const [view] = views.values()
  if (!view) return
  const league = { competitionId: view.competition_id, name: cup, category: view.category }
  const weekId = await fantasy.makeWeekOf({ league, matches, number })
  const week = weekId === undefined ? undefined : (await fantasy.weeks(undefined)).find((one) => one.week_id === weekId)
  if (!week) return
  await enter(deps, week, await deps.identity.bettorByMsisdn(sandboxNumber(demoNumber)))
  for (const id of isRunning ? ids.slice(0, Math.ceil(ids.length / 2)) : ids) await end(deps, id)
  await fantasy.advanceAll()
}

/** Creates the return match of a fixture. Only the sandbox updates it. */
async function returnMatch({ catalog, clock }: SandboxFantasyDeps, match: MatchView, at: number): Promise<string> {
  const { made } = await createReturnMatch(catalog, match, { competition: cup, startsAtMs: clock.now() + at * apartMs })
  if (!made.ok) throw new Error(`a sandbox match was refused: ${made.code}`)
  return made.value.match_id
}

async function end({ catalog }: SandboxFantasyDeps, matchId: string): Promise<void> {
  const next = streamsOf(`sandbox ${matchId}`)('result')
  const [home, away] = [indexOf(next(), 4), indexOf(next(), 3)]
  await catalog.manual.resultMatch({ match_id: matchId, full_time: `${home}:${away}`, certainty: 2 })
}

async function detailsOf({ fantasy }: SandboxFantasyDeps, weekId: string): Promise<FantasyWeekDetails | undefined> {
  const found = await fantasy.week(weekId, undefined)
  return found.ok ? (JSON.parse(found.value.text) as { data: FantasyWeekDetails }).data : undefined
}

async function endDue(deps: SandboxFantasyDeps, { week_id }: FantasyWeek): Promise<void> {
  for (const { match_id, state, start_time } of (await detailsOf(deps, week_id))?.matches ?? [])
    if (state !== 'over' && state !== 'void' && Date.parse(start_time) <= deps.clock.now()) await end(deps, match_id)
}

/** Saves a team for each sandbox player and for `also`. */
async function enter(deps: SandboxFantasyDeps, { week_id }: FantasyWeek, also?: bigint): Promise<void> {
  const details = await detailsOf(deps, week_id)
  if (!details) return
  const bettors = also === undefined ? [] : [also]
  for (let n = 0; n < playerCount; n++) bettors.push(await playerAccount(deps, numberedPlayer(n)))
  const streams = streamsOf(`sandbox ${week_id} ${random.token(6)}`)
  for (const [n, bettor] of bettors.entries()) {
    const { players, captain, bench } = someTeam(details, streams(String(n)))
    const input = { week_id, id: random.uuid(), players: [...players], captain, bench: [...bench] }
    const saved = await deps.fantasy.saveTeam(input, { bettor, verified: true, signingKey: `sandbox ${n}` })
    if (!saved.ok) return
  }
}

/** A random team that satisfies all rules. */
export function someTeam(week: Pick<FantasyWeekDetails, 'players' | 'budget'>, next: Stream): Team {
  const rules = new Map(
    week.players.map(({ player_id: id, club, position, price: cost }): [string, Player] => [
      id,
      { id, club, position, halves: cost * 2 },
    ]),
  )
  for (let tries = 0; tries < triesMax; tries++) {
    const team = drawTeam([...rules.values()], next)
    if (!teamFault(team, rules, week.budget * 2)) return team
  }
  throw new Error('no team of these squads satisfies the rules')
}

function drawTeam(players: readonly Player[], next: Stream): Team {
  const left = new Map(positions.map((position) => [position, players.filter((one) => one.position === position)]))
  const draw = (position: Position, count: number): string[] =>
    Array.from({ length: count }, () => {
      const list = left.get(position) ?? []
      return list.splice(indexOf(next(), list.length), 1)[0]?.id ?? ''
    })
  const [defenders, midfielders, forwards] = shapes[indexOf(next(), shapes.length)] ?? shapes[0]
  const eleven = [...draw('GK', 1), ...draw('DF', defenders), ...draw('MF', midfielders), ...draw('FW', forwards)]
  const bench = positions.flatMap((position) => draw(position, 1))
  return { players: eleven, captain: eleven[10] ?? '', bench }
}
