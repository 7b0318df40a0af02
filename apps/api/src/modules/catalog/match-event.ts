import { eventOrder, eventsPerMatch, suspensionOf, type EventType } from '@nare/bets/events'
import type { FeedEvent, MatchMessage } from './feeds/port.ts'

/** An event as it is now. `event` is absent where it was taken back before it was reported. */
export type StoredEvent = {
  readonly eventId: string
  readonly version: number
  readonly n: number
  readonly event: Omit<FeedEvent, 'eventId'> | undefined
  readonly takenBackAt: Date | undefined
  readonly at: Date
}

export type EventMessage = Extract<MatchMessage, { kind: 'event' | 'take_back' }>

/** What `catalog.match_event` can hold. A fact beyond it is left out, so that the rest of its batch, above all a stop, still counts. */
const most = { eventId: 64, minute: 400, added: 99, player: 80, score: 999 } as const

const isWithin = (value: number | undefined, limit: number): boolean =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= limit

/** An event without the facts that are out of bounds. */
function bounded({ minute, added, player, score, ...event }: FeedEvent): FeedEvent {
  const isScore = isWithin(score?.home, most.score) && isWithin(score?.away, most.score)
  return {
    ...event,
    ...(minute !== undefined && isWithin(minute, most.minute) && { minute }),
    ...(added !== undefined && isWithin(added, most.added) && { added }),
    ...(player !== undefined && { player: [...player].slice(0, most.player).join('') }),
    ...(score && isScore && { score }),
  }
}

/** The most versions of one event: a source that goes on correcting it is not followed any further. */
const versionsMax = 50

/** What is known when a message on an event arrives. `events` counts the events of the match. */
type Known = {
  readonly stored: StoredEvent | undefined
  readonly events: number
  readonly minuteNow: number
  readonly at: Date
}

/**
 * The next version of an event; undefined if the message changes nothing, is older than what is known of this event, or exceeds the
 * bounds. Taking back wins over a report of the same time, so that a doubled report does not bring the event back.
 */
export function nextEvent(message: EventMessage, { stored, events, minuteNow, at }: Known): StoredEvent | undefined {
  if (stored ? stored.version >= versionsMax : events >= eventsPerMatch) return undefined
  const idLength = (message.kind === 'event' ? message.event.eventId : message.eventId).length
  if (idLength === 0 || idLength > most.eventId) return undefined
  const version = (stored?.version ?? 0) + 1
  const place = stored ? stored.n % eventsPerMatch : events
  if (message.kind === 'take_back') {
    if (stored && (stored.takenBackAt || at < stored.at)) return undefined
    return { eventId: message.eventId, version, n: stored?.n ?? place, event: stored?.event, takenBackAt: at, at }
  }
  const { eventId, ...event } = bounded(message.event)
  const next = { eventId, version, n: eventOrder(event, { place, minuteNow }), event }
  if (!stored) return { ...next, takenBackAt: undefined, at }
  const { takenBackAt } = stored
  // The first report of an event that was taken back already is shown as taken back.
  if (takenBackAt && !stored.event && at <= takenBackAt) return { ...next, takenBackAt, at: stored.at }
  if (at < stored.at || (takenBackAt && at <= takenBackAt)) return undefined
  return !takenBackAt && isSame(stored.event, event) ? undefined : { ...next, takenBackAt: undefined, at }
}

/**
 * The type by which a version may suspend bets: it reports, brings or takes away something that counts, or gives it to another side. A
 * corrected minute or player is no news.
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
