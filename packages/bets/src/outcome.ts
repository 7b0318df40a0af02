import type { Market, Outcome, PeriodScores } from './market.ts'
import { isCounted, selection } from './markets.ts'
import type { LegState, Result, Score } from './result.ts'

/**
 * The state of a selection given the result so far (DOMAIN 1.3, 1.4). 'open' while the rest of the match can still change it; 'void' for a
 * push, for a finished match whose result lacks a fact that the market needs, and for a selection that is not in the catalogue.
 * `scoreAtBet` is set for a leg placed live: markets that count from the bet count only the goals after it.
 */
export function outcome(marketId: string, oddKey: string, result: Result, at: { scoreAtBet?: Score } = {}): LegState {
  const of = selection(marketId, oddKey)
  if (!of) return 'void'
  if (of.market.needs === 'goals') return goalState(of.outcome, Number(of.line), result)
  if (isCounted(of.market)) return countedState(of.outcome, result[of.market.needs], result.finished)
  const from = of.market.since === 'bet' ? at.scoreAtBet : undefined
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
  return one.judge(periodScores(of, { half: half ?? nil, full, from }))
}

/** The state of a total of corners or cards. Before the end it is decided once a higher count cannot change it. */
function countedState(one: Outcome, count: Score | undefined, finished: boolean): LegState {
  if (!count) return finished ? 'void' : 'open'
  const judged = (more: number) => one.judge({ period: { ...count, home: count.home + more }, half: nil, full: count })
  const state = judged(0)
  return finished || [1, many].every((more) => judged(more) === state) ? state : 'open'
}

/** The state of a pick on which team scores the nth goal. Void if the goals of a finished match do not add up to the final score. */
function goalState(one: Outcome, goalNumber: number, { goals, fullTime, finished }: Result): LegState {
  if (!goals) return finished ? 'void' : 'open'
  if (finished && !(fullTime && same(tally(goals), fullTime))) return 'void'
  const scorer = goals[goalNumber - 1]
  if (!scorer && !finished) return 'open'
  const period = { home: scorer === 'home' ? 1 : 0, away: scorer === 'away' ? 1 : 0 }
  return one.judge({ period, half: nil, full: period })
}

/**
 * The state before the end: decided only if no further goal can change any outcome of the line. Compares the outcomes at the current score
 * with those after one more goal and after very many. In every undecided market of the catalogue, at least one of them differs.
 */
function earlyState(
  of: Market,
  { outcome: one, siblings }: { outcome: Outcome; siblings: readonly Outcome[] },
  result: Result,
): LegState {
  const now = scoreSoFar(of, result)
  const half = result.halfTime
  if (!now || (!half && needsHalf(of))) return 'open'
  const after = (more: Score) => periodScores(of, { half: half ?? nil, full: plus(now, more), from: undefined })
  const asNow = after(nil)
  const continued = continuations.map(after)
  return siblings.every((sibling) => isSettled(sibling, asNow, continued)) ? one.judge(asNow) : 'open'
}

const many = 100_000
const continuations: readonly Score[] = [
  { home: 1, away: 0 },
  { home: 0, away: 1 },
  { home: 1, away: 1 },
  { home: many, away: 0 },
  { home: 0, away: many },
  { home: many, away: many },
]

function isSettled(one: Outcome, asNow: PeriodScores, continued: readonly PeriodScores[]): boolean {
  const state = one.judge(asNow)
  return continued.every((scores) => one.judge(scores) === state)
}

function periodScores(
  of: Market,
  { half, full, from }: { half: Score; full: Score; from: Score | undefined },
): PeriodScores {
  return { period: of.period === 'second_half' ? minus(full, half) : minus(full, from), half, full }
}

function needsHalf(of: Market): boolean {
  return of.needs === 'halves' || of.period === 'second_half'
}

/** The highest score of each side in the facts received so far. */
function scoreSoFar(of: Market, result: Result): Score | undefined {
  if (of.needs === 'games') return gamesOf(result)
  const received = [result.fullTime, result.halfTime, result.goals && tally(result.goals)].filter(
    (one) => one !== undefined,
  )
  if (received.length === 0) return undefined
  return { home: Math.max(...received.map((one) => one.home)), away: Math.max(...received.map((one) => one.away)) }
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
