import type { Side } from '../result.ts'

/**
 * The types of match events. The side of an event is the side that it counts for: that of an own goal is the side that gets the goal. A
 * goal from a penalty is `penalty_scored`. `injury_time` announces its minutes in `added`.
 */
export const eventTypes = [
  'kick_off',
  'goal',
  'own_goal',
  'penalty_awarded',
  'penalty_scored',
  'penalty_missed',
  'yellow_card',
  'red_card',
  'corner',
  'substitution',
  'video_check',
  'video_overturned',
  'half_time',
  'second_half',
  'injury_time',
  'full_time',
  'interrupted',
  'resumed',
  'abandoned',
  'postponed',
] as const
export type EventType = (typeof eventTypes)[number]

/** Why a match accepts no bets, as shown to bettors. */
export const suspensionReasons = [
  'goal',
  'penalty',
  'red_card',
  'video_check',
  'silent_feed',
  'started_early',
  'interrupted',
  'operator',
  'other',
] as const
export type SuspensionReason = (typeof suspensionReasons)[number]

const suspends: Readonly<Partial<Record<EventType, SuspensionReason>>> = {
  goal: 'goal',
  own_goal: 'goal',
  penalty_awarded: 'penalty',
  penalty_scored: 'goal',
  penalty_missed: 'penalty',
  red_card: 'red_card',
  video_check: 'video_check',
  video_overturned: 'video_check',
  interrupted: 'interrupted',
  abandoned: 'interrupted',
}

/** The reason why an event of this type suspends betting until the feed reopens it; undefined if it does not. */
export const suspensionOf = (type: EventType): SuspensionReason | undefined => suspends[type]

const goals: ReadonlySet<EventType> = new Set<EventType>(['goal', 'own_goal', 'penalty_scored'])

/** Whether an event of this type is a goal for its side. */
export const isGoal = (type: EventType): boolean => goals.has(type)

/** The type and time of an event; "45+2" is minute 45 with 2 added. `side` is the side that it counts for. */
export type EventTime = {
  readonly type: EventType
  readonly minute?: number | undefined
  readonly added?: number | undefined
  readonly side?: Side | undefined
}

/** Events that end a minute: they sort after all other events of the minute and its injury time. */
const endsMinute: ReadonlySet<EventType> = new Set<EventType>(['half_time', 'full_time', 'abandoned'])
const addedMax = 99
/** The number of events of a match that their order key can distinguish. */
export const eventsPerMatch = 400

/**
 * A number that sorts the events of a match in the order in which they happened, even if they were reported late: by minute, injury time,
 * and then the order of the reports. `place` counts the reported events of the match from 0. `minuteNow` replaces an unknown minute.
 */
export function eventOrder(
  { type, minute, added = 0 }: EventTime,
  { place, minuteNow }: { place: number; minuteNow: number },
): number {
  const within = endsMinute.has(type) ? addedMax : type === 'injury_time' ? 0 : Math.min(added, addedMax)
  return ((minute ?? minuteNow) * (addedMax + 1) + within) * eventsPerMatch + Math.min(place, eventsPerMatch - 1)
}
