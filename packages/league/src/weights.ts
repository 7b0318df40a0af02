import { streamsOf, toWeights, weightTotal } from '@nare/fair/stream'
import { goalsBy } from '@nare/odds/goal-times'
import { cmpDiagonal } from '@nare/odds/grid'

/** Goals of a side range from 0 to 8; the cell of home h and away a is 9 × h + a. */
export const goalsSize = 9

/** Multipliers of the league's mean goals: scored by the team (`attack`), and conceded by it (`defence`). */
export type Strength = { readonly attack: number; readonly defence: number }

/** The league's mean goals of home and away teams. */
const meanGoals = { home: 1.56, away: 1.26 }
/** The strongest attack scores about e^spread times the mean, the weakest the inverse. */
const spread = 0.45

/** The strengths of a season's teams, from a seed independent of the one that decides results. */
export function strengthsOf(seed: Uint8Array, teams: number): Strength[] {
  const stream = streamsOf(seed)('strengths')
  const factor = () => Math.exp(spread * ((stream() + stream()) / weightTotal - 1))
  return Array.from({ length: teams }, () => ({ attack: factor(), defence: factor() }))
}

/** The 81 weights of a match's scores: integers that sum to 2^32. */
export function scoreWeights(home: Strength, away: Strength): number[] {
  const lh = meanGoals.home * home.attack * away.defence
  const la = meanGoals.away * away.attack * home.defence
  return toWeights([...cmpDiagonal({ lh, la, size: goalsSize }).cells])
}

/** The 90 weights of a goal's minute, 1 to 90: measured goal times, with stoppage time counted as 45 and 90. */
export function minuteWeights(): number[] {
  return toWeights(Array.from({ length: 90 }, (_, at) => goalsBy(at + 1) - goalsBy(at)))
}
