import type { Score, Side } from '@nare/bets/result'
import { scoreAt, type Drawn } from './draw.ts'

/** A goal as it is shown, with the score after it. */
export type PlayedGoal = {
  readonly minute: number
  readonly side: Side
  readonly home_score: number
  readonly away_score: number
}

/** What can be seen of a match at a minute. */
export type Seen = { readonly minute: number; readonly score: Score; readonly events: readonly PlayedGoal[] }

const minutes = 90

/** The minute that is shown after so much of the play-out: floor(90 × elapsed / length), 0 to 90. */
export function minuteAfter(elapsedMs: number, lengthMs: number): number {
  return Math.min(minutes, Math.max(0, Math.floor((minutes * elapsedMs) / lengthMs)))
}

/** After how much of the play-out a minute is shown, in milliseconds: the least whole number that `minuteAfter` answers it for. */
export function shownAfterMs(minute: number, lengthMs: number): number {
  return Math.ceil((minute * lengthMs) / minutes)
}

/** What can be seen of a drawn match at a minute; nothing of what comes later. */
export function seenAt({ goals }: Pick<Drawn, 'goals'>, minute: number): Seen {
  const past = goals.filter((goal) => goal.minute <= minute)
  const events = past.map((goal, at): PlayedGoal => {
    const { home, away } = scoreAt({ goals: past.slice(0, at + 1) }, goal.minute)
    return { minute: goal.minute, side: goal.side, home_score: home, away_score: away }
  })
  return { minute, score: scoreAt({ goals }, minute), events }
}
