import type { Market } from '@nare/bets/markets'
import type { Score } from '@nare/bets/result'
import { type Share, nextGoal } from './facts.ts'
import type { Grid } from './grid.ts'
import { afterHalf, beforeHalf } from './halves.ts'
import type { JudgedLine } from './judged.ts'
import type { MatchModel } from './match-model.ts'

/** What a market is priced on: the goals still to come in its period, and the score they are added to. */
export type Ground = { grid: Grid; from: Score; goals: number }

/** The grounds of one match, each worked out once, and only where a market asks for it. */
export type Grounds = {
  /** Undefined when the market's period is over or its score is not known. */
  of: (of: Market) => Ground | undefined
  /** The winning and the refunded part of each outcome of a line. */
  shares: (of: Market, line: JudgedLine, ground: Ground) => Share[]
}

const nil = { home: 0, away: 0 }

/** The grounds of a match at its moment. Asian handicaps count from now, everything else from kick-off of its period. */
export function groundsOf(match: MatchModel): Grounds {
  const { score, halfTime, joint } = match
  const goals = score.home + score.away
  const first = once(() => (joint && !halfTime ? beforeHalf(joint) : undefined))
  const second = once(() => joint && afterHalf(joint))
  const next = once(() => nextGoal(match.rest))
  const sinceHalf = halfTime ? { home: score.home - halfTime.home, away: score.away - halfTime.away } : nil
  const place = (grid: Grid | undefined, from: Score, of: Market): Ground | undefined =>
    grid && { grid, from: of.line === 'asian' ? nil : from, goals }
  return {
    of: (of) => {
      if (of.needs === 'halves') return joint && { grid: match.rest, from: score, goals }
      if (of.period === 'first_half') return place(first(), score, of)
      return of.period === 'second_half' ? place(second(), sinceHalf, of) : place(match.rest, score, of)
    },
    shares: (of, line, ground) => {
      if (of.needs === 'goals') return line.keys.map((_, at) => nextGoalShare(line, at, next()))
      if (of.needs === 'halves') return joint ? line.overHalves(joint, { half: halfTime ?? score, full: score }) : []
      return line.over(ground.grid, ground.from)
    },
  }
}

/** The rule of a numbered goal is asked about that goal alone: 1:0, 0:0 or 0:1. */
export function nextGoalShare(
  line: JudgedLine,
  at: number,
  [home, none, away]: readonly [home: number, none: number, away: number],
): Share {
  const win = (score: Score): number => line.at(at, score).win
  return { win: home * win({ home: 1, away: 0 }) + none * win(nil) + away * win({ home: 0, away: 1 }), refund: 0 }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
