import type { Score, Side } from '@nare/bets/result'
import type { MatchMessage } from './port.ts'
import type { Chance } from './soccer-simulation.ts'

/** A message with the time at which the feed received its content. */
export type Timed = MatchMessage & { readonly at: Date }
type EventMessage = Extract<MatchMessage, { kind: 'event' }>

/** The rates of faults among events that do not suspend betting, by type of fault. */
const shares = { late: 0.06, doubled: 0.04, wrongMinute: 0.03, invented: 0.02 }
/** The range of delays of late messages, second copies, corrections and retractions. */
const waitMs = { least: 20_000, most: 100_000 }
const mayFail: ReadonlySet<string> = new Set(['corner', 'yellow_card', 'substitution'])

type Delayed = { readonly dueMs: number; readonly message: Timed; readonly invented?: Side }

/**
 * Simulates the faults of a real feed: events that arrive late and so after newer ones, events that arrive twice, wrong minutes that are
 * corrected, and corners that never happened and are retracted later. Every choice is drawn from `chance`. Delayed messages are lost at a
 * restart.
 */
export function openEventFaults({ chance, speed }: { chance: Chance; speed: number }) {
  const delayed = new Map<number, Delayed[]>()

  function hold(matchId: number, message: Timed, invented?: Side): void {
    const afterMs = (waitMs.least + chance() * (waitMs.most - waitMs.least)) / speed
    const one = { dueMs: message.at.getTime() + afterMs, message, ...(invented && { invented }) }
    delayed.set(matchId, [...(delayed.get(matchId) ?? []), one])
  }

  /** Returns the messages to send now for an event of time `at`, and delays the others. */
  function send(matchId: number, message: EventMessage, at: Date): Timed[] {
    const now = { ...message, at }
    const { type, minute = 0, side } = message.event
    if (!mayFail.has(type)) return [now]
    const { late, doubled, wrongMinute, invented } = shares
    const drawn = chance()
    if (drawn < late) {
      hold(matchId, now)
      return []
    }
    if (drawn < late + doubled) {
      hold(matchId, now)
      return [now]
    }
    if (drawn < late + doubled + wrongMinute && minute > 1) {
      // The correction is a later message about the same event.
      hold(matchId, { ...now, at: new Date(at.getTime() + 1) })
      return [{ ...now, event: { ...message.event, minute: minute - 1 } }]
    }
    if (type !== 'corner' || side === undefined || drawn < 1 - invented) return [now]
    const eventId = `${message.event.eventId}.x`
    hold(matchId, { kind: 'take_back', eventId, at }, side)
    return [now, { ...now, event: { ...message.event, eventId } }]
  }

  return {
    send,
    /** The delayed messages of a match that are due; all of them once the match is over. */
    due(matchId: number, { now, isOver }: { now: Date; isOver: boolean }): Timed[] {
      const all = delayed.get(matchId) ?? []
      const due = all.filter(({ dueMs }) => isOver || dueMs <= now.getTime())
      const left = all.filter((one) => !due.includes(one))
      if (left.length > 0) delayed.set(matchId, left)
      else delayed.delete(matchId)
      return due.map(({ message }) => (message.kind === 'take_back' ? { ...message, at: now } : message))
    },
    /** The invented corners that the feed has reported and will retract. */
    invented(matchId: number): Score {
      const of = (side: Side) => (delayed.get(matchId) ?? []).filter((one) => one.invented === side).length
      return { home: of('home'), away: of('away') }
    },
  }
}
