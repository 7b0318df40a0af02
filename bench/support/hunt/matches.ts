import type { Score, Side } from '@nare/bets/result'
import { priceSlot } from '@nare/api/modules/catalog/feeds/price-slot'
import { inPlayLines, modelOf } from '@nare/api/modules/catalog/pricing'
import type { FeedMessage, LinePrices, MatchMessage } from '@nare/api/modules/catalog/feeds/port'
import { scoreAt } from '@nare/odds/draw'
import { goalMinute } from '@nare/odds/goal-times'
import { inPlay } from '@nare/odds/inplay'
import type { MatchModel } from '@nare/odds/match-model'

export const source = 'hunt'
/** The markets on offer: those that an event moves most. */
export const markets: readonly string[] = ['1', '8', '16', '18']

/** Real seconds since kick-off: two halves of 45 minutes and a break. */
const halfS = 45 * 60
const breakS = 15 * 60
export const matchS = 2 * halfS + breakS

/** Something that the feed reports, the seconds since kick-off at which it does, and the match after it. */
export type Happening = {
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
  readonly happenings: readonly Happening[]
}

type Chance = () => number
/** Nobody scores sooner: a bet of before kick-off, which has no delay, would meet the goal. */
const firstGoalS = 10
const overturnedShare = 0.04
const overturnedAfterS = 120

/**
 * A match from the very distribution behind its prices: its goals at their seconds. To one goal in 25 comes another that the feed
 * reports and takes back two minutes later.
 */
export function drawMatch(id: string, chance: Chance): HuntMatch {
  const basis = { lh: rounded(0.7 + 1.6 * chance()), la: rounded(0.6 + 1.3 * chance()) }
  const { fullTime, halfTime = { home: 0, away: 0 } } = scoreAt(modelOf(basis), chance())
  const later = { home: fullTime.home - halfTime.home, away: fullTime.away - halfTime.away }
  const scored = [...timesOf(halfTime, 'first', chance), ...timesOf(later, 'second', chance)].toSorted(
    (a, b) => a.atS - b.atS,
  )
  const happenings: Happening[] = []
  const goals: Side[] = []
  for (const { side, atS } of scored) {
    goals.push(side)
    happenings.push({ kind: 'goal', atS, side, score: tally(goals), goals: [...goals] })
  }
  const false_ = chance() < overturnedShare * scored.length ? falseGoal(happenings, chance) : []
  return {
    id,
    basis,
    halfTime,
    goals,
    happenings: [...happenings, ...false_].toSorted((a, b) => a.atS - b.atS),
  }
}

/** A goal that is taken back, where nothing else happens meanwhile. */
function falseGoal(happenings: readonly Happening[], chance: Chance): Happening[] {
  const atS = 300 + Math.floor(chance() * 2000)
  const near = happenings.some((one) => Math.abs(one.atS - atS) < 2 * overturnedAfterS)
  if (near) return []
  const side: Side = chance() < 0.5 ? 'home' : 'away'
  const before = happenings.findLast((one) => one.atS < atS)?.goals ?? []
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

/** The match as it is known at a second, with the minute of the last price, or to the second with `exact`. */
export function momentAt(match: HuntMatch, atS: number, { exact = false } = {}) {
  const last = match.happenings.findLast((one) => one.atS <= atS)
  const isSecond = atS >= halfS + breakS
  const played = (isSecond ? Math.min(2 * halfS, atS - breakS) : Math.min(halfS, atS)) / 60
  return {
    minute: exact ? played : priceSlot(played),
    score: last?.score ?? { home: 0, away: 0 },
    ...(atS >= halfS && { halfTime: match.halfTime }),
  }
}

/** The goals of a match as they are known at a second. */
export const goalsAt = (match: HuntMatch, atS: number): readonly Side[] =>
  match.happenings.findLast((one) => one.atS <= atS)?.goals ?? []

export const linesAt = (match: HuntMatch, atS: number): LinePrices[] =>
  inPlayLines(match.basis, momentAt(match, atS), markets)

/** The model of the match to the second, as somebody has it who has seen everything up to then. */
export function modelAt(match: HuntMatch, atS: number): MatchModel {
  const { given: _given, ...model }: MatchModel = modelOf(match.basis)
  return inPlay(model, momentAt(match, atS, { exact: true }))
}

/** What the feed sends at a second, as every feed does: a stop first where something happened, and the prices after it. */
export function feedAt(match: HuntMatch, atS: number, happening?: Happening): MatchMessage[] {
  const { minute, score, halfTime } = momentAt(match, atS)
  const goals = goalsAt(match, atS)
  const stop: MatchMessage[] = happening
    ? [{ kind: 'stop', reason: happening.kind === 'goal' ? 'goal' : 'video_check' }]
    : []
  return [
    ...stop,
    { kind: 'score', state: 'live', minute: Math.floor(minute), score, goals, ...(halfTime && { halfTime }) },
    { kind: 'price', lines: linesAt(match, atS), whole: true },
  ]
}

export const about = (match: HuntMatch, at: Date, messages: readonly MatchMessage[]): FeedMessage[] =>
  messages.map((one) => ({ ...one, match: { source, sourceId: match.id }, at }))

const rounded = (rate: number): number => Math.round(rate * 1000) / 1000
