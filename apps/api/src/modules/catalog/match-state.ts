import type { Score, Side } from '@nare/bets/result'
import type { MatchMessage, ResultFacts, ScoreChange } from './feeds/port.ts'
import type { MatchStateName, ResultKind, StandingResult } from './offers.ts'

/** What is known of a match now. `suspended` is the feed's stop, `held` an operator's. */
export type MatchNow = {
  readonly state: MatchStateName
  readonly minute: number | null
  readonly clockAt: Date | null
  readonly score: Score | null
  readonly halfTime: Score | null
  readonly goals: readonly Side[]
  readonly reds: Score
  readonly suspended: boolean
  readonly held: boolean
  readonly resulted: boolean
  readonly startTime: Date
}

/** A new version of the result, to be written. */
export type NewResult = Partial<ResultFacts> & {
  readonly kind: ResultKind
  readonly certainty: 1 | 2
  readonly reason?: string
}

/** What a message makes of a match: its next state, a result to write, a standing result that is now confirmed. */
export type Step = { readonly now: MatchNow; readonly result?: NewResult; readonly confirms?: number }

type Known = { readonly now: MatchNow; readonly standing: StandingResult | undefined; readonly at: Date }

const final: readonly MatchStateName[] = ['ended', 'abandoned', 'cancelled']

/** Applies one message. Undefined when it says nothing new, or when the match is past it. */
export function step(known: Known, message: Exclude<MatchMessage, { kind: 'price' }>): Step | undefined {
  const { now } = known
  switch (message.kind) {
    case 'stop':
      return now.suspended ? undefined : { now: { ...now, suspended: true } }
    case 'reopen':
      return now.suspended ? { now: { ...now, suspended: false } } : undefined
    case 'score':
      return now.resulted ? undefined : scored(known, message)
    case 'result':
      return resulted(known, message)
    case 'cancel':
      if (now.resulted && now.state === 'cancelled') return undefined
      return {
        now: { ...now, state: 'cancelled', resulted: true },
        result: { kind: 'cancelled', certainty: 2, reason: message.reason },
      }
    case 'rollback':
      return rolledBack(known, message.of)
  }
}

/** A half-time score above the score, of which a goal was taken back, is none: what it would decide is not known. */
function standingHalf(halfTime: Score | null, score: Score | null): Score | null {
  const isAbove = halfTime && score && (halfTime.home > score.home || halfTime.away > score.away)
  return isAbove ? null : halfTime
}

function scored({ now, at }: Known, change: ScoreChange): Step | undefined {
  const score = change.score ?? now.score
  const next: MatchNow = {
    ...now,
    state: change.state ?? now.state,
    minute: change.minute ?? now.minute,
    clockAt: change.minute === undefined ? now.clockAt : at,
    score,
    halfTime: standingHalf(change.halfTime ?? now.halfTime, score),
    goals: change.goals ?? now.goals,
    reds: change.reds ?? now.reds,
    startTime: change.startTime ?? now.startTime,
  }
  return same({ ...next, clockAt: null }, { ...now, clockAt: null }) ? undefined : { now: next }
}

function resulted({ now, standing }: Known, message: ResultFacts & { certainty: 1 | 2 }): Step | undefined {
  const { halfTime, fullTime, goals, periods, certainty } = message
  const facts = {
    ...(halfTime && { halfTime }),
    fullTime,
    ...(goals && { goals }),
    ...(periods && { periods }),
  }
  if (standing?.kind === 'result' && same({ ...facts, finished: true }, standing.result)) {
    return certainty > standing.certainty ? { now, confirms: standing.version } : undefined
  }
  const next: MatchNow = {
    ...now,
    state: 'ended',
    score: fullTime,
    halfTime: halfTime ?? null,
    goals: goals ?? [],
    resulted: true,
  }
  return { now: next, result: { kind: 'result', certainty, ...facts } }
}

function rolledBack({ now, standing, at }: Known, of: 'result' | 'cancel' | 'either'): Step | undefined {
  if (!standing || standing.kind === 'rolled_back') return undefined
  const wasCancelled = standing.kind === 'cancelled'
  if (of !== 'either' && wasCancelled !== (of === 'cancel')) return undefined
  const reopened: MatchStateName = now.startTime > at ? 'not_started' : 'interrupted'
  const state = wasCancelled || now.state === 'abandoned' ? reopened : now.state
  return { now: { ...now, state, resulted: false }, result: { kind: 'rolled_back', certainty: 2 } }
}

/** Gives an overdue match up: what is decided by now stands, what is open becomes void. */
export function givenUp(now: MatchNow): Step {
  const abandoned: MatchNow = { ...now, state: final.includes(now.state) ? now.state : 'abandoned', resulted: true }
  const facts = {
    ...(now.halfTime && { halfTime: now.halfTime }),
    ...(now.score && { fullTime: now.score }),
    ...(now.goals.length > 0 && { goals: now.goals }),
  }
  return {
    now: abandoned,
    result: { kind: 'void_undecided', certainty: 2, reason: 'not finished in time', ...facts },
  }
}

/** The same content, whatever the order of the fields. */
function same(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
