import type { Score, Side } from '@nare/bets/result'
import { scoreAt, type DrawnMatch } from './draw.ts'

/** A displayed goal, with the score after it. */
export type ShownGoal = {
  readonly minute: number
  readonly side: Side
  readonly home_score: number
  readonly away_score: number
}

/** The visible part of a match at a minute. */
export type VisibleMatch = { readonly minute: number; readonly score: Score; readonly events: readonly ShownGoal[] }

const minutes = 90

/** The displayed minute: floor(90 × elapsed / length), from 0 to 90. */
export function minuteAfter(elapsedMs: number, lengthMs: number): number {
  return Math.min(minutes, Math.max(0, Math.floor((minutes * elapsedMs) / lengthMs)))
}

/**
 * When a minute is first displayed, in milliseconds from the start of the play-out: the smallest integer for which `minuteAfter` returns
 * it.
 */
export function shownAfterMs(minute: number, lengthMs: number): number {
  return Math.ceil((minute * lengthMs) / minutes)
}

/** The visible part of a drawn match at a minute, without later goals. */
export function visibleAt({ goals }: Pick<DrawnMatch, 'goals'>, minute: number): VisibleMatch {
  const past = goals.filter((goal) => goal.minute <= minute)
  const events = past.map((goal, at): ShownGoal => {
    const { home, away } = scoreAt({ goals: past.slice(0, at + 1) }, goal.minute)
    return { minute: goal.minute, side: goal.side, home_score: home, away_score: away }
  })
  return { minute, score: scoreAt({ goals }, minute), events }
}
