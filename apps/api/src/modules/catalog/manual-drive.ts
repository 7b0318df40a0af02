import { isGoal, suspensionOf, type EventType } from '@nare/bets/grading/events'
import { market } from '@nare/bets/markets/markets'
import type { Score, Side } from '@nare/bets/result'
import { sportOf } from '@nare/bets/markets/sports'
import type { MatchEventState } from '@nare/contract/live'
import type { Received } from '@nare/contract/route'
import type { sandbox as calls } from '@nare/contract/sandbox'
import type { FeedEvent, LinePrices, MatchMessage, ScoreChange } from './feeds/port.ts'
import { inPlayLines, type Basis } from './pricing.ts'
import type { ManualMatch } from './store-feed.ts'
import { toPrices, type LineRow } from './store-lines.ts'

/** A match that is driven by hand, with its stored lines. */
export type DrivenMatch = Omit<ManualMatch, 'model'> & { id: number; model: Basis | undefined; lines: LineRow[] }

export type Drive = Received<typeof calls.driveMatch>

/**
 * The facts of a call that are derived from the stored match: the given prices as lines, the id of the reported event, and the event to
 * retract.
 */
type DriveFacts = {
  readonly priced: readonly LinePrices[]
  readonly eventId: string
  readonly takenBack: MatchEventState | undefined
}

const eventTypeOf = (name: NonNullable<Drive['event']>): EventType =>
  name === 'penalty' ? 'penalty_awarded' : name === 'var' ? 'video_check' : name

/**
 * The messages for one change. An event changes score, cards, corners and state as in a real match, unless the call gives them. A goal,
 * card, penalty or review suspends the match until `suspend: false`.
 */
export function drive(match: DrivenMatch, input: Drive, { priced, eventId, takenBack }: DriveFacts): MatchMessage[] {
  const type = input.event === undefined ? undefined : eventTypeOf(input.event)
  const isLate = type !== undefined && input.minute !== undefined && input.minute < (match.minute ?? 0)
  const change: ScoreChange = {
    ...(type && changeOf(match, { type, side: input.side }, 1)),
    ...(takenBack && changeOf(match, takenBack, -1)),
    ...(input.state !== undefined && input.state !== 'cancelled' && { state: input.state }),
    ...(input.minute !== undefined && !isLate && { minute: input.minute }),
    ...(input.added !== undefined && !isLate && { added: input.added }),
    ...(input.score !== undefined && { score: readScore(input.score) }),
    ...(input.start_time !== undefined && { startTime: new Date(input.start_time) }),
  }
  const begins = change.state === 'live' && !match.score && !change.score
  const score = begins ? { home: 0, away: 0 } : change.score
  const { minute } = change
  const derived = { ...derivedFacts(match, { score, minute }), ...(type === 'half_time' && halfTimeOf(match, score)) }
  const hasChange = Object.keys(change).length > 0
  const suspends = type !== undefined && suspensionOf(type) !== undefined
  const messages: MatchMessage[] = []
  if (suspends || input.suspend === true) messages.push({ kind: 'stop', reason: stopReason(type) })
  if (takenBack) messages.push({ kind: 'take_back', eventId: takenBack.event_id })
  if (type) messages.push({ kind: 'event', event: eventOf(match, input, { type, eventId, score }) })
  if (input.state === 'cancelled') messages.push({ kind: 'cancel', reason: 'manual' })
  else if (hasChange) {
    const reason = input.event === undefined ? {} : { reason: input.event }
    messages.push({ kind: 'score', ...change, ...(score && { score }), ...derived, ...reason })
  }
  const moves = change.score || minute !== undefined
  const lines = [...(moves ? afterChange(match, { score, minute, ...derived }) : []), ...priced]
  if (lines.length > 0) messages.push({ kind: 'price', lines })
  if (input.suspend === false) messages.push({ kind: 'reopen' })
  return messages
}

const stopReason = (type: EventType | undefined): string => (type && suspensionOf(type)) ?? 'manual'

const halfTimeOf = (match: DrivenMatch, score: Score | undefined): { halfTime: Score } => ({
  halfTime: score ?? match.score ?? { home: 0, away: 0 },
})

function eventOf(
  match: DrivenMatch,
  input: Drive,
  { type, eventId, score }: { type: EventType; eventId: string; score: Score | undefined },
): FeedEvent {
  const minute = input.minute ?? changeOf(match, { type }, 1).minute ?? match.minute ?? undefined
  const side = input.side ?? (isGoal(type) && score ? scorer(match.score, score) : undefined)
  return {
    eventId,
    type,
    ...(minute !== undefined && { minute }),
    ...(input.added !== undefined && { added: input.added }),
    ...(side && { side }),
    ...(input.player !== undefined && { player: input.player }),
    ...(isGoal(type) && score && { score }),
  }
}

/** The side whose score grew, if only one did. */
function scorer(before: Score | null, after: Score): Side | undefined {
  const more = { home: after.home > (before?.home ?? 0), away: after.away > (before?.away ?? 0) }
  return more.home === more.away ? undefined : more.home ? 'home' : 'away'
}

/** The change of the match by an event (`by` 1), or by its retraction (`by` -1). */
function changeOf(
  match: DrivenMatch,
  { type, side }: { type: EventType; side?: Side | undefined },
  by: 1 | -1,
): ScoreChange {
  const moved = (of: Score | null): Score => {
    const { home, away } = of ?? { home: 0, away: 0 }
    return {
      home: Math.max(0, home + (side === 'home' ? by : 0)),
      away: Math.max(0, away + (side === 'away' ? by : 0)),
    }
  }
  if (side && isGoal(type)) return { score: moved(match.score) }
  if (side && type === 'corner') return { corners: moved(match.corners) }
  if (side && type === 'yellow_card') return { yellows: moved(match.yellows) }
  if (side && type === 'red_card') return { reds: moved(match.reds) }
  return by === 1 ? (states[type] ?? {}) : {}
}

const states: Readonly<Partial<Record<EventType, ScoreChange>>> = {
  kick_off: { state: 'live', minute: 0 },
  half_time: { minute: 45 },
  second_half: { minute: 46 },
  interrupted: { state: 'interrupted' },
  resumed: { state: 'live' },
  abandoned: { state: 'abandoned' },
  postponed: { state: 'postponed' },
}

/** Parses "2:1". */
export function readScore(text: string): Score {
  const [home = 0, away = 0] = text.split(':').map(Number)
  return { home, away }
}

type ScoreUpdate = { score: Score | undefined; minute: number | undefined }

const firstHalfEnds = 45

/**
 * Facts that follow from a change of score or minute: the order of goals, if unambiguous, and the half-time score, if the second
 * half begins without a new goal.
 */
function derivedFacts(
  match: DrivenMatch,
  { score, minute }: ScoreUpdate,
): { goals?: readonly Side[]; halfTime?: Score } {
  if (sportOf(match.sportId) !== 'soccer') return {}
  const before = match.score ?? { home: 0, away: 0 }
  const goals = score && goalsAfter(match.goals, before, score)
  const isSecondHalfStart = (minute ?? 0) > firstHalfEnds && (match.minute ?? 0) <= firstHalfEnds
  const isSameScore = !score || (score.home === before.home && score.away === before.away)
  return { ...(goals && { goals }), ...(isSecondHalfStart && isSameScore && !match.halfTime && { halfTime: before }) }
}

/** The order of goals after a change of score; empty if the order is ambiguous. */
function goalsAfter(goals: readonly Side[], before: Score, score: Score): readonly Side[] {
  const of = (side: Side) => goals.filter((one) => one === side).length
  const more = { home: score.home - before.home, away: score.away - before.away }
  const isComplete = of('home') === before.home && of('away') === before.away
  if (!isComplete || more.home < 0 || more.away < 0 || (more.home > 0 && more.away > 0)) return []
  const side = more.home > 0 ? 'home' : 'away'
  return [...goals, ...Array.from({ length: more.home + more.away }, () => side as Side)]
}

/**
 * The lines that follow from a change: the next goal is added, and markets that compare the halves close after the first, because no price
 * of theirs follows from its score. Other prices stay unchanged.
 */
function afterChange(match: DrivenMatch, change: ScoreUpdate & { halfTime?: Score }): LinePrices[] {
  if (sportOf(match.sportId) !== 'soccer') return []
  const minute = change.minute ?? match.minute ?? 1
  const stored = match.lines.map(toPrices)
  const closed = minute > firstHalfEnds ? stored.filter(comparesHalves) : []
  const lines = closed.map((one): LinePrices => ({ ...one, state: 'closed' }))
  if (!change.score || !match.model || 'ratings' in match.model) return lines
  const halfTime = change.halfTime ?? match.halfTime
  const moment = { score: change.score, minute, ...(halfTime && { halfTime }) }
  const existing = new Set(stored.map((one) => `${one.marketId}|${one.line}`))
  const next = inPlayLines(match.model, moment, { markets: ['8'] }).filter(
    (one) => !existing.has(`${one.marketId}|${one.line}`),
  )
  return [...lines, ...next]
}

const comparesHalves = ({ marketId }: LinePrices): boolean => market(marketId)?.needs === 'halves'
