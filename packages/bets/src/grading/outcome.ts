import { combinedState } from '../markets/combination.ts'
import { needsHalf, type Market, type Outcome, type Part, type PeriodScores } from '../markets/market.ts'
import { isCounted, selection, type Selection } from '../markets/markets.ts'
import { minus, plus, type LegState, type Result, type Score } from '../result.ts'

/**
 * The state of a selection given the result so far. 'open' while the rest of the match can still change it; 'void' for a
 * push, for a finished match whose result lacks a fact that the market needs, and for a selection that is not in the catalogue.
 * `scoreAtBet` is set for a leg placed live: markets that count from the bet count only the goals after it.
 */
export function outcome(marketId: string, oddKey: string, result: Result, at: { scoreAtBet?: Score } = {}): LegState {
  const of = selection(marketId, oddKey)
  if (!of) return 'void'
  const { parts } = of.outcome
  return parts ? combinedState(partStates(parts, result)) : stateOf(of, result, at)
}

/** The state of each part of a combination given the result so far, as `outcome` gives it for a pick of its own. */
export function partStates(parts: readonly Part[], result: Result): LegState[] {
  return parts.map((part) => stateOf({ ...part, siblings: part.market.outcomes(part.line) }, result))
}

function stateOf(of: Selection, result: Result, at: { scoreAtBet?: Score } = {}): LegState {
  const scores = judgedScores(of, result, at.scoreAtBet)
  if (!scores) return result.finished ? 'void' : 'open'
  const isFinal = result.finished || of.market.needs === 'goals' || of.market.period === 'first_half'
  return isFinal || isDecided(of, scores, result) ? of.outcome.judge(scores) : 'open'
}

/**
 * The scores by which `outcome` judges a selection. Undefined while the result lacks a fact that the market needs, and for goals that do not
 * add up to the final score. `scoreAtBet` is subtracted where the market counts from the bet.
 */
export function judgedScores(of: Selection, result: Result, scoreAtBet?: Score): PeriodScores | undefined {
  const { needs, period, since } = of.market
  const from = since === 'bet' ? scoreAtBet : undefined
  if (needs === 'goals') return numberedGoal(Number(of.line), result)
  if (isCounted(of.market)) {
    const count = result[of.market.needs]
    return count && { period: count, half: nil, full: count }
  }
  if (period === 'first_half') {
    const { halfTime } = result
    return halfTime && { period: minus(halfTime, from ?? nil), half: halfTime, full: halfTime }
  }
  const full = result.finished ? finalScore(of.market, result) : scoreSoFar(of.market, result)
  const half = result.halfTime
  if (!full || (!half && needsHalf(of.market))) return undefined
  return periodScores(of.market, { half: half ?? nil, full, from: result.finished ? from : undefined })
}

const nil: Score = { home: 0, away: 0 }

const finalScore = (of: Market, result: Result): Score | undefined =>
  of.needs === 'games' ? gamesOf(result) : result.fullTime

/** The scorer of the nth goal as a score. Undefined if the goals of a finished match do not add up to the final score. */
function numberedGoal(goalNumber: number, { goals, fullTime, finished }: Result): PeriodScores | undefined {
  if (!goals || (finished && !(fullTime && same(tally(goals), fullTime)))) return undefined
  const scorer = goals[goalNumber - 1]
  if (!scorer && !finished) return undefined
  const period = { home: scorer === 'home' ? 1 : 0, away: scorer === 'away' ? 1 : 0 }
  return { period, half: nil, full: period }
}

/**
 * Whether the rest of the match can no longer change a selection. Of corners or cards only its own outcome counts. Otherwise no outcome of the
 * line may change: compares them at the current score with those after one more goal and after very many. In every undecided market of
 * the catalogue, at least one of them differs.
 */
function isDecided({ market: of, outcome: one, siblings }: Selection, now: PeriodScores, result: Result): boolean {
  if (isCounted(of)) {
    const more = [1, many].map((by) => ({ ...now, period: { ...now.period, home: now.period.home + by } }))
    return isSettled(one, now, more)
  }
  const after = continuations.map((goals) =>
    periodScores(of, { half: result.halfTime ?? nil, full: plus(now.full, goals), from: undefined }),
  )
  return siblings.every((sibling) => isSettled(sibling, now, after))
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
  return { period: of.period === 'second_half' ? minus(full, half) : minus(full, from ?? nil), half, full }
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

const same = (a: Score, b: Score): boolean => a.home === b.home && a.away === b.away
