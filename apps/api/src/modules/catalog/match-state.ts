import type { Score, Side } from '@nare/bets/result'
import type { MatchMessage, ResultFacts, ScoreChange } from './feeds/port.ts'
import type { CurrentResult, MatchStateName, ResultKind } from './offers.ts'

/** The current state of a match. `suspended` is set by the feed, `stoppedByOperator` by an operator. */
export type CurrentMatch = {
  readonly state: MatchStateName
  readonly minute: number | null
  readonly clockAt: Date | null
  readonly score: Score | null
  readonly halfTime: Score | null
  readonly goals: readonly Side[]
  readonly reds: Score
  readonly suspended: boolean
  readonly stoppedByOperator: boolean
  readonly resulted: boolean
  readonly startTime: Date
}

/** A new version of the result, to be written. */
export type NewResult = Partial<ResultFacts> & {
  readonly kind: ResultKind
  readonly certainty: 1 | 2
  readonly reason?: string
}

/** The effect of a message: the next state, a result to write, or the version of the current result that it confirms. */
export type Step = { readonly next: CurrentMatch; readonly result?: NewResult; readonly confirms?: number }

type Before = { readonly current: CurrentMatch; readonly currentResult: CurrentResult | undefined; readonly at: Date }

const finalStates: readonly MatchStateName[] = ['ended', 'abandoned', 'cancelled']

/** Applies one message. Undefined if it changes nothing or is no longer allowed. */
export function step(before: Before, message: Exclude<MatchMessage, { kind: 'price' }>): Step | undefined {
  const { current } = before
  switch (message.kind) {
    case 'stop':
      return current.suspended ? undefined : { next: { ...current, suspended: true } }
    case 'reopen':
      return current.suspended ? { next: { ...current, suspended: false } } : undefined
    case 'score':
      return current.resulted ? undefined : applyScore(before, message)
    case 'result':
      return applyResult(before, message)
    case 'cancel':
      if (current.resulted && current.state === 'cancelled') return undefined
      return {
        next: { ...current, state: 'cancelled', resulted: true },
        result: { kind: 'cancelled', certainty: 2, reason: message.reason },
      }
    case 'rollback':
      return rollBack(before, message.of)
  }
}

/** Drops a half-time score that exceeds the current score: after a goal is revoked, the half-time score is no longer known. */
function validHalfTime(halfTime: Score | null, score: Score | null): Score | null {
  const isAbove = halfTime && score && (halfTime.home > score.home || halfTime.away > score.away)
  return isAbove ? null : halfTime
}

function applyScore({ current, at }: Before, change: ScoreChange): Step | undefined {
  const score = change.score ?? current.score
  const next: CurrentMatch = {
    ...current,
    state: change.state ?? current.state,
    minute: change.minute ?? current.minute,
    clockAt: change.minute === undefined ? current.clockAt : at,
    score,
    halfTime: validHalfTime(change.halfTime ?? current.halfTime, score),
    goals: change.goals ?? current.goals,
    reds: change.reds ?? current.reds,
    startTime: change.startTime ?? current.startTime,
  }
  return isEqual({ ...next, clockAt: null }, { ...current, clockAt: null }) ? undefined : { next }
}

function applyResult(
  { current, currentResult }: Before,
  message: ResultFacts & { certainty: 1 | 2 },
): Step | undefined {
  const { halfTime, fullTime, goals, periods, certainty } = message
  const facts = {
    ...(halfTime && { halfTime }),
    fullTime,
    ...(goals && { goals }),
    ...(periods && { periods }),
  }
  if (currentResult?.kind === 'result' && isEqual({ ...facts, finished: true }, currentResult.result)) {
    return certainty > currentResult.certainty ? { next: current, confirms: currentResult.version } : undefined
  }
  const next: CurrentMatch = {
    ...current,
    state: 'ended',
    score: fullTime,
    halfTime: halfTime ?? null,
    goals: goals ?? [],
    resulted: true,
  }
  return { next, result: { kind: 'result', certainty, ...facts } }
}

function rollBack({ current, currentResult, at }: Before, of: 'result' | 'cancel' | 'either'): Step | undefined {
  if (!currentResult || currentResult.kind === 'rolled_back') return undefined
  const wasCancelled = currentResult.kind === 'cancelled'
  if (of !== 'either' && wasCancelled !== (of === 'cancel')) return undefined
  const reopened: MatchStateName = current.startTime > at ? 'not_started' : 'interrupted'
  const state = wasCancelled || current.state === 'abandoned' ? reopened : current.state
  return { next: { ...current, state, resulted: false }, result: { kind: 'rolled_back', certainty: 2 } }
}

/** Closes an overdue match: decided markets settle by the last known score, undecided ones are void. */
export function closeUnfinished(current: CurrentMatch): Step {
  const state = finalStates.includes(current.state) ? current.state : 'abandoned'
  const facts = {
    ...(current.halfTime && { halfTime: current.halfTime }),
    ...(current.score && { fullTime: current.score }),
    ...(current.goals.length > 0 && { goals: current.goals }),
  }
  return {
    next: { ...current, state, resulted: true },
    result: { kind: 'void_undecided', certainty: 2, reason: 'not finished in time', ...facts },
  }
}

/** Deep equality, ignoring the order of fields. */
function isEqual(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
