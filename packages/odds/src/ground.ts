import type { Market } from '@nare/bets/markets'
import { type Share, nextGoal } from './facts.ts'
import type { Grid } from './grid.ts'
import { afterHalf, beforeHalf } from './halves.ts'
import { type Judged, refunds, shareOver, wins } from './judged.ts'
import type { MatchModel } from './match-model.ts'

/** What a market is priced on: the goals still to come in its period, and the score they are added to. */
export type Ground = { grid: Grid; from: { home: number; away: number }; goals: number }

/** The grounds of one match, each worked out once. */
export type Grounds = {
  /** Undefined when the market's period is over or its score is not known. */
  of: (of: Market) => Ground | undefined
  share: (of: Market, one: Judged, ground: Ground) => Share
}

const nil = { home: 0, away: 0 }

/** The grounds of a match at its moment. Asian handicaps count from now, everything else from kick-off of its period. */
export function groundsOf(match: MatchModel): Grounds {
  const { score, halfTime, joint } = match
  const goals = score.home + score.away
  const first = joint && !halfTime ? beforeHalf(joint) : undefined
  const second = joint && afterHalf(joint)
  const next = nextGoal(match.rest)
  const sinceHalf = halfTime ? { home: score.home - halfTime.home, away: score.away - halfTime.away } : nil
  const place = (grid: Grid | undefined, from: Ground['from'], of: Market): Ground | undefined =>
    grid && { grid, from: of.line === 'asian' ? nil : from, goals }
  return {
    of: (of) => {
      if (of.needs === 'halves') return joint && { grid: match.rest, from: score, goals }
      if (of.period === 'first_half') return place(first, score, of)
      return of.period === 'second_half' ? place(second, sinceHalf, of) : place(match.rest, score, of)
    },
    share: (of, one, ground) => {
      if (of.needs === 'goals') return nextGoalShare(one, next)
      return of.needs === 'halves' ? shareOfHalves(one, match) : shareOver(one, ground.grid, ground.from)
    },
  }
}

/** The rule of a numbered goal is asked about that goal alone: 1:0, 0:0 or 0:1. */
export function nextGoalShare(one: Judged, [home, none, away]: [number, number, number]): Share {
  const win = (h: number, a: number): number => wins[one.flat(h, a)] ?? 0
  return { win: home * win(1, 0) + none * win(0, 0) + away * win(0, 1), refund: 0 }
}

function shareOfHalves(one: Judged, { joint, score, halfTime }: MatchModel): Share {
  let win = 0
  let refund = 0
  if (!joint) return { win, refund }
  const { halfHome, halfAway, home, away } = joint.cells
  const from = halfTime ?? score
  for (let at = 0; at < joint.p.length; at++) {
    const p = joint.p[at] ?? 0
    if (p === 0) continue
    const half: [number, number] = [from.home + (halfHome[at] ?? 0), from.away + (halfAway[at] ?? 0)]
    const code = one.deep(half[0], half[1], score.home + (home[at] ?? 0), score.away + (away[at] ?? 0))
    win += p * (wins[code] ?? 0)
    refund += p * (refunds[code] ?? 0)
  }
  return { win, refund }
}
