import type { EventType } from '@nare/bets/grading/events'
import type { Counted } from '@nare/bets/markets/markets'
import { cardsOf, type Score, type Side } from '@nare/bets/result'
import { countRate, countShare } from '@nare/odds/counts'
import type { MatchModel } from '@nare/odds/match-model'
import type { FeedEvent } from './port.ts'
import { simulateUntil, type Chance, type MatchProgress } from './soccer-simulation.ts'

/** The progress of a match with all counts of the simulated feed. */
export type PlayProgress = MatchProgress & {
  readonly corners: Score
  readonly yellows: Score
  readonly substitutions: Score
}

/** A simulated event. `undone` marks a goal that is overturned in the same step. */
export type Happening = Omit<FeedEvent, 'eventId'> & { readonly minute: number; readonly undone?: true }

/** An undecided incident: a penalty to be taken, or a goal under review. `isGoal` is its outcome. */
export type OpenQuestion = { readonly kind: 'penalty' | 'video_check'; readonly side: Side; readonly isGoal: boolean }

export type Played = {
  readonly progress: PlayProgress
  readonly happenings: Happening[]
  readonly question?: OpenQuestion
}

/** The shares of goals that are own goals, penalties, and goals confirmed by a review. */
const ofGoals = { own: 0.03, penalty: 0.075, checked: 0.1 }
/** The number of missed penalties and overturned goals per goal. They occur at the rate of goals and do not change the score. */
const besideGoals = { missed: 0.024, overturned: 0.035 }
/** The chances that a penalty is scored and that a reviewed goal is confirmed. */
const usually = {
  penalty: ofGoals.penalty / (ofGoals.penalty + besideGoals.missed),
  video_check: ofGoals.checked / (ofGoals.checked + besideGoals.overturned),
}
const homeShare = { corners: 0.55, cards: 0.47 }
/** Card points per minute from red cards (2 points each, 2 sides, 0.0009 a minute). Yellow cards make up the rest of the card count. */
const redPointsAMinute = 2 * 2 * 0.0009
const substitutionsAMinute = 4.2 / 45
const substitutionsMax = 5

/** Draws the outcome of an open question whose outcome is unknown, for example after a restart, with its average chance. */
export const isUsuallyGoal = (kind: OpenQuestion['kind'], chance: Chance): boolean => chance() < usually[kind]

type Playing = { readonly to: number; readonly chance: Chance; readonly mayPause: boolean }

/**
 * Plays a match up to a minute. Goals are those of `simulateUntil`, so they agree with the prices; corners and cards follow the model
 * behind their prices. Other events are added at the rates of real matches. With `mayPause` the last penalty or review is left open and
 * returned as `question`; `progress` counts its goal only if the goal has been shown.
 */
export function playUntil(model: MatchModel, from: PlayProgress, { to, chance, mayPause }: Playing): Played {
  const halves = from.minute < 45 && to > 45 ? [45, to] : [to]
  let progress = from
  const plays: Play[] = []
  for (const end of halves) {
    const half = playHalf(model, progress, { to: end, chance })
    progress = half.progress
    plays.push(...half.plays)
  }
  const open = mayPause ? plays.findLast(isOpenQuestion) : undefined
  const rest = plays.filter((play) => play !== open)
  let { score } = from
  const happenings = rest.flatMap((play) => {
    const happenings = happeningsOf(play, score)
    if (isScored(play)) score = plus(score, play.side)
    return happenings
  })
  if (!open) return { progress, happenings }
  return { ...pause(progress, open, score), happenings: [...happenings, ...openingsOf(open, score)] }
}

type Play = {
  readonly kind:
    | 'goal'
    | 'own'
    | 'penalty'
    | 'checked'
    | 'missed'
    | 'overturned'
    | 'red_card'
    | 'yellow_card'
    | 'corner'
    | 'substitution'
  readonly side: Side
  readonly minute: number
}

const isScored = ({ kind }: Play): boolean =>
  kind === 'goal' || kind === 'own' || kind === 'penalty' || kind === 'checked'
const isOpenQuestion = ({ kind }: Play): boolean =>
  kind === 'penalty' || kind === 'missed' || kind === 'checked' || kind === 'overturned'

const plus = ({ home, away }: Score, side: Side, by = 1): Score =>
  side === 'home' ? { home: home + by, away } : { home, away: away + by }

function playHalf(model: MatchModel, from: PlayProgress, { to, chance }: Pick<Playing, 'to' | 'chance'>) {
  const { progress, events } = simulateUntil(model, from, { to, chance })
  // Incidents without a goal occur at the rate of goals, so they are drawn from a second simulation of goals.
  const others = simulateUntil(model, from, { to, chance }).events.flatMap(({ kind, side }): Omit<Play, 'minute'>[] => {
    const drawn = chance()
    if (kind !== 'goal' || drawn >= besideGoals.missed + besideGoals.overturned) return []
    return [{ kind: drawn < besideGoals.missed ? 'missed' : 'overturned', side }]
  })
  const goals = events.filter(({ kind }) => kind === 'goal').map(({ side }) => ({ kind: goalKind(chance()), side }))
  const reds = events.filter(({ kind }) => kind === 'red_card')
  const corners = counted('corners', from, { to, chance })
  const yellows = counted('cards', from, { to, chance })
  const substitutions = substituted(from, { to, chance })
  const timed = (list: readonly Omit<Play, 'minute'>[]): Play[] => {
    const minutes = list
      .map(() => from.minute + 1 + Math.floor(chance() * (to - from.minute)))
      .toSorted((a, b) => a - b)
    return list.map((one, at) => ({ ...one, minute: Math.min(to, minutes[at] ?? to) }))
  }
  const plays = [timed(goals), ...[others, reds, corners, yellows, substitutions].map(timed)].flat()
  return {
    progress: {
      ...progress,
      corners: total(from.corners, corners),
      yellows: total(from.yellows, yellows),
      substitutions: total(from.substitutions, substitutions),
    },
    plays: plays.toSorted((a, b) => a.minute - b.minute),
  }
}

const total = (before: Score, list: readonly { readonly side: Side }[]): Score =>
  list.reduce((score, { side }) => plus(score, side), before)

function goalKind(drawn: number): Play['kind'] {
  const { own, penalty, checked } = ofGoals
  if (drawn < own) return 'own'
  if (drawn < own + penalty) return 'penalty'
  return drawn < own + penalty + checked ? 'checked' : 'goal'
}

/** The corners or yellow cards of these minutes, drawn from the distribution behind the prices of their totals. */
function counted(
  of: Counted,
  from: PlayProgress,
  { to, chance }: Pick<Playing, 'to' | 'chance'>,
): Omit<Play, 'minute'>[] {
  const { minute } = from
  const score = of === 'corners' ? from.corners : cardsOf(from)
  const share = countShare(of, to) - countShare(of, minute)
  if (share <= 0) return []
  const soFar = score.home + score.away
  const rate = countRate(of, { minute, soFar })
  const scale = 1 / (countRate(of, { minute, soFar: soFar + 1 }) - rate)
  const count = negativeBinomial({ shape: rate * scale, share: share / (scale + share) }, chance())
  const kept = of === 'corners' ? 1 : Math.max(0, 1 - (redPointsAMinute * (to - minute)) / (rate * share))
  return Array.from({ length: count }, () => chance())
    .filter((drawn) => drawn < kept)
    .map(() => ({
      kind: of === 'corners' ? 'corner' : 'yellow_card',
      side: chance() < homeShare[of] ? 'home' : 'away',
    }))
}

const countMax = 40

/** The number of events for a uniform `u`: P(k) = C(shape + k − 1, k) · share^k · (1 − share)^shape. */
function negativeBinomial({ shape, share }: { shape: number; share: number }, u: number): number {
  let p = (1 - share) ** shape
  let left = u
  for (let k = 0; k < countMax; k += 1) {
    if (left < p) return k
    left -= p
    p *= ((shape + k) / (k + 1)) * share
  }
  return countMax
}

function substituted(from: PlayProgress, { to, chance }: Pick<Playing, 'to' | 'chance'>): Omit<Play, 'minute'>[] {
  if (to <= 45) return []
  return (['home', 'away'] as const).flatMap((side) => {
    const minutes = to - Math.max(45, from.minute)
    const changes = Array.from({ length: minutes }, () => chance()).filter((drawn) => drawn < substitutionsAMinute)
    return changes.slice(0, Math.max(0, substitutionsMax - from.substitutions[side])).map(() => ({
      kind: 'substitution' as const,
      side,
    }))
  })
}

const plainTypes: Readonly<Partial<Record<Play['kind'], EventType>>> = {
  goal: 'goal',
  own: 'own_goal',
  checked: 'goal',
  red_card: 'red_card',
  yellow_card: 'yellow_card',
  corner: 'corner',
  substitution: 'substitution',
}

/** The events of an incident with its outcome. `score` is the score before it. */
function happeningsOf(play: Play, score: Score): Happening[] {
  const { kind, side, minute } = play
  const after = plus(score, side)
  const penalty: Happening = { type: 'penalty_awarded', minute, side }
  if (kind === 'penalty') return [penalty, { type: 'penalty_scored', minute, side, score: after }]
  if (kind === 'missed') return [penalty, { type: 'penalty_missed', minute, side }]
  const check: Happening = { type: 'video_check', minute, side }
  if (kind === 'overturned') {
    const overturned: Happening = { type: 'video_overturned', minute, side, score }
    return [{ type: 'goal', minute, side, score: after, undone: true }, check, overturned]
  }
  const plain: Happening = { type: plainTypes[kind] ?? 'goal', minute, side, ...(isScored(play) && { score: after }) }
  return kind === 'checked' ? [plain, check] : [plain]
}

/** The events of an incident whose outcome is left open. */
function openingsOf({ kind, side, minute }: Play, score: Score): Happening[] {
  if (kind === 'penalty' || kind === 'missed') return [{ type: 'penalty_awarded', minute, side }]
  return [
    { type: 'goal', minute, side, score: plus(score, side) },
    { type: 'video_check', minute, side },
  ]
}

/** The progress while a question is open. A goal under review counts; a penalty that is still to be taken does not. */
function pause(progress: PlayProgress, open: Play, score: Score): Omit<Played, 'happenings'> {
  const { kind, side } = open
  const isPenalty = kind === 'penalty' || kind === 'missed'
  const question: OpenQuestion = { kind: isPenalty ? 'penalty' : 'video_check', side, isGoal: isScored(open) }
  const goals = isScored(open) ? without(progress.goals, side) : progress.goals
  const shown = isPenalty ? { score, goals } : { score: plus(score, side), goals: [...goals, side] }
  return { progress: { ...progress, ...shown }, question }
}

/** The goals without the last one of a side. */
export function without(goals: readonly Side[], side: Side): Side[] {
  const last = goals.lastIndexOf(side)
  return goals.filter((_, at) => at !== last)
}
