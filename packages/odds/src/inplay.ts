import type { Score } from '@nare/bets/result'
import { goalsBy } from './goal-times.ts'
import { type Grid, gridSize, normalised } from './grid.ts'
import { firstHalfShare, splitHalves } from './halves.ts'
import type { Counts, MatchModel } from './match-model.ts'

/**
 * A moment in play: minute, score, red cards so far, and the half-time score once it is known. `corners` and `cards` (as `cardsOf` counts
 * them) are absent if the feed does not report them.
 */
export type Moment = {
  minute: number
  score: Score
  redCards?: { home: number; away: number }
  halfTime?: Score
  corners?: Score
  cards?: Score
}

/** Effect of a red card on the goal rates of the reduced team and of its opponent (Vecer, Kopriva, Ichiba 2009). */
const redCard = { own: 2 / 3, opponent: 5 / 4 }

/**
 * The model of a match at a moment in play: the distribution of goals still to come, given the score. Each goal of the final score falls
 * before `minute` with probability F(minute). Bayes' rule therefore weights every final score that is still possible. For Poisson rates the
 * remaining rate is λ·(1 − F). Red cards multiply the remaining rates. From minute 90 no goals remain. The first half lasts until
 * `halfTime` is given or minute 45 has passed.
 */
export function inPlay(match: MatchModel, moment: Moment): MatchModel {
  const { minute, score, redCards, halfTime } = moment
  const { model, params } = match
  const elapsedShare = goalsBy(halfTime ? Math.max(45, minute) : minute)
  const reds = redCards ?? { home: 0, away: 0 }
  const rest = restOf(match, score, {
    home: (1 - elapsedShare) * redCard.own ** reds.home * redCard.opponent ** reds.away,
    away: (1 - elapsedShare) * redCard.own ** reds.away * redCard.opponent ** reds.home,
  })
  const counts = countsAt(moment)
  const current = { model, params, score, rest, ...(counts && { counts }) }
  if (halfTime) return { ...current, halfTime, joint: splitHalves(rest, 0, { start: score }) }
  if (minute > 45) return current
  const share = elapsedShare < 1 ? Math.max(0, firstHalfShare - elapsedShare) / (1 - elapsedShare) : 0
  return { ...current, joint: splitHalves(rest, share, { start: score }) }
}

function countsAt({ minute, corners, cards }: Moment): Counts | undefined {
  if (!corners && !cards) return undefined
  const total = ({ home, away }: Score): number => home + away
  return { minute, ...(corners && { corners: total(corners) }), ...(cards && { cards: total(cards) }) }
}

/** Goals beyond this number are ignored when estimating a side's rate. */
const scoredMax = 12

function restOf({ model, params }: MatchModel, score: Score, left: { home: number; away: number }): Grid {
  const home = Math.min(score.home, scoredMax)
  const away = Math.min(score.away, scoredMax)
  const fullMatch = model.grid(params, gridSize + Math.max(home, away))
  const cells = new Float64Array(gridSize * gridSize)
  const homeWays = ways(home, left.home)
  const awayWays = ways(away, left.away)
  for (let h = 0; h < gridSize; h++) {
    for (let a = 0; a < gridSize; a++) {
      const final = fullMatch.cells[(home + h) * fullMatch.size + away + a] ?? 0
      cells[h * gridSize + a] = final * (homeWays[h] ?? 0) * (awayWays[a] ?? 0)
    }
  }
  return normalised({ size: gridSize, cells })
}

/** C(scored + k, k) · left^k for k more goals. */
function ways(scored: number, left: number): number[] {
  const out = [1]
  for (let k = 1; k < gridSize; k++) out.push(((out[k - 1] ?? 0) * left * (scored + k)) / k)
  return out
}
