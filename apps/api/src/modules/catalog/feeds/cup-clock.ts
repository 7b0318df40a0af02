import type { Score, Side } from '@nare/bets/result'
import type { CupGoal, CupMatch } from './openfootball.ts'
import { tally } from './openfootball.ts'

/** A match whose goals are known to the minute. */
export type TimedMatch = CupMatch & { readonly goals: readonly CupGoal[]; readonly fullTime: Score }

/**
 * The real minutes since kick-off at which the halves of a match begin and end. A half ends after the minute of its last goal in stoppage
 * time. Stoppage time lasts at least 2 minutes in the first half and 4 in the second.
 */
export type Halves = { readonly firstEnds: number; readonly secondBegins: number; readonly secondEnds: number }

/** A goal with four times in real minutes since kick-off: betting stops, the goal is scored, the goal is shown, betting resumes. */
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
  /** Why betting is suspended; undefined if it is not. */
  readonly stopped: 'goal' | 'penalty' | undefined
  readonly over: boolean
  /** The minute of the price model, whose halves last 45 minutes. */
  readonly modelMinute: number
}

const breakMinutes = 15
/** Minutes between the award of a penalty and its goal. */
const penaltyTakes = 1
/** In minutes: a goal is shown 6 seconds after it is scored, and betting resumes 45 seconds after it is scored. */
const shownAfter = 0.1
const resumesAfter = 0.75
/** In minutes: goals of the same minute are 12 seconds apart. */
const betweenGoals = 0.2

/** Whether all goals of a match are known to the minute. */
export function isTimed(match: CupMatch): match is TimedMatch {
  return match.goals !== undefined && match.fullTime !== undefined
}

export function halvesOf({ goals }: TimedMatch): Halves {
  const stoppage = (minute: number, least: number) =>
    Math.max(least, ...goals.filter((one) => one.minute === minute).map(({ added }) => added + 1))
  const firstEnds = 45 + stoppage(45, 2)
  const secondBegins = firstEnds + breakMinutes
  return { firstEnds, secondBegins, secondEnds: secondBegins + 45 + stoppage(90, 4) }
}

/** The goals with their times. The first goal of a minute is scored in the middle of it. */
export function timedGoals(match: TimedMatch): TimedGoal[] {
  const { firstEnds, secondBegins, secondEnds } = halvesOf(match)
  return match.goals.map((goal, n) => {
    const earlier = match.goals
      .slice(0, n)
      .filter(({ minute, added }) => minute === goal.minute && added === goal.added)
    const inFirstHalf = goal.minute <= 45
    const [begins, ends] = inFirstHalf ? [0, firstEnds] : [secondBegins, secondEnds]
    const played = goal.minute - (inFirstHalf ? 0 : 45) + goal.added - 0.5 + earlier.length * betweenGoals
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
  const firstHalfOver = elapsed >= halves.firstEnds
  const isPenalty = stopping?.kind === 'penalty_scored' && elapsed < stopping.shownAt
  return {
    ...clockOf(halves, elapsed),
    score: tally(shown),
    sides: shown.map(({ side }) => side),
    halfTime: firstHalfOver ? tally(shown.filter(({ minute }) => minute <= 45)) : undefined,
    stopped: stopping && (isPenalty ? 'penalty' : 'goal'),
    over: elapsed >= halves.secondEnds,
    modelMinute: modelMinute(halves, elapsed),
  }
}

/** The current minute, written as for goals: minute 45 with 2 added is the second minute of stoppage time. Half-time is minute 45. */
function clockOf({ firstEnds, secondBegins }: Halves, elapsed: number): { minute: number; added: number } {
  const [ends, played] =
    elapsed < secondBegins
      ? [45, Math.min(firstEnds, Math.max(0, elapsed))]
      : [90, 45 + Math.max(0.01, elapsed - secondBegins)]
  const minute = Math.ceil(played)
  return { minute: Math.min(ends, minute), added: elapsed >= firstEnds && ends === 45 ? 0 : Math.max(0, minute - ends) }
}

/**
 * The minute on the clock of the price model. The model has no stoppage time: its minutes 45 and 90 are the real ends of the halves. The
 * last five minutes of a half and its usual stoppage time are therefore the last five minutes of the model's half.
 */
function modelMinute({ firstEnds, secondBegins }: Halves, elapsed: number): number {
  if (elapsed >= secondBegins) return 45 + withStoppage(elapsed - secondBegins, 5)
  return elapsed >= firstEnds ? 45 : withStoppage(elapsed, 2)
}

function withStoppage(played: number, usual: number): number {
  return played <= 40 ? Math.max(0, played) : Math.min(45, 40 + ((played - 40) * 5) / (5 + usual))
}
