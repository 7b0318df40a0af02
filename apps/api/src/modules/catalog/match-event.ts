import { eventOrder, eventsPerMatch, suspensionOf, type EventType } from '@nare/bets/grading/events'
import type { FeedEvent, MatchMessage } from './feeds/port.ts'

/**
 * The current version of an event. `event` is undefined if the event was retracted before it was reported. `n` is its place in the order of
 * events.
 */
export type StoredEvent = {
  readonly eventId: string
  readonly version: number
  readonly n: number
  readonly event: Omit<FeedEvent, 'eventId'> | undefined
  readonly takenBackAt: Date | undefined
  readonly at: Date
}

export type EventMessage = Extract<MatchMessage, { kind: 'event' | 'take_back' }>

/**
 * The largest values that the columns of `catalog.match_event` accept. A larger value is dropped, so that it does not fail the whole batch,
 * above all a suspension.
 */
const columnMax = { eventId: 64, minute: 400, added: 99, player: 80, score: 999 } as const

const isWithin = (value: number | undefined, limit: number): boolean =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= limit

/** Drops the facts of an event that are out of range. */
function withinColumns({ minute, added, player, score, ...event }: FeedEvent): FeedEvent {
  const isScore = isWithin(score?.home, columnMax.score) && isWithin(score?.away, columnMax.score)
  return {
    ...event,
    ...(minute !== undefined && isWithin(minute, columnMax.minute) && { minute }),
    ...(added !== undefined && isWithin(added, columnMax.added) && { added }),
    ...(player !== undefined && { player: [...player].slice(0, columnMax.player).join('') }),
    ...(score && isScore && { score }),
  }
}

/** The maximum number of versions of one event. Further corrections are ignored. */
const versionsMax = 50

/** The stored state when a message about an event arrives. `events` is the number of events of the match. */
type Known = {
  readonly stored: StoredEvent | undefined
  readonly events: number
  readonly minuteNow: number
  readonly at: Date
}

/**
 * The next version of an event; undefined if the message changes nothing, is older than the stored version, or exceeds a limit. A
 * retraction wins over a report of the same time, so that a duplicate report does not restore the event.
 */
export function nextEvent(message: EventMessage, { stored, events, minuteNow, at }: Known): StoredEvent | undefined {
  if (stored ? stored.version >= versionsMax : events >= eventsPerMatch) return undefined
  const idLength = (message.kind === 'event' ? message.event.eventId : message.eventId).length
  if (idLength === 0 || idLength > columnMax.eventId) return undefined
  const version = (stored?.version ?? 0) + 1
  const place = stored ? stored.n % eventsPerMatch : events
  if (message.kind === 'take_back') {
    if (stored && (stored.takenBackAt || at < stored.at)) return undefined
    return { eventId: message.eventId, version, n: stored?.n ?? place, event: stored?.event, takenBackAt: at, at }
  }
  const { eventId, ...event } = withinColumns(message.event)
  const next = { eventId, version, n: eventOrder(event, { place, minuteNow }), event }
  if (!stored) return { ...next, takenBackAt: undefined, at }
  const { takenBackAt } = stored
  // The first report of an event that is already retracted is shown as retracted.
  if (takenBackAt && !stored.event && at <= takenBackAt) return { ...next, takenBackAt, at: stored.at }
  if (at < stored.at || (takenBackAt && at <= takenBackAt)) return undefined
  return !takenBackAt && isSame(stored.event, event) ? undefined : { ...next, takenBackAt: undefined, at }
}

/**
 * The event type of a version that may suspend betting: a new, restored or retracted event, or one with another type or side. Undefined if
 * only facts such as the minute or the player changed.
 */
export function newsOf(before: StoredEvent | undefined, after: StoredEvent): EventType | undefined {
  const counts = (one: StoredEvent | undefined) => (one?.takenBackAt ? undefined : one?.event)
  const [was, is] = [counts(before), counts(after)]
  if (was?.type === is?.type && was?.side === is?.side) return undefined
  return is && suspensionOf(is.type) ? is.type : (was ?? is)?.type
}

function isSame(one: StoredEvent['event'], other: Omit<FeedEvent, 'eventId'>): boolean {
  const facts = (event: Omit<FeedEvent, 'eventId'>) => {
    const { type, minute, added, side, player, score } = event
    return JSON.stringify([type, minute, added, side, player, score && [score.home, score.away]])
  }
  return one !== undefined && facts(one) === facts(other)
}
