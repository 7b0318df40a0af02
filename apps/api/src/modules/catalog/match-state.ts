import { suspensionOf, suspensionReasons, type EventType, type SuspensionReason } from '@nare/bets/grading/events'
import { cardsOf, type Score, type Side } from '@nare/bets/result'
import type { MatchMessage, ResultFacts, ScoreChange } from './feeds/port.ts'
import type { CurrentResult, MatchStateName, ResultKind } from './states.ts'

/** The last reported event of a match, as live lists show it. */
export type LastEvent = {
  readonly event_id: string
  readonly type: EventType
  readonly side?: Side
  readonly minute?: number
  readonly at: string
}

/**
 * The current state of a match. `suspended` is set by the feed, for `suspendedFor`, and `stoppedByOperator` by an operator. `corners` and
 * `yellows` are null if the feed does not count them.
 */
export type CurrentMatch = {
  readonly state: MatchStateName
  readonly minute: number | null
  readonly added: number | null
  readonly clockAt: Date | null
  readonly score: Score | null
  readonly halfTime: Score | null
  readonly goals: readonly Side[]
  readonly reds: Score
  readonly corners: Score | null
  readonly yellows: Score | null
  readonly periods: readonly Score[]
  readonly play: unknown
  readonly lastEvent: LastEvent | null
  readonly suspended: boolean
  readonly suspendedFor: SuspensionReason | null
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
export type AppliedMessage = { readonly next: CurrentMatch; readonly result?: NewResult; readonly confirms?: number }

type Before = {
  readonly current: CurrentMatch
  readonly currentResult: CurrentResult | undefined
  readonly at: Date
  /** Whether a person drives the match and decides when it accepts bets. */
  readonly byHand?: boolean
}

/** A message that changes the match itself: prices, names and events have rows of their own. */
export type StateMessage = Exclude<MatchMessage, { kind: 'price' | 'teams' | 'event' | 'take_back' }>

const finalStates: readonly MatchStateName[] = ['ended', 'abandoned', 'cancelled']

/** Applies one message. Undefined if it changes nothing or is no longer allowed. */
export function applyMessage(before: Before, message: StateMessage): AppliedMessage | undefined {
  const { current } = before
  switch (message.kind) {
    case 'stop': {
      const next = suspend(current, reasonOf(message.reason))
      return next && { next }
    }
    case 'reopen':
      return current.suspended ? { next: { ...current, suspended: false, suspendedFor: null } } : undefined
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
    case 'unfinished':
      return applyUnfinished(before, message)
    case 'rollback':
      return rollBack(before, message.of)
  }
}

const reasons: ReadonlyMap<string, SuspensionReason> = new Map([
  ...suspensionReasons.map((reason) => [reason, reason] as const),
  ['var', 'video_check'],
])

/** The reason that bettors see, for a feed's own text. */
const reasonOf = (text: string): SuspensionReason => reasons.get(text) ?? 'other'

/**
 * Suspends the match for a reason. Returns undefined if it is already suspended for the same or a more specific reason. A reason from the
 * feed replaces 'silent_feed', so that the end of the silence does not reopen the match.
 */
function suspend(current: CurrentMatch, reason: SuspensionReason): CurrentMatch | undefined {
  const specificity = (of: SuspensionReason | null) =>
    of === null || of === 'silent_feed' ? 0 : of === 'other' ? 1 : 2
  const before = current.suspendedFor ?? 'other'
  if (current.suspended && (before === reason || specificity(reason) < specificity(before))) return undefined
  return { ...current, suspended: true, suspendedFor: reason }
}

/** Suspends the match because its feed is silent, or ends that suspension. Returns undefined if nothing changes. */
export function setSilence(current: CurrentMatch, isSilent: boolean): CurrentMatch | undefined {
  if (isSilent) return suspend(current, 'silent_feed')
  return current.suspendedFor === 'silent_feed' ? { ...current, suspended: false, suspendedFor: null } : undefined
}

/**
 * The change made by a new version of an event: the current event, whether this is its first version, whether it was retracted, and its
 * news.
 */
export type EventChange = {
  readonly event: LastEvent
  readonly isNew: boolean
  readonly isTakenBack: boolean
  /** The event type, if this version contains news that can move prices; otherwise undefined. */
  readonly news: EventType | undefined
}

/**
 * Applies an event that was reported, corrected or retracted. Some types of news suspend the match, even before its kick-off was reported,
 * because it may already be in play.
 */
export function applyEvent(current: CurrentMatch, { event, isNew, isTakenBack, news }: EventChange): CurrentMatch {
  const { lastEvent, state } = current
  const isLast = lastEvent?.event_id === event.event_id
  const isLatest = isNew && (lastEvent === null || event.at >= lastEvent.at)
  const shown = isTakenBack ? (isLast ? null : lastEvent) : isLast || isLatest ? event : lastEvent
  const takesBets = state === 'live' || state === 'not_started'
  const reason = takesBets && news ? suspensionOf(news) : undefined
  return { ...((reason && suspend(current, reason)) ?? current), lastEvent: shown }
}

/** Drops a half-time score that exceeds the score: it is wrong, or no longer known after a goal was revoked. */
function validHalfTime(halfTime: Score | null, score: Score | null): Score | null {
  const isAbove = halfTime && score && (halfTime.home > score.home || halfTime.away > score.away)
  return isAbove ? null : halfTime
}

/** The largest values that the columns of `catalog.match` accept. */
const columnMax = { minute: 400, added: 99 } as const

/** Drops a minute or injury time that is out of range, so that it does not fail the whole batch, above all a suspension. */
function withinColumns({ minute, added, ...change }: ScoreChange): ScoreChange {
  const isWithin = (value: number, limit: number) => Number.isInteger(value) && value >= 0 && value <= limit
  return {
    ...change,
    ...(minute !== undefined && isWithin(minute, columnMax.minute) && { minute }),
    ...(added !== undefined && isWithin(added, columnMax.added) && { added }),
  }
}

function applyScore({ current, at, byHand = false }: Before, given: ScoreChange): AppliedMessage | undefined {
  const change = withinColumns(given)
  const score = change.score ?? current.score
  const startTime = change.startTime ?? current.startTime
  const isEarly = !byHand && current.state === 'not_started' && change.state === 'live' && at < startTime
  const next: CurrentMatch = {
    ...((isEarly && suspend(current, 'started_early')) || current),
    state: change.state ?? current.state,
    minute: change.minute ?? current.minute,
    added: change.minute === undefined ? (change.added ?? current.added) : (change.added ?? null),
    clockAt: change.minute === undefined ? current.clockAt : at,
    score,
    halfTime: validHalfTime(change.halfTime ?? current.halfTime, score),
    goals: change.goals ?? current.goals,
    reds: change.reds ?? current.reds,
    corners: change.corners ?? current.corners,
    yellows: change.yellows ?? current.yellows,
    periods: change.periods ?? current.periods,
    play: change.play ?? current.play,
    startTime,
  }
  return isEqual({ ...next, clockAt: null }, { ...current, clockAt: null }) ? undefined : { next }
}

function applyResult(
  { current, currentResult }: Before,
  message: ResultFacts & { certainty: 1 | 2 },
): AppliedMessage | undefined {
  const { fullTime, goals, certainty } = message
  const halfTime = validHalfTime(message.halfTime ?? null, fullTime)
  const facts = { ...factsIn({ ...message, halfTime: halfTime ?? undefined }), fullTime }
  if (currentResult?.kind === 'result' && isEqual({ ...facts, finished: true }, currentResult.result)) {
    return certainty > currentResult.certainty ? { next: current, confirms: currentResult.version } : undefined
  }
  const next: CurrentMatch = {
    ...current,
    state: 'ended',
    added: null,
    score: fullTime,
    halfTime,
    goals: goals ?? [],
    resulted: true,
  }
  return { next, result: { kind: 'result', certainty, ...facts } }
}

/** The facts of a result that are there. */
function factsIn({ halfTime, fullTime, goals, periods, corners, cards }: Loose<ResultFacts>): Partial<ResultFacts> {
  return {
    ...(halfTime && { halfTime }),
    ...(fullTime && { fullTime }),
    ...(goals && { goals }),
    ...(periods && { periods }),
    ...(corners && { corners }),
    ...(cards && { cards }),
  }
}
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** A match that was not finished: what its facts decide stands. */
function applyUnfinished(
  { current, currentResult }: Before,
  message: Extract<StateMessage, { kind: 'unfinished' }>,
): AppliedMessage | undefined {
  const facts = factsIn(message)
  const same = currentResult?.kind === 'void_undecided' && isEqual({ ...facts, finished: false }, currentResult.result)
  if (same) return undefined
  const next: CurrentMatch = {
    ...current,
    state: 'abandoned',
    added: null,
    score: facts.fullTime ?? current.score,
    halfTime: facts.halfTime ?? null,
    goals: facts.goals ?? [],
    resulted: true,
  }
  return { next, result: { kind: 'void_undecided', certainty: 2, reason: message.reason, ...facts } }
}

function rollBack(
  { current, currentResult, at }: Before,
  of: 'result' | 'cancel' | 'either',
): AppliedMessage | undefined {
  if (!currentResult || currentResult.kind === 'rolled_back' || currentResult.kind === 'open') return undefined
  const wasCancelled = currentResult.kind === 'cancelled'
  if (of !== 'either' && wasCancelled !== (of === 'cancel')) return undefined
  const reopened: MatchStateName = current.startTime > at ? 'not_started' : 'interrupted'
  const state = wasCancelled || current.state === 'abandoned' ? reopened : current.state
  return { next: { ...current, state, resulted: false }, result: { kind: 'rolled_back', certainty: 2 } }
}

/** Closes an overdue match: decided markets settle by the last known score, undecided ones are void. */
export function closeUnfinished(current: CurrentMatch): AppliedMessage {
  const state = finalStates.includes(current.state) ? current.state : 'abandoned'
  const facts = {
    ...(current.halfTime && { halfTime: current.halfTime }),
    ...(current.score && { fullTime: current.score }),
    ...(current.goals.length > 0 && { goals: current.goals }),
    ...(current.periods.length > 0 && { periods: current.periods }),
    ...(current.corners && { corners: current.corners }),
    ...(current.yellows && { cards: cardsOf({ yellows: current.yellows, reds: current.reds }) }),
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
