import { eventOrder, eventsPerMatch } from '@nare/bets/events'
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

/** The most versions of one event: a source that goes on correcting it is not followed any further. */
const versionsMost = 50

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
  if (stored ? stored.version >= versionsMost : events >= eventsPerMatch) return undefined
  const version = (stored?.version ?? 0) + 1
  const place = stored ? stored.n % eventsPerMatch : events
  if (message.kind === 'take_back') {
    if (stored && (stored.takenBackAt || at < stored.at)) return undefined
    return { eventId: message.eventId, version, n: stored?.n ?? place, event: stored?.event, takenBackAt: at, at }
  }
  const { eventId, ...event } = message.event
  const next = { eventId, version, n: eventOrder(event, { place, minuteNow }), event }
  if (!stored) return { ...next, takenBackAt: undefined, at }
  const { takenBackAt } = stored
  // The first report of an event that was taken back already is shown as taken back.
  if (takenBackAt && !stored.event && at <= takenBackAt) return { ...next, takenBackAt, at: stored.at }
  if (at < stored.at || (takenBackAt && at <= takenBackAt)) return undefined
  return !takenBackAt && isSame(stored.event, event) ? undefined : { ...next, takenBackAt: undefined, at }
}

function isSame(one: StoredEvent['event'], other: Omit<FeedEvent, 'eventId'>): boolean {
  const facts = (event: Omit<FeedEvent, 'eventId'>) => {
    const { type, minute, added, side, player, score } = event
    return JSON.stringify([type, minute, added, side, player, score && [score.home, score.away]])
  }
  return one !== undefined && facts(one) === facts(other)
}
