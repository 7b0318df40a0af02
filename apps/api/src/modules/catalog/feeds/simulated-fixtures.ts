import type { Db } from '#platform/db'
import type { Basis } from '../pricing.ts'
import { linesBefore } from '../pricing.ts'
import { uniform } from '../simulated/chance.ts'
import { expectedScore, type SimCompetition, type SimTeam } from '../simulated/competition.ts'
import { fixturesOn } from '../simulated/fixtures.ts'
import { sportIds, world } from '../simulated/world.ts'
import { knownIds } from '../store-feed.ts'
import type { FeedMessage } from './port.ts'

export const simulated = 'simulated'

/** What a simulated match is made of; stored with it, so that a restart goes on with the same strengths. */
export type SimModel = { readonly home: number; readonly away: number }

/** A stored model as it was written. */
export function readModel(stored: unknown): SimModel {
  if (typeof stored === 'object' && stored !== null && 'home' in stored && 'away' in stored) {
    return { home: Number(stored.home), away: Number(stored.away) }
  }
  throw new Error('a simulated match has no model')
}

const dayMs = 86_400_000
/** Africa/Nairobi, whose calendar the simulated world follows. */
const offsetMs = 3 * 3_600_000
const daysAhead = 8
/** A fresh start finds matches under way. */
const underWayMs = 100 * 60_000

type SimMatch = { competition: SimCompetition; home: SimTeam; away: SimTeam; startTime: Date; sourceId: string }

/** The matches of the simulated world that are being played at `now` or kick off in the eight days after it, by start. */
export function fixturesAhead(now: number): SimMatch[] {
  const today = Math.floor((now + offsetMs) / dayMs)
  const days = Array.from({ length: daysAhead + 2 }, (_, ahead) => today - 1 + ahead)
  return days
    .flatMap((day) => world.flatMap((competition) => matchesOn(competition, day)))
    .filter(({ startTime }) => startTime.getTime() > now - underWayMs && startTime.getTime() <= now + daysAhead * dayMs)
    .toSorted((a, b) => a.startTime.getTime() - b.startTime.getTime())
}

function matchesOn(competition: SimCompetition, day: number): SimMatch[] {
  return fixturesOn(competition, day).map(({ home, away, kickOff }) => {
    const [hour = 0, minute = 0] = kickOff.split(':').map(Number)
    const startTime = new Date(day * dayMs + (hour * 60 + minute) * 60_000 - offsetMs)
    return { competition, home, away, startTime, sourceId: `${competition.id}:${day}:${home.name}:${away.name}` }
  })
}

/** Those of the coming matches that the catalogue lacks. */
export async function missingFixtures(db: Db, now: number): Promise<SimMatch[]> {
  const all = fixturesAhead(now)
  const known = await knownIds(
    db,
    simulated,
    all.map(({ sourceId }) => sourceId),
  )
  return all.filter(({ sourceId }) => !known.has(sourceId))
}

/** A new match as a message, all its markets priced. */
export function fixtureMessage(match: SimMatch, now: number): FeedMessage {
  const { competition, home, away, startTime, sourceId } = match
  const means = expectedScore(competition, { home, away })
  const model: SimModel = { home: means.home, away: means.away }
  const { sport } = competition
  return {
    kind: 'fixture',
    match: { source: simulated, sourceId },
    at: new Date(now),
    sportId: sportIds[sport],
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
    lines: linesBefore(sport, basisAt({ sourceId, sport, model, at: now })),
  }
}

const driftMs = 30 * 60_000
const driftMost = 0.05

type Priced = { sourceId: string; sport: SimCompetition['sport']; model: SimModel; at: number }

/** What a match is priced from at a time: its strengths as the public sees them, which drift a little each half hour. */
export function basisAt({ sourceId, sport, model, at }: Priced): Basis {
  const slot = driftSlot(sourceId, at)
  const drift = (side: string) => 1 + driftMost * (2 * uniform(`${sourceId}:${slot}:${side}`) - 1)
  if (sport === 'soccer') {
    return { lh: round(model.home * drift('home')), la: round(model.away * drift('away')) }
  }
  const total = model.home + model.away
  const edge = (model.home - model.away) * drift('home')
  return { ratings: { homeEdge: round(edge), total: round(total * (1 + (drift('total') - 1) / 5)) } }
}

/** The half hour a match's prices belong to; each match changes at a moment of its own. */
export function driftSlot(sourceId: string, at: number): number {
  return Math.floor(at / driftMs + uniform(sourceId))
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
