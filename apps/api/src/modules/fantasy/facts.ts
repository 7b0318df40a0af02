import { fromHex, type Bytes } from '@nare/fair/hash'
import { scorersOf, scorersOfSide, startersOf, type Side } from '@nare/fantasy/draw'
import { noStats, type PlayerStats } from '@nare/fantasy/scoring'
import { personIn, playedMatches, type PlayedMatch } from '#modules/catalog/catalog'
import { numberedRounds, type NumberedRound } from '#modules/league/league'
import type { Db, Tx } from '#platform/db'
import { matchesOf, type PlayerRow, type WeekRow } from './week-store.ts'

export type Scorer = { readonly side: Side; readonly playerId?: string }

/** The state of a match of a week. `starters` and `scorers` name players of the week's squads. */
export type MatchFacts = {
  readonly matchId: string
  readonly roundId?: string
  readonly home: string
  readonly away: string
  readonly startTime: Date
  readonly phase: 'coming' | 'running' | 'over' | 'void'
  /** True for a match that was moved out of its week, which is void in it. */
  readonly hasMoved?: boolean
  readonly isFinal: boolean
  readonly score?: { readonly home: number; readonly away: number }
  readonly starters: Readonly<Record<Side, readonly string[]>>
  readonly scorers: readonly Scorer[]
}

/** The state of a week. `isOver` is true once every match is final. `kicksOffAt` is the first kick-off, if it is known. */
export type WeekFacts = {
  readonly matches: readonly MatchFacts[]
  readonly isOver: boolean
  readonly hasStarted: boolean
  readonly kicksOffAt: Date | undefined
}

export type Squads = ReadonlyMap<string, readonly PlayerRow[]>

/** The squads of a week by club. */
export function squadsByClub(players: readonly PlayerRow[]): Squads {
  const squads = new Map<string, PlayerRow[]>()
  for (const player of players) squads.set(player.club, [...(squads.get(player.club) ?? []), player])
  return squads
}

const nobody = { home: [], away: [] }
const roundsPerWeek = 10
/** A match that begins later after the first kick-off of a week of the catalog, or has not begun by then, is not part of the week. */
const weekMsMax = 6 * 86_400_000

type FactsInput = { readonly week: WeekRow; readonly squads: Squads; readonly seed?: Bytes | undefined }

/** The matches of a catalog week, and whether each was moved out of the week. */
export async function feedMatchesOf(on: Db | Tx, week: WeekRow): Promise<(PlayedMatch & { hasMoved: boolean })[]> {
  const played = await playedMatches(on, await matchesOf(on, week.weekNo))
  const beginsAt = week.state === 'open' ? (played[0]?.startTime ?? week.deadline) : week.deadline
  const endsMs = beginsAt.getTime() + weekMsMax
  return played.map((match) => {
    const { phase, startTime } = match
    const hasMoved = startTime.getTime() > endsMs || (phase === 'coming' && week.now.getTime() > endsMs)
    return { ...match, hasMoved }
  })
}

/**
 * Reads the current state of a week's matches. `seed` draws the starters of a catalog week, and the scorers that its feed does not name.
 */
export async function factsOf(on: Db | Tx, input: FactsInput): Promise<WeekFacts> {
  const { week } = input
  if (week.kind === 'catalog') {
    const played = await feedMatchesOf(on, week)
    const matches = played.map(({ hasMoved, ...match }) => factsOfFeedMatch(match, input, hasMoved))
    return {
      matches,
      isOver: matches.length > 0 && matches.every(({ isFinal }) => isFinal),
      hasStarted: matches.some(({ phase }) => phase === 'running' || phase === 'over'),
      kicksOffAt: played[0]?.startTime,
    }
  }
  const { competitionId, firstRound, lastRound } = week
  const rounds = await numberedRounds(on, { competitionId, from: firstRound ?? 0n, to: lastRound ?? 0n })
  const ended = rounds.filter(({ state }) => state === 'ended' || state === 'voided')
  const first = rounds.find(({ roundNo }) => roundNo === firstRound)
  return {
    matches: rounds.flatMap((round) => factsOfRound(round, input)),
    isOver: ended.length === roundsPerWeek,
    hasStarted: first !== undefined && first.state !== 'open' && first.state !== 'locked',
    kicksOffAt: first?.kicksOffAt,
  }
}

/** The matches of a round. Its seed and goals are unknown until its play-out has ended. */
function factsOfRound(
  { roundId, state, kicksOffAt, seed, matches }: NumberedRound,
  { squads }: FactsInput,
): MatchFacts[] {
  return matches.map(({ matchId: id, home, away, drawn }) => {
    const matchId = String(id)
    const match = { matchId, roundId, home, away, startTime: kicksOffAt, scorers: [], starters: nobody }
    if (state === 'voided') return { ...match, phase: 'void', isFinal: true }
    if (state !== 'ended' || seed === null || !drawn)
      return { ...match, phase: state === 'playing' ? 'running' : 'coming', isFinal: false }
    const key = fromHex(seed)
    const sides = { home: squads.get(home) ?? [], away: squads.get(away) ?? [] }
    const goals = drawn.goals.map(({ side }) => side)
    const drawnScorers =
      sides.home.length > 0 && sides.away.length > 0 ? scorersOf(key, { matchId, goals, squads: sides }) : []
    return {
      ...match,
      phase: 'over',
      isFinal: true,
      score: drawn.fullTime,
      starters: startersIn(key, matchId, sides),
      scorers: goals.map((side, at) => scorerOf(side, drawnScorers[at])),
    }
  })
}

/**
 * A match of a feed. A scorer is the player whom the feed names, if exactly one of the squad is meant; without such a name he is drawn from the
 * week's seed. A match that was moved out of its week counts for nobody.
 */
export function factsOfFeedMatch(
  played: PlayedMatch,
  { squads, seed }: Omit<FactsInput, 'week'>,
  hasMoved: boolean,
): MatchFacts {
  const { matchId: id, home, away, startTime, phase, isFinal, score, goals } = played
  const matchId = String(id)
  if (hasMoved)
    return { matchId, home, away, startTime, phase: 'void', hasMoved, isFinal: true, starters: nobody, scorers: [] }
  const sides = { home: squads.get(home) ?? [], away: squads.get(away) ?? [] }
  const isOn = (phase === 'running' || phase === 'over') && seed !== undefined
  const scorers = (['home', 'away'] as const).flatMap((side) => {
    const squad = sides[side]
    const count = score?.[side] ?? 0
    if (!isOn || squad.length === 0) return Array.from({ length: count }, () => ({ side }))
    const reported = goals.filter((goal) => goal.side === side)
    // If the feed's goals and its score disagree, names cannot be assigned to goals.
    const named = reported.length === count ? reported : []
    const drawn = scorersOfSide(seed, { matchId, side, goals: count, squad })
    return drawn.map((playerId, at) => {
      const goal = named[at]
      if (goal?.own) return { side }
      if (goal?.player === undefined) return scorerOf(side, playerId)
      return scorerOf(side, personIn(squad, goal.player)?.id ?? playerId)
    })
  })
  return {
    matchId,
    home,
    away,
    startTime,
    phase,
    isFinal,
    ...(score && { score }),
    starters: isOn ? startersIn(seed, matchId, sides) : nobody,
    scorers,
  }
}

const scorerOf = (side: Side, playerId: string | undefined): Scorer =>
  playerId === undefined ? { side } : { side, playerId }

function startersIn(seed: Bytes, matchId: string, sides: Record<Side, readonly PlayerRow[]>): Record<Side, string[]> {
  const of = (side: Side): string[] =>
    sides[side].length === 0 ? [] : startersOf(seed, { matchId, side, squad: sides[side] })
  return { home: of('home'), away: of('away') }
}

/** The statistics of the players of a week in its matches, by player id. A clean sheet counts once the match has its result. */
export function statsOf(matches: readonly MatchFacts[]): Map<string, PlayerStats> {
  const stats = new Map<string, PlayerStats>()
  const add = (id: string, more: Partial<PlayerStats>): void => {
    const { starts, goals, cleanSheets } = stats.get(id) ?? noStats
    stats.set(id, {
      starts: starts + (more.starts ?? 0),
      goals: goals + (more.goals ?? 0),
      cleanSheets: cleanSheets + (more.cleanSheets ?? 0),
    })
  }
  for (const { phase, score, starters, scorers } of matches) {
    for (const [side, other] of [
      ['home', 'away'],
      ['away', 'home'],
    ] as const) {
      const cleanSheets = phase === 'over' && score?.[other] === 0 ? 1 : 0
      for (const id of starters[side]) add(id, { starts: 1, cleanSheets })
    }
    for (const { playerId } of scorers) if (playerId !== undefined) add(playerId, { goals: 1 })
  }
  return stats
}
