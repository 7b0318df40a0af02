import { sportIdOf } from '@nare/bets/markets/sports'
import type { Db } from '#platform/db'
import { firstKickOff, hasPastResults, writePastResults, type NewPastResult } from '../store-past-results.ts'
import { uniform } from '../simulated/chance.ts'
import { expectedScore } from '../simulated/competition.ts'
import { poisson } from './draws.ts'
import { notStarted } from './other-sports-progress.ts'
import { advanceOther } from './other-sports-simulation.ts'
import { basisAt, fixturesBefore, simulated, type SimMatch } from './simulated-fixtures.ts'
import type { Chance } from './soccer-simulation.ts'

/**
 * The days before the first simulated match that have results: in soccer half a season of twenty clubs, so that both sides of a match have met; in other
 * sports about six matches of each side.
 */
const seasonDays = { soccer: 145, other: 45 }
const matchesBetweenYields = 25
/** Longer than any match. */
const wholeMinutes = 100_000

/**
 * Gives the simulated world the season so far, once: the results of its own calendar before its first match, always the same for the same day. So a new
 * sandbox has form, meetings and tables. Returns the count.
 */
export async function importPast(db: Db, now: Date, daysOf = seasonDays): Promise<number> {
  if (await hasPastResults(db, simulated)) return 0
  const until = (await firstKickOff(db, simulated)) ?? now
  const results: NewPastResult[] = []
  for (const match of fixturesBefore(Math.min(until.getTime(), now.getTime()), daysOf)) {
    results.push(resultOf(match))
    if (results.length % matchesBetweenYields === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return (await writePastResults(db, { results, source: simulated, at: now })).added
}

/** The result of a match of the past, drawn from the strengths of its sides. */
function resultOf({ competition, home, away, startTime, sourceId }: SimMatch): NewPastResult {
  const { sport, category, name } = competition
  const means = expectedScore(competition, { home, away })
  const chance = chanceOf(sourceId)
  const play = () => {
    const basis = basisAt({ sourceId, sport, model: means, at: startTime.getTime() })
    if (sport === 'soccer' || !('ratings' in basis)) {
      return { home: poisson(means.home, chance), away: poisson(means.away, chance) }
    }
    return advanceOther({ sport, ratings: basis.ratings, chance }, notStarted, wholeMinutes).progress.score
  }
  return {
    ...{ sportId: sportIdOf(sport), competition: { category, name } },
    ...{ homeTeam: home.name, awayTeam: away.name, kickOff: startTime, score: play() },
  }
}

/** The chances of a match: the same ones each time. */
function chanceOf(sourceId: string): Chance {
  let draws = 0
  return () => uniform(`${sourceId}:past:${draws++}`)
}
