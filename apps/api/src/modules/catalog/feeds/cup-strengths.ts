import type { CupMatch } from './openfootball.ts'

/** Goal rates of the two sides of a match. */
export type GoalRates = { readonly lh: number; readonly la: number }

const startRating = 1500
/** The weight of a match of a final tournament in World Football Elo. */
const weight = 60
const totalGoals = 2.6
/** The advantage in goals for each rating point: 100 points are 0.45 goals. */
const goalsPerPoint = 0.0045
const leastRate = 0.35

/**
 * The goal rates of each match, by id. They follow only from the results of both sides' earlier matches, so that no price reveals a later
 * result. Ratings are World Football Elo (K = 60, more for clear wins), with equal ratings before the first match and no home advantage. A
 * rating difference moves expected goals from one side to the other. `matches` must be in the order of their kick-offs.
 */
export function cupStrengths(matches: readonly CupMatch[]): Map<string, GoalRates> {
  const ratings = new Map<string, number>()
  const rates = new Map<string, GoalRates>()
  for (const match of matches) {
    const home = ratings.get(match.homeTeam) ?? startRating
    const away = ratings.get(match.awayTeam) ?? startRating
    rates.set(match.id, ratesOf(home - away))
    const { fullTime } = match
    if (!fullTime) continue
    const moved = change(home - away, fullTime.home - fullTime.away)
    ratings.set(match.homeTeam, home + moved)
    ratings.set(match.awayTeam, away - moved)
  }
  return rates
}

function ratesOf(difference: number): GoalRates {
  const most = totalGoals - 2 * leastRate
  const ahead = Math.max(-most, Math.min(most, difference * goalsPerPoint))
  return { lh: rounded((totalGoals + ahead) / 2), la: rounded((totalGoals - ahead) / 2) }
}

/** The rating points that the first side gains from the other by a result. */
function change(difference: number, goalsAhead: number): number {
  const expected = 1 / (1 + 10 ** (-difference / 400))
  const got = goalsAhead > 0 ? 1 : goalsAhead === 0 ? 0.5 : 0
  const apart = Math.abs(goalsAhead)
  const clarity = apart <= 1 ? 1 : apart === 2 ? 1.5 : (11 + apart) / 8
  return weight * clarity * (got - expected)
}

const rounded = (rate: number): number => Math.round(rate * 1000) / 1000
