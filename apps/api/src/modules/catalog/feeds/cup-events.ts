import { halvesOf, timedGoals, type TimedMatch } from './cup-clock.ts'
import { tally } from './openfootball.ts'
import type { FeedEvent } from './port.ts'

/** An event with the real minutes since kick-off at which the feed reports it. */
export type TimedEvent = { readonly at: number; readonly event: FeedEvent }

/**
 * All events of a match in regular time, in order: goals with their scorers, awarded penalties, and the starts and ends of the halves.
 * Repeated calls return the same event ids.
 */
export function eventsOf(match: TimedMatch): TimedEvent[] {
  const { firstEnds, secondBegins, secondEnds } = halvesOf(match)
  const goals = timedGoals(match)
  const whistles: TimedEvent[] = [
    { at: 0, event: { eventId: 'kick_off', type: 'kick_off', minute: 1 } },
    { at: firstEnds, event: { eventId: 'half_time', type: 'half_time', minute: 45 } },
    { at: secondBegins, event: { eventId: 'second_half', type: 'second_half', minute: 46 } },
    { at: secondEnds, event: { eventId: 'full_time', type: 'full_time', minute: 90 } },
  ]
  const scored = goals.flatMap(({ kind, side, player, minute, added, stopsAt, shownAt }, n): TimedEvent[] => {
    const at = { side, minute, ...(added > 0 && { added }) }
    const award: TimedEvent = { at: stopsAt, event: { eventId: `penalty:${n + 1}`, type: 'penalty_awarded', ...at } }
    const score = tally(goals.slice(0, n + 1))
    const goal: TimedEvent = {
      at: shownAt,
      event: { eventId: `goal:${n + 1}`, type: kind, ...at, ...(player && { player }), score },
    }
    return kind === 'penalty_scored' ? [award, goal] : [goal]
  })
  return [...whistles, ...scored].toSorted((a, b) => a.at - b.at)
}

/** The events of a match after one time, up to and including another. */
export function eventsBetween(match: TimedMatch, after: number, until: number): FeedEvent[] {
  return eventsOf(match).flatMap(({ at, event }) => (at > after && at <= until ? [event] : []))
}
