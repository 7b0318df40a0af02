import type { Score } from '@nare/bets/result'
import { goalsBy } from './goal-times.ts'
import { type Grid, gridSize, normalised } from './grid.ts'
import { firstHalfShare, splitHalves } from './halves.ts'
import type { MatchModel } from './match-model.ts'

/** A running match: the minute played, the score, the red cards so far, and the half-time score once it is known. */
export type Moment = {
  minute: number
  score: Score
  redCards?: { home: number; away: number }
  halfTime?: Score
}

/** What a red card does to the goal rates of the ten men and of the others (DOMAIN 2.5: Vecer, Kopriva, Ichiba 2009). */
const redCard = { own: 2 / 3, other: 5 / 4 }

/**
 * The same match at a later moment. The goals still to come are those of the grid, given the score: each goal of a
 * final score has been scored by now with chance F(minute), so Bayes weighs the final scores that can still be
 * reached; with Poisson rates this is λ·(1 − F). Red cards multiply the rates of what is left. From minute 90 nothing
 * is left. The first half lasts until `halfTime` is given or minute 45 has passed.
 */
export function inPlay(match: MatchModel, { minute, score, redCards, halfTime }: Moment): MatchModel {
  const { model, params } = match
  const played = goalsBy(halfTime ? Math.max(45, minute) : minute)
  const reds = redCards ?? { home: 0, away: 0 }
  const rest = restOf(match, score, {
    home: (1 - played) * redCard.own ** reds.home * redCard.other ** reds.away,
    away: (1 - played) * redCard.own ** reds.away * redCard.other ** reds.home,
  })
  const now = { model, params, score, rest }
  if (halfTime) return { ...now, halfTime, joint: splitHalves(rest, 0, { start: score }) }
  if (minute > 45) return now
  const share = played < 1 ? Math.max(0, firstHalfShare - played) / (1 - played) : 0
  return { ...now, joint: splitHalves(rest, share, { start: score }) }
}

/** Goals beyond these say no more about a side's rate. */
const historyMax = 12

function restOf({ model, params }: MatchModel, score: Score, left: { home: number; away: number }): Grid {
  const home = Math.min(score.home, historyMax)
  const away = Math.min(score.away, historyMax)
  const whole = model.grid(params, gridSize + Math.max(home, away))
  const cells = new Float64Array(gridSize * gridSize)
  const homeWays = ways(home, left.home)
  const awayWays = ways(away, left.away)
  for (let h = 0; h < gridSize; h++) {
    for (let a = 0; a < gridSize; a++) {
      const final = whole.cells[(home + h) * whole.size + away + a] ?? 0
      cells[h * gridSize + a] = final * (homeWays[h] ?? 0) * (awayWays[a] ?? 0)
    }
  }
  return normalised({ size: gridSize, cells })
}

/** C(scored + k, k) · left^k for k goals more. */
function ways(scored: number, left: number): number[] {
  const out = [1]
  for (let k = 1; k < gridSize; k++) out.push(((out[k - 1] ?? 0) * left * (scored + k)) / k)
  return out
}
