import type { Margins } from '@nare/odds/margins'
import { suspensionOf } from '@nare/bets/grading/events'
import { cardsOf, plus, type Score, type Side } from '@nare/bets/result'
import type { Db } from '#platform/db'
import { inPlayLines, modelOf, type SoccerBasis } from '../pricing.ts'
import { shownEvents } from '../store-events.ts'
import type { RunningMatch } from '../store-feed.ts'
import { openEventFaults, type Timed } from './event-faults.ts'
import type { FeedEvent, MatchMessage } from './port.ts'
import {
  isUsuallyGoal,
  playUntil,
  without,
  type Happening,
  type OpenQuestion,
  type PlayProgress,
} from './soccer-events.ts'
import { clockAt, injuryTime, type Chance, type MatchClock } from './soccer-simulation.ts'

type Deps = { readonly db: Db; readonly speed: number; readonly chance: Chance }
type Step = {
  readonly now: number
  readonly elapsed: number
  readonly basis: SoccerBasis
  readonly margins?: Margins | undefined
}

const suspensionMs = 6_000
/** The durations of a penalty, a review and an interruption. */
const takesMs = { penalty: 50_000, video_check: 75_000, interrupted: 180_000 }
/** A penalty or review is left open only while the feed follows the match minute by minute. */
const followedMinutes = 3
/** The chances that a minute is interrupted, that an interruption ends the match, and that a match is postponed at its kick-off. */
const rare = { interrupted: 1 / 36_000, abandoned: 1 / 8, postponed: 1 / 2_000 }

const none: Score = { home: 0, away: 0 }

/** The kind of question that the last event of a match left open; undefined if there is none. */
function openKind({ suspended, suspendedFor, lastEvent }: RunningMatch): OpenQuestion['kind'] | undefined {
  if (!suspended) return undefined
  if (suspendedFor === 'penalty' && lastEvent?.type === 'penalty_awarded') return 'penalty'
  return suspendedFor === 'video_check' && lastEvent?.type === 'video_check' ? 'video_check' : undefined
}

/**
 * Plays the soccer matches of the simulated feed. An open question is read from the last stored event of a match, so a restart does not
 * lose it. Only its outcome is drawn again, with the average chance of all matches.
 */
export function openSoccerPlay({ db, speed, chance }: Deps) {
  const stoppedAt = new Map<number, number>()
  const questions = new Map<number, OpenQuestion>()
  const faults = openEventFaults({ chance, speed })
  /** Matches whose time is over but that need one more step before their result. */
  const ending = new Set<number>()

  /** The messages that are due for a match in progress. */
  async function step(match: RunningMatch, { now, elapsed, basis, margins }: Step): Promise<Timed[]> {
    const clock = clockAt(elapsed)
    const at = new Date(now)
    const invented = faults.invented(match.id)
    const late = faults.due(match.id, { now: at, isOver: clock.over })
    const stillInvented = faults.invented(match.id)
    const taken = less(invented, stillInvented)
    if (taken.home + taken.away > 0) late.push({ kind: 'score', corners: less(match.corners ?? none, taken), at })
    const timed = (messages: readonly MatchMessage[]) => [
      ...late,
      ...messages.map((message): Timed => ({ ...message, at })),
    ]
    const isWaiting = (ms: number) => now - Date.parse(match.lastEvent?.at ?? '') < ms / speed && !clock.over
    const kind = openKind(match)
    if (clock.over && (kind || match.state === 'interrupted')) ending.add(match.id)
    if (match.state === 'interrupted') return isWaiting(takesMs.interrupted) ? late : timed(resume(match, now))
    if (kind) return isWaiting(takesMs[kind]) ? late : timed(await answer(match, kind, { now, basis, margins }))
    const counted = { ...match, corners: less(match.corners ?? none, invented) }
    const played = play(counted, { now, clock, basis, margins })
    const shown = (corners: Score) => plus(corners, faults.invented(match.id))
    const withInvented = played.map((message): Timed =>
      message.kind === 'score' && message.corners ? { ...message, corners: shown(message.corners) } : message,
    )
    return [...late, ...withInvented]
  }

  function play(
    match: RunningMatch & { corners: Score },
    { now, clock, basis, margins }: Omit<Step, 'elapsed'> & { clock: MatchClock },
  ): Timed[] {
    const { minute, added, firstOver, over } = clock
    const at = new Date(now)
    const whistles = whistlesOf(match, clock)
    const isFollowed = !over && minute - match.minute <= followedMinutes
    if (isFollowed && match.state === 'not_started' && chance() < rare.postponed) return ends('postponed', at)
    const from: PlayProgress = {
      minute: match.minute,
      score: match.score,
      reds: match.reds,
      halfTime: match.halfTime,
      goals: match.goals,
      corners: match.corners,
      yellows: match.yellows ?? none,
      substitutions: match.substitutions,
    }
    const to = over ? 90 : minute
    const mayPause = isFollowed && whistles.length === 0
    const { progress, happenings, question } = playUntil(modelOf(basis), from, { to, chance, mayPause })
    if (mayPause && happenings.length === 0 && chance() < rare.interrupted * (to - match.minute)) {
      return ends('interrupted', at)
    }
    const halfTime = progress.halfTime ?? (firstOver && !question ? progress.score : undefined)
    const { score, goals, reds, corners, yellows } = progress
    const facts = { score, goals, reds, corners, yellows, ...(halfTime && { halfTime }) }
    const sent = inOrder(happenings, whistles).flatMap((one, n) => report(match, one, { n, clock, at }))
    if (over) {
      stoppedAt.delete(match.id)
      questions.delete(match.id)
      const cards = cardsOf({ yellows, reds })
      return [
        ...sent,
        ...faults.due(match.id, { now: at, isOver: true }),
        { kind: 'score', state: 'live', minute: 90, ...facts, at },
        { kind: 'result', certainty: 1, halfTime: halfTime ?? score, fullTime: score, goals, corners, cards, at },
      ]
    }
    if (question) questions.set(match.id, question)
    const isStopped = happenings.some(({ type }) => suspensionOf(type) !== undefined)
    if (isStopped) stoppedAt.set(match.id, now)
    const isNew = match.state !== 'live' || minute !== match.minute || added !== match.added || sent.length > 0
    const messages: Timed[] = [...sent]
    if (isNew) {
      messages.push({ kind: 'score', state: 'live', minute, ...(added && { added }), ...facts, at })
      messages.push({
        kind: 'price',
        lines: linesAt({ basis, margins }, { ...progress, minute, halfTime }),
        whole: true,
        at,
      })
    }
    const mayReopen = now - (stoppedAt.get(match.id) ?? 0) >= suspensionMs / Math.sqrt(speed)
    if (match.suspended && !isStopped && mayReopen) messages.push({ kind: 'reopen', at })
    return messages
  }

  /** The messages for an event, with the faults of the feed. A goal that is overturned in the same step is retracted in the same batch. */
  function report(match: RunningMatch, one: Happening, about: { n: number; clock: MatchClock; at: Date }): Timed[] {
    const { n, clock, at } = about
    const { undone, ...happening } = one
    const added = happening.added ?? (happening.minute === clock.minute ? clock.added : undefined)
    const event: FeedEvent = { eventId: newId(match, n), ...happening, ...(added !== undefined && { added }) }
    const sent = faults.send(match.id, { kind: 'event', event }, at)
    return undone ? [...sent, { kind: 'take_back', eventId: event.eventId, at }] : sent
  }

  const newId = (match: RunningMatch, n: number): string =>
    `${match.minute}-${n}-${Math.floor(chance() * 36 ** 5).toString(36)}`

  /** Ends an open penalty or review. */
  async function answer(
    match: RunningMatch,
    kind: OpenQuestion['kind'],
    { now, basis, margins }: Pick<Step, 'now' | 'basis' | 'margins'>,
  ): Promise<MatchMessage[]> {
    const isGoal = questions.get(match.id)?.isGoal ?? isUsuallyGoal(kind, chance)
    questions.delete(match.id)
    stoppedAt.set(match.id, now)
    const { minute, added, lastEvent } = match
    const side: Side = lastEvent?.side ?? 'home'
    const event = (type: FeedEvent['type'], score?: Score): MatchMessage => ({
      kind: 'event',
      event: {
        eventId: newId(match, 0),
        type,
        minute,
        ...(added !== undefined && { added }),
        side,
        ...(score && { score }),
      },
    })
    const shown = (score: Score, goals: readonly Side[]): MatchMessage[] => [
      { kind: 'score', score, goals },
      { kind: 'price', lines: linesAt({ basis, margins }, { ...match, score }), whole: true },
    ]
    if (kind === 'penalty' && !isGoal) return [event('penalty_missed')]
    if (kind === 'penalty') {
      const score = plus(match.score, one(side))
      return [event('penalty_scored', score), ...shown(score, [...match.goals, side])]
    }
    if (isGoal) return [...shown(match.score, match.goals), { kind: 'reopen' }]
    const events = await shownEvents(db, [match.id])
    const goal = events.findLast(({ state }) => state.type === 'goal' && state.side === side && !state.taken_back)
    const score = less(match.score, one(side))
    const taken: MatchMessage[] = goal ? [{ kind: 'take_back', eventId: goal.state.event_id }] : []
    return [event('video_overturned', score), ...taken, ...shown(score, without(match.goals, side))]
  }

  /** Continues an interrupted match, or abandons it. */
  function resume(match: RunningMatch, now: number): MatchMessage[] {
    stoppedAt.set(match.id, now)
    const isAbandoned = chance() < rare.abandoned
    const type = isAbandoned ? 'abandoned' : 'resumed'
    return [
      { kind: 'event', event: { eventId: newId(match, 0), type, minute: match.minute } },
      { kind: 'score', state: isAbandoned ? 'abandoned' : 'live' },
    ]
  }

  function ends(type: 'postponed' | 'interrupted', at: Date): Timed[] {
    const event: FeedEvent = { eventId: `${type}-${Math.floor(chance() * 36 ** 5).toString(36)}`, type }
    return [
      { kind: 'event', event, at },
      { kind: 'score', state: type, at },
    ]
  }

  return {
    step,
    /** Whether a match that was stepped since the last call needs another step immediately. */
    hasMore(): boolean {
      const has = ending.size > 0
      ending.clear()
      return has
    },
  }
}

const one = (side: Side): Score => (side === 'home' ? { home: 1, away: 0 } : { home: 0, away: 1 })
/** `a` without `b`, from zero. */
const less = (a: Score, b: Score): Score => ({ home: Math.max(0, a.home - b.home), away: Math.max(0, a.away - b.away) })

function linesAt(
  { basis, margins }: Pick<Step, 'basis' | 'margins'>,
  {
    minute,
    score,
    reds,
    halfTime,
    corners,
    yellows,
  }: Pick<RunningMatch, 'minute' | 'score' | 'reds' | 'halfTime' | 'corners' | 'yellows'>,
) {
  const counts = { corners: corners ?? none, cards: cardsOf({ yellows: yellows ?? none, reds }) }
  return inPlayLines(basis, { minute, score, redCards: reds, ...counts, ...(halfTime && { halfTime }) }, { margins })
}

/** The starts and ends of halves since the last step of a match, and the announcements of injury time. */
function whistlesOf(match: RunningMatch, { minute, firstOver, over }: MatchClock): Happening[] {
  const passed = (at: number) => match.minute < at && (minute >= at || over)
  return [
    ...(match.state === 'not_started' ? [{ type: 'kick_off', minute: 0 } as const] : []),
    ...(passed(45) ? [{ type: 'injury_time', minute: 45, added: injuryTime.first } as const] : []),
    ...(firstOver && !match.halfTime ? [{ type: 'half_time', minute: 45 } as const] : []),
    ...(passed(46) ? [{ type: 'second_half', minute: 46 } as const] : []),
    ...(passed(90) ? [{ type: 'injury_time', minute: 90, added: injuryTime.second } as const] : []),
    ...(over ? [{ type: 'full_time', minute: 90 } as const] : []),
  ]
}

/** All events in the order of their minutes. The second half begins before the events of its first minute. */
function inOrder(happenings: readonly Happening[], whistles: readonly Happening[]): Happening[] {
  const place = ({ type, minute }: Happening) =>
    type === 'half_time' || type === 'full_time' ? minute + 0.9 : type === 'second_half' ? minute - 0.1 : minute
  return [...whistles, ...happenings].toSorted((a, b) => place(a) - place(b))
}
