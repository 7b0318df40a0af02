import type { EventState } from '@nare/contract/match-events'

export type Sides = { home: number; away: number }
/** A row of the timeline: one event, or all corners between two other events. */
export type TimelineRow = { kind: 'event'; event: EventState } | ({ kind: 'corners'; key: string } & Sides)

/** The rows of the timeline in order. Consecutive corners share one row; cancelled corners are left out. */
export function timelineRows(events: readonly EventState[]): TimelineRow[] {
  const rows: TimelineRow[] = []
  for (const event of events) {
    if (event.type !== 'corner') {
      rows.push({ kind: 'event', event })
      continue
    }
    if (event.taken_back) continue
    const last = rows.at(-1)
    const corners =
      last?.kind === 'corners' ? last : { kind: 'corners' as const, key: event.event_id, home: 0, away: 0 }
    if (corners !== last) rows.push(corners)
    if (event.side) corners[event.side]++
  }
  return rows
}

const told: ReadonlySet<EventState['type']> = new Set([
  'goal',
  'own_goal',
  'penalty_scored',
  'penalty_missed',
  'yellow_card',
  'red_card',
])

/** The last goal, missed penalty or card of a side. */
export const lastOf = (events: readonly EventState[], side: 'home' | 'away'): EventState | undefined =>
  events.findLast((event) => event.side === side && told.has(event.type) && !event.taken_back)

export type Statistics = { corners?: Sides; yellows?: Sides; reds?: Sides }

/**
 * The corner and card counts of a match. A feed without corners so far may send none at all, so that count is absent until the first
 * corner, and likewise for cards.
 */
export function statisticsOf(events: readonly EventState[]): Statistics {
  const count = (type: EventState['type']): Sides => {
    const counted = events.filter((event) => event.type === type && !event.taken_back)
    const of = (side: 'home' | 'away'): number => counted.filter((event) => event.side === side).length
    return { home: of('home'), away: of('away') }
  }
  const sends = (...types: EventState['type'][]): boolean => events.some(({ type }) => types.includes(type))
  return {
    ...(sends('corner') && { corners: count('corner') }),
    ...(sends('yellow_card', 'red_card') && { yellows: count('yellow_card'), reds: count('red_card') }),
  }
}

/**
 * Merges the loaded events with their newest live states, by id. An event that was not loaded is inserted after the events of its
 * minute, so that a late event has its place by minute.
 */
export function mergeEvents(
  read: readonly EventState[],
  states: readonly (readonly [id: string, state: unknown])[],
): EventState[] {
  const now = new Map(states as readonly (readonly [string, EventState])[])
  const merged = read.map((event) => now.get(event.event_id) ?? event)
  const known = new Set(read.map(({ event_id }) => event_id))
  for (const [id, event] of now) {
    if (known.has(id)) continue
    const later = merged.findLastIndex((earlier) => !isAfter(earlier, event))
    merged.splice(later + 1, 0, event)
  }
  return merged
}

const endsMinute: ReadonlySet<EventState['type']> = new Set(['half_time', 'full_time'])

/** True if an event is later than another by minute. A whistle ends its minute. An event without a minute keeps its reported place. */
function isAfter(event: EventState, other: EventState): boolean {
  if (event.minute === undefined || other.minute === undefined) return false
  if (event.minute === other.minute && endsMinute.has(event.type)) return true
  return event.minute === other.minute ? (event.added ?? 0) > (other.added ?? 0) : event.minute > other.minute
}

/** The time for which a list shows the last event. */
const shownMs = 8_000

/** The remaining time for which an event is shown; zero for an older event. */
export const leftMs = (at: string, nowMs: number): number =>
  Math.min(shownMs, Math.max(0, Date.parse(at) + shownMs - nowMs))
