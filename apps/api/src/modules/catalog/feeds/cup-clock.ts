import type { Score, Side } from '@nare/bets/result'
import type { CupGoal, CupMatch } from './openfootball.ts'
import { tally } from './openfootball.ts'

/** A match whose goals are known to the minute. */
export type TimedMatch = CupMatch & { readonly goals: readonly CupGoal[]; readonly fullTime: Score }

/** Real minutes since kick-off at which its halves begin and end: as long as its goals need, and at least 2 and 4 minutes over. */
export type Halves = { readonly firstEnds: number; readonly secondBegins: number; readonly secondEnds: number }

/** A goal with the real minutes since kick-off at which betting stops, it is scored, it is shown, and betting resumes. */
export type TimedGoal = CupGoal & {
  readonly stopsAt: number
  readonly at: number
  readonly shownAt: number
  readonly resumesAt: number
}

/** The state of a match some minutes after its kick-off. */
export type CupMoment = {
  readonly minute: number
  readonly added: number
  readonly score: Score
  readonly sides: readonly Side[]
  readonly halfTime: Score | undefined
  /** Why betting is stopped, where it is. */
  readonly stopped: 'goal' | 'penalty' | undefined
  readonly over: boolean
  /** The minute of the price model, whose halves last 45 minutes. */
  readonly modelMinute: number
}

const breakMinutes = 15
/** A penalty is awarded this long before it is scored. */
const penaltyTakes = 1
/** A goal is shown 6 seconds after betting stopped, and betting resumes 45 seconds after it. */
const shownAfter = 0.1
const resumesAfter = 0.75
const apartInOneMinute = 0.2

/** Whether all goals of a match are known to the minute. */
export function isTimed(match: CupMatch): match is TimedMatch {
  return match.goals !== undefined && match.fullTime !== undefined
}

export function halvesOf({ goals }: TimedMatch): Halves {
  const over = (minute: number, least: number) =>
    Math.max(least, ...goals.filter((one) => one.minute === minute).map(({ added }) => added + 1))
  const firstEnds = 45 + over(45, 2)
  const secondBegins = firstEnds + breakMinutes
  return { firstEnds, secondBegins, secondEnds: secondBegins + 45 + over(90, 4) }
}

/** The goals with their times: in the middle of their minute, or one after the other within it. */
export function timedGoals(match: TimedMatch): TimedGoal[] {
  const { firstEnds, secondBegins, secondEnds } = halvesOf(match)
  return match.goals.map((goal, n) => {
    const earlier = match.goals
      .slice(0, n)
      .filter(({ minute, added }) => minute === goal.minute && added === goal.added)
    const isFirst = goal.minute <= 45
    const [begins, ends] = isFirst ? [0, firstEnds] : [secondBegins, secondEnds]
    const played = goal.minute - (isFirst ? 0 : 45) + goal.added - 0.5 + earlier.length * apartInOneMinute
    const at = begins + played
    const isPenalty = goal.kind === 'penalty_scored'
    return {
      ...goal,
      at,
      stopsAt: isPenalty ? Math.max(begins, at - penaltyTakes) : at,
      shownAt: at + shownAfter,
      resumesAt: Math.min(ends, at + resumesAfter),
    }
  })
}

/** The match `elapsed` real minutes after its kick-off. A goal counts from when it is shown. */
export function momentOf(match: TimedMatch, elapsed: number): CupMoment {
  const halves = halvesOf(match)
  const goals = timedGoals(match)
  const shown = goals.filter(({ shownAt }) => shownAt <= elapsed)
  const stopping = goals.find(({ stopsAt, resumesAt }) => stopsAt <= elapsed && elapsed < resumesAt)
  const firstOver = elapsed >= halves.firstEnds
  const isPenalty = stopping?.kind === 'penalty_scored' && elapsed < stopping.shownAt
  return {
    ...clockOf(halves, elapsed),
    score: tally(shown),
    sides: shown.map(({ side }) => side),
    halfTime: firstOver ? tally(shown.filter(({ minute }) => minute <= 45)) : undefined,
    stopped: stopping && (isPenalty ? 'penalty' : 'goal'),
    over: elapsed >= halves.secondEnds,
    modelMinute: modelMinute(halves, elapsed),
  }
}

/** The minute that is being played, as a goal in it is written: 1 to 45 and 46 to 90, with the minutes added to a half. */
function clockOf({ firstEnds, secondBegins }: Halves, elapsed: number): { minute: number; added: number } {
  const [ends, played] =
    elapsed < secondBegins
      ? [45, Math.min(firstEnds, Math.max(0, elapsed))]
      : [90, 45 + Math.max(0.01, elapsed - secondBegins)]
  const minute = Math.ceil(played)
  return { minute: Math.min(ends, minute), added: elapsed >= firstEnds && ends === 45 ? 0 : Math.max(0, minute - ends) }
}

/**
 * The share of goals that the price model expects by minute 45 and 90 includes stoppage time. So the last five minutes of a half
 * and its usual stoppage time pass on the model's clock as its last five minutes.
 */
function modelMinute({ firstEnds, secondBegins }: Halves, elapsed: number): number {
  if (elapsed >= secondBegins) return 45 + withStoppage(elapsed - secondBegins, 5)
  return elapsed >= firstEnds ? 45 : withStoppage(elapsed, 2)
}

function withStoppage(played: number, usual: number): number {
  return played <= 40 ? Math.max(0, played) : Math.min(45, 40 + ((played - 40) * 5) / (5 + usual))
}
