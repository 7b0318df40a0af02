import type { Score, Side } from '@nare/bets/result'
import { priceSlot } from '@nare/api/modules/catalog/feeds/price-slot'
import { inPlayLines, modelOf } from '@nare/api/modules/catalog/pricing'
import type { FeedMessage, LinePrices, MatchMessage } from '@nare/api/modules/catalog/feeds/port'
import { scoreAt } from '@nare/odds/draw'
import { goalMinute } from '@nare/odds/goal-times'
import { inPlay } from '@nare/odds/inplay'
import type { MatchModel } from '@nare/odds/match-model'

export const source = 'hunt'
/** The markets on offer: the markets whose prices an event changes most. */
export const markets: readonly string[] = ['1', '8', '16', '18']

/** Real seconds since kick-off: two halves of 45 minutes and a break. */
const halfS = 45 * 60
const breakS = 15 * 60
export const matchS = 2 * halfS + breakS

/** An event that the feed reports, the time of the report in seconds since kick-off, and the match after it. */
export type Incident = {
  readonly kind: 'goal' | 'overturned'
  readonly atS: number
  readonly side: Side
  readonly score: Score
  readonly goals: readonly Side[]
}

export type HuntMatch = {
  readonly id: string
  readonly basis: { readonly lh: number; readonly la: number }
  readonly halfTime: Score
  readonly goals: readonly Side[]
  readonly incidents: readonly Incident[]
}

type Chance = () => number
/** The earliest goal: a bet before kick-off has no delay and must not coincide with a goal. */
const firstGoalS = 10
const overturnedShare = 0.04
const overturnedAfterS = 120

/**
 * Draws a match from the distribution behind its prices, with the seconds of its goals. For one goal in 25 there is another that the feed
 * reports and overturns two minutes later.
 */
export function drawMatch(id: string, chance: Chance): HuntMatch {
  const basis = { lh: rounded(0.7 + 1.6 * chance()), la: rounded(0.6 + 1.3 * chance()) }
  const { fullTime, halfTime = { home: 0, away: 0 } } = scoreAt(modelOf(basis), chance())
  const later = { home: fullTime.home - halfTime.home, away: fullTime.away - halfTime.away }
  const scored = [...timesOf(halfTime, 'first', chance), ...timesOf(later, 'second', chance)].toSorted(
    (a, b) => a.atS - b.atS,
  )
  const incidents: Incident[] = []
  const goals: Side[] = []
  for (const { side, atS } of scored) {
    goals.push(side)
    incidents.push({ kind: 'goal', atS, side, score: tally(goals), goals: [...goals] })
  }
  const false_ = chance() < overturnedShare * scored.length ? falseGoal(incidents, chance) : []
  return {
    id,
    basis,
    halfTime,
    goals,
    incidents: [...incidents, ...false_].toSorted((a, b) => a.atS - b.atS),
  }
}

/** A goal that is overturned; none if another event is near. */
function falseGoal(incidents: readonly Incident[], chance: Chance): Incident[] {
  const atS = 300 + Math.floor(chance() * 2000)
  const near = incidents.some((other) => Math.abs(other.atS - atS) < 2 * overturnedAfterS)
  if (near) return []
  const side: Side = chance() < 0.5 ? 'home' : 'away'
  const before = incidents.findLast((other) => other.atS < atS)?.goals ?? []
  const with_ = [...before, side]
  return [
    { kind: 'goal', atS, side, score: tally(with_), goals: with_ },
    { kind: 'overturned', atS: atS + overturnedAfterS, side, score: tally(before), goals: before },
  ]
}

function timesOf({ home, away }: Score, half: 'first' | 'second', chance: Chance) {
  const sides = [
    ...Array.from({ length: home }, () => 'home' as const),
    ...Array.from({ length: away }, () => 'away' as const),
  ]
  return sides.map((side) => {
    const minute = goalMinute(chance(), half)
    const played = Math.max(firstGoalS, (minute - 1) * 60 + Math.floor(chance() * 59))
    return { side, atS: played + (half === 'second' ? breakS : 0) }
  })
}

const tally = (goals: readonly Side[]): Score => {
  const home = goals.filter((side) => side === 'home').length
  return { home, away: goals.length - home }
}

/** The reported match at a second, with the minute of the last price, or with the exact time if `exact`. */
export function momentAt(match: HuntMatch, atS: number, { exact = false } = {}) {
  const last = match.incidents.findLast((incident) => incident.atS <= atS)
  const isSecond = atS >= halfS + breakS
  const played = (isSecond ? Math.min(2 * halfS, atS - breakS) : Math.min(halfS, atS)) / 60
  return {
    minute: exact ? played : priceSlot(played),
    score: last?.score ?? { home: 0, away: 0 },
    ...(atS >= halfS && { halfTime: match.halfTime }),
  }
}

/** The goals of a match that are reported at a second. */
export const goalsAt = (match: HuntMatch, atS: number): readonly Side[] =>
  match.incidents.findLast((incident) => incident.atS <= atS)?.goals ?? []

export const linesAt = (match: HuntMatch, atS: number): LinePrices[] =>
  inPlayLines(match.basis, momentAt(match, atS), { markets })

/** The model of the match at the exact second, given everything up to it. */
export function modelAt(match: HuntMatch, atS: number): MatchModel {
  const { given: _given, ...model }: MatchModel = modelOf(match.basis)
  return inPlay(model, momentAt(match, atS, { exact: true }))
}

/** The feed's messages at a second: a stop first if an incident occurs, then the score and the prices. */
export function feedAt(match: HuntMatch, atS: number, incident?: Incident): MatchMessage[] {
  const { minute, score, halfTime } = momentAt(match, atS)
  const goals = goalsAt(match, atS)
  const stop: MatchMessage[] = incident
    ? [{ kind: 'stop', reason: incident.kind === 'goal' ? 'goal' : 'video_check' }]
    : []
  return [
    ...stop,
    { kind: 'score', state: 'live', minute: Math.floor(minute), score, goals, ...(halfTime && { halfTime }) },
    { kind: 'price', lines: linesAt(match, atS), whole: true },
  ]
}

export const about = (match: HuntMatch, at: Date, messages: readonly MatchMessage[]): FeedMessage[] =>
  messages.map((message) => ({ ...message, match: { source, sourceId: match.id }, at }))

const rounded = (rate: number): number => Math.round(rate * 1000) / 1000
