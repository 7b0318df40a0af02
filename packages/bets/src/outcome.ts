import type { Market, Outcome, Played } from './market.ts'
import { selection } from './markets.ts'
import type { LegState, Result, Score } from './result.ts'

/** What decides a market: the half-time score, the final score, or the order of the goals. */
export function decidedBy(of: Market): 'half_time' | 'full_time' | 'goals' {
  if (of.needs === 'goals') return 'goals'
  return of.period === 'first_half' ? 'half_time' : 'full_time'
}

/**
 * The state of a selection by what is known of its match (DOMAIN 1.3, 1.4). 'open' while the market is not decided
 * whatever may follow; 'void' for a push, and for a finished match whose result lacks what the market needs.
 * `scoreAtBet` is given for a leg taken live: Asian handicaps count only the goals after it. Unknown words are void.
 */
export function outcome(marketId: string, oddKey: string, result: Result, at: { scoreAtBet?: Score } = {}): LegState {
  const of = selection(marketId, oddKey)
  if (!of) return 'void'
  if (of.market.needs === 'goals') return goalState(of.outcome, Number(of.line), result)
  const from = of.market.line === 'asian' ? at.scoreAtBet : undefined
  if (of.market.period === 'first_half') return halfState(of.outcome, result, from)
  return result.finished ? finalState(of.market, of.outcome, result, from) : earlyState(of.market, of, result)
}

const nil: Score = { home: 0, away: 0 }

function halfState(one: Outcome, { halfTime, finished }: Result, from: Score | undefined): LegState {
  if (!halfTime) return finished ? 'void' : 'open'
  return one.judge({ period: minus(halfTime, from), half: halfTime, full: halfTime })
}

function finalState(of: Market, one: Outcome, result: Result, from: Score | undefined): LegState {
  const full = of.needs === 'games' ? gamesOf(result) : result.fullTime
  const half = result.halfTime
  if (!full || (!half && needsHalf(of))) return 'void'
  return one.judge(played(of, { half: half ?? nil, full, from }))
}

/** The order of the goals is trusted only when it adds up to the final score. */
function goalState(one: Outcome, goalNumber: number, { goals, fullTime, finished }: Result): LegState {
  if (!goals) return finished ? 'void' : 'open'
  if (finished && !(fullTime && same(tally(goals), fullTime))) return 'void'
  const scorer = goals[goalNumber - 1]
  if (!scorer && !finished) return 'open'
  const period = { home: scorer === 'home' ? 1 : 0, away: scorer === 'away' ? 1 : 0 }
  return one.judge({ period, half: nil, full: period })
}

/**
 * Decided only when each outcome of the line comes out the same however the match goes on. The ways on are sampled:
 * no change, one more goal, and any number more; every rule of the catalogue that can still change does so at one of them.
 */
function earlyState(
  of: Market,
  { outcome: one, siblings }: { outcome: Outcome; siblings: readonly Outcome[] },
  result: Result,
): LegState {
  const now = scoreSoFar(of, result)
  const half = result.halfTime
  if (!now || (!half && needsHalf(of))) return 'open'
  const after = (more: Score) => played(of, { half: half ?? nil, full: plus(now, more), from: undefined })
  const asNow = after(nil)
  const ways = waysOn.map(after)
  return siblings.every((sibling) => isSettled(sibling, asNow, ways)) ? one.judge(asNow) : 'open'
}

const many = 100_000
const waysOn: readonly Score[] = [
  { home: 1, away: 0 },
  { home: 0, away: 1 },
  { home: 1, away: 1 },
  { home: many, away: 0 },
  { home: 0, away: many },
  { home: many, away: many },
]

function isSettled(one: Outcome, asNow: Played, ways: readonly Played[]): boolean {
  const state = one.judge(asNow)
  return ways.every((way) => one.judge(way) === state)
}

function played(of: Market, { half, full, from }: { half: Score; full: Score; from: Score | undefined }): Played {
  return { period: of.period === 'second_half' ? minus(full, half) : minus(full, from), half, full }
}

function needsHalf(of: Market): boolean {
  return of.needs === 'halves' || of.period === 'second_half'
}

/** The most that each side is known to have, from whichever of the facts is newest. */
function scoreSoFar(of: Market, result: Result): Score | undefined {
  if (of.needs === 'games') return gamesOf(result)
  const seen = [result.fullTime, result.halfTime, result.goals && tally(result.goals)].filter(
    (one) => one !== undefined,
  )
  if (seen.length === 0) return undefined
  return { home: Math.max(...seen.map((one) => one.home)), away: Math.max(...seen.map((one) => one.away)) }
}

function gamesOf({ periods }: Result): Score | undefined {
  return periods?.reduce(plus, nil)
}

function tally(goals: readonly string[]): Score {
  const home = goals.filter((side) => side === 'home').length
  return { home, away: goals.length - home }
}

const plus = (a: Score, b: Score): Score => ({ home: a.home + b.home, away: a.away + b.away })
const minus = (a: Score, b: Score | undefined): Score => (b ? { home: a.home - b.home, away: a.away - b.away } : a)
const same = (a: Score, b: Score): boolean => a.home === b.home && a.away === b.away
