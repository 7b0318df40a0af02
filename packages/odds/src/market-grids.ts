import type { Market } from '@nare/bets/markets/markets'
import type { Score } from '@nare/bets/result'
import { type Share, nextGoal } from './probabilities.ts'
import type { Grid } from './grid.ts'
import { afterHalf, beforeHalf } from './halves.ts'
import type { LineShares } from './line-shares.ts'
import type { MatchModel } from './match-model.ts'

/**
 * The input for pricing a market: the distribution of further goals in its period, the score to which they are added, and the number of
 * goals in the match so far.
 */
export type MarketGrid = { grid: Grid; from: Score; goals: number }

/** The market grids of one match, each computed once on first use. */
export type MarketGrids = {
  /** Undefined if the market's period is over or its score is missing. */
  of: (of: Market) => MarketGrid | undefined
  /** The winning and refunded share of each outcome of a line. */
  shares: (of: Market, line: LineShares, marketGrid: MarketGrid) => Share[]
}

const nil = { home: 0, away: 0 }

/** The market grids of a match at its current minute. Markets since the bet count goals from now, all others from the start of their period. */
export function marketGrids(match: MatchModel): MarketGrids {
  const { score, halfTime, joint } = match
  const goals = score.home + score.away
  const first = once(() => (joint && !halfTime ? beforeHalf(joint) : undefined))
  const second = once(() => joint && afterHalf(joint))
  const next = once(() => nextGoal(match.rest))
  const sinceHalf = halfTime ? { home: score.home - halfTime.home, away: score.away - halfTime.away } : nil
  const gridFor = (grid: Grid | undefined, from: Score, of: Market): MarketGrid | undefined =>
    grid && { grid, from: of.since === 'bet' ? nil : from, goals }
  return {
    of: (of) => {
      if (of.needs === 'halves') return joint && { grid: match.rest, from: score, goals }
      if (of.period === 'first_half') return gridFor(first(), score, of)
      return of.period === 'second_half' ? gridFor(second(), sinceHalf, of) : gridFor(match.rest, score, of)
    },
    shares: (of, line, marketGrid) => {
      if (of.needs === 'goals') return line.keys.map((_, at) => nextGoalShare(line, at, next()))
      if (of.needs === 'halves') return joint ? line.overHalves(joint, { half: halfTime ?? score, full: score }) : []
      return line.over(marketGrid.grid, marketGrid.from)
    },
  }
}

/** Evaluates the rule of a numbered-goal market on that goal alone: 1:0, 0:0 or 0:1. */
export function nextGoalShare(
  line: LineShares,
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
