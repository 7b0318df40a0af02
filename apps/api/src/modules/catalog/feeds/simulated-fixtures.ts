import { sportIdOf } from '@nare/bets/markets/sports'
import type { Margins } from '@nare/odds/margins'
import type { Db } from '#platform/db'
import type { Basis } from '../pricing.ts'
import { preMatchLines } from '../pricing.ts'
import { uniform } from '../simulated/chance.ts'
import { expectedScore, type SimCompetition, type SimTeam } from '../simulated/competition.ts'
import { fixturesOn } from '../simulated/fixtures.ts'
import { world } from '../simulated/world.ts'
import { existingSourceIds } from '../store-feed.ts'
import type { FeedMessage, PricedMatch } from './port.ts'

export const simulated = 'simulated'

/** Expected score of each team; stored with the match, so a restart continues with the same strengths. */
export type SimModel = { readonly home: number; readonly away: number }

/** Parses a stored model. Throws if there is none. */
export function readModel(stored: unknown): SimModel {
  if (typeof stored === 'object' && stored !== null && 'home' in stored && 'away' in stored) {
    return { home: Number(stored.home), away: Number(stored.away) }
  }
  throw new Error('a simulated match has no model')
}

const dayMs = 86_400_000
/** The offset of Africa/Nairobi, whose calendar the simulated world uses. */
const offsetMs = 3 * 3_600_000
const daysAhead = 8
/** On a fresh start, matches that kicked off this recently are created too. */
const inProgressMs = 100 * 60_000

export type SimMatch = { competition: SimCompetition; home: SimTeam; away: SimTeam; startTime: Date; sourceId: string }

/** The simulated matches in progress at `now` or kicking off in the following eight days, by kick-off. */
export function fixturesAhead(now: number): SimMatch[] {
  const today = Math.floor((now + offsetMs) / dayMs)
  const days = Array.from({ length: daysAhead + 2 }, (_, ahead) => today - 1 + ahead)
  return days
    .flatMap((day) => world.flatMap((competition) => matchesOn(competition, day)))
    .filter(
      ({ startTime }) => startTime.getTime() > now - inProgressMs && startTime.getTime() <= now + daysAhead * dayMs,
    )
    .toSorted((a, b) => a.startTime.getTime() - b.startTime.getTime())
}

/** The simulated matches that kicked off before `until`, for so many days of soccer and of the other sports. */
export function* fixturesBefore(until: number, daysOf: { soccer: number; other: number }): Generator<SimMatch> {
  const last = Math.floor((until + offsetMs) / dayMs)
  for (const competition of world) {
    const days = competition.sport === 'soccer' ? daysOf.soccer : daysOf.other
    for (let day = last - days; day <= last; day++) {
      for (const match of matchesOn(competition, day)) if (match.startTime.getTime() < until) yield match
    }
  }
}

function matchesOn(competition: SimCompetition, day: number): SimMatch[] {
  return fixturesOn(competition, day).map(({ home, away, kickOff }) => {
    const [hour = 0, minute = 0] = kickOff.split(':').map(Number)
    const startTime = new Date(day * dayMs + (hour * 60 + minute) * 60_000 - offsetMs)
    return { competition, home, away, startTime, sourceId: `${competition.id}:${day}:${home.name}:${away.name}` }
  })
}

/** The upcoming matches that the catalogue does not have yet. */
export async function missingFixtures(db: Db, now: number): Promise<SimMatch[]> {
  const all = fixturesAhead(now)
  const existing = await existingSourceIds(
    db,
    simulated,
    all.map(({ sourceId }) => sourceId),
  )
  return all.filter(({ sourceId }) => !existing.has(sourceId))
}

/** A fixture message for a new match, with all markets priced. */
export function fixtureMessage(match: SimMatch, now: number, margins?: Margins): FeedMessage {
  const { competition, home, away, startTime, sourceId } = match
  const means = expectedScore(competition, { home, away })
  const model: SimModel = { home: means.home, away: means.away }
  const { sport } = competition
  return {
    kind: 'fixture',
    match: { source: simulated, sourceId },
    at: new Date(now),
    sportId: sportIdOf(sport),
    competition: {
      id: competition.id,
      name: competition.name,
      category: competition.category,
      rank: competition.rank,
    },
    homeTeam: home.name,
    awayTeam: away.name,
    startTime,
    model,
    lines: preMatchLines(sport, basisAt({ sourceId, sport, model, at: now }), { counts: true, margins }),
  }
}

const competitionById = new Map(world.map((competition) => [competition.id, competition]))

/** A match of this feed as rules by level know it: its id begins with its competition's. */
export function pricedFixture(sourceId: string, sportId: string): PricedMatch {
  const competition = competitionById.get(sourceId.split(':', 1)[0] ?? '')
  return { sportId, ...(competition && { competition }), match: { source: simulated, sourceId } }
}

const driftMs = 30 * 60_000
const driftMax = 0.05

type Priced = { sourceId: string; sport: SimCompetition['sport']; model: SimModel; at: number }

/** The pricing basis of a match at a time: its public strengths, which drift slightly every half hour. */
export function basisAt({ sourceId, sport, model, at }: Priced): Basis {
  const slot = driftSlot(sourceId, at)
  const drift = (side: string) => 1 + driftMax * (2 * uniform(`${sourceId}:${slot}:${side}`) - 1)
  if (sport === 'soccer') {
    return { lh: round(model.home * drift('home')), la: round(model.away * drift('away')) }
  }
  const total = model.home + model.away
  const edge = (model.home - model.away) * drift('home')
  return { ratings: { homeEdge: round(edge), total: round(total * (1 + (drift('total') - 1) / 5)) } }
}

/** The half-hour slot of a match's prices. Each match has a different offset. */
export function driftSlot(sourceId: string, at: number): number {
  return Math.floor(at / driftMs + uniform(sourceId))
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
