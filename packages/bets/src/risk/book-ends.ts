import { isCounted, selection, type Sport } from '../markets/markets.ts'
import { quartersOf } from '../markets/line.ts'
import { outcome } from '../grading/outcome.ts'
import { around, pickedOf, possibleResults } from '../grading/possible-results.ts'
import type { DecidedState, Result, Score, Side } from '../result.ts'

/** The states that a leg can end in. An array of `bookStates.length` amounts has one for each, in this order. */
export const bookStates = ['won', 'half_won', 'void', 'half_lost', 'lost'] as const satisfies readonly DecidedState[]
const numberOf: Readonly<Record<DecidedState, number>> = { won: 0, half_won: 1, void: 2, half_lost: 3, lost: 4 }

/** A selection of a market; `scoreAtBet` for markets that count from the bet. */
export type BookPick = { readonly marketId: string; readonly oddKey: string; readonly scoreAtBet?: Score | undefined }

/** The result of a match so far. `isFirstHalf`: its first half has not ended, so the score at half-time is still open. */
export type MatchNow = Result & { readonly isFirstHalf?: boolean }

/** The ways a match can end, and for a pick the number in `bookStates` of its state in each of them. The states are shared: do not write to them. */
export type Ends = {
  readonly results: readonly Result[]
  readonly statesOf: (pick: BookPick) => Uint8Array
  /** The ends that differ in the final score, for the picks that no half decides, and for each of the results its place in them. */
  readonly finals?: { readonly ends: Ends; readonly places: Uint16Array }
}

/** Whether the half-time and final scores decide a market: not the order of goals, corners or cards. */
export function isOfScore(marketId: string, oddKey: string): boolean {
  const of = selection(marketId, oddKey)?.market
  return of !== undefined && of.needs !== 'goals' && !isCounted(of)
}

/**
 * The ways a match can end between which the score decides these picks. For soccer every half-time and final score, with at most ten goals a
 * side or six more than now; for other sports the scores around the lines of the picks.
 */
export function endsOf(sport: Sport, picks: readonly BookPick[], now: MatchNow): Ends {
  if (now.finished) return { results: [now], statesOf: (pick) => Uint8Array.of(stateIn(now, pick)) }
  return sport === 'soccer' ? soccerEnds(picks, now) : otherEnds(picks, now)
}

/** Whether a pick that the score decides needs the score of a half. */
export function isOfHalf({ marketId, oddKey }: BookPick): boolean {
  const of = selection(marketId, oddKey)?.market
  return of !== undefined && (of.needs === 'halves' || of.period !== 'match')
}

function stateIn(result: Result, { marketId, oddKey, scoreAtBet }: BookPick): number {
  const state = outcome(marketId, oddKey, result, scoreAtBet ? { scoreAtBet } : {})
  return numberOf[state === 'open' ? 'void' : state]
}

const goalsMax = 10
const moreGoals = 6

/** Results up to so many goals of a team, each final score with each half-time score that it can have or, of finals, once. */
type Grid = { readonly name: string; readonly results: readonly Result[]; readonly states: Map<string, Uint8Array> }
const grids = new Map<string, Grid>()
/** A grid of ten goals has 4,356 results, or 121 finals, so its states take at most 22 MB. */
const keptMax = 5_000

function gridOf(most: number, of: 'halves' | 'finals'): Grid {
  const name = `${most} ${of}`
  const kept = grids.get(name)
  if (kept) return kept
  const all = Array.from({ length: (most + 1) ** 2 }, (_, n) => ({
    home: Math.floor(n / (most + 1)),
    away: n % (most + 1),
  }))
  const results = all.flatMap((fullTime): Result[] =>
    of === 'finals'
      ? [{ fullTime, finished: true }]
      : all.filter((half) => isAtLeast(fullTime, half)).map((halfTime) => ({ halfTime, fullTime, finished: true })),
  )
  const grid = { name, results, states: new Map<string, Uint8Array>() }
  grids.set(name, grid)
  return grid
}

function statesIn({ results, states }: Grid, pick: BookPick): Uint8Array {
  const { marketId, oddKey, scoreAtBet } = pick
  const name = `${marketId} ${oddKey} ${scoreAtBet ? `${scoreAtBet.home}:${scoreAtBet.away}` : ''}`
  const kept = states.get(name)
  if (kept) return kept
  const made = Uint8Array.from(results, (result) => stateIn(result, pick))
  if (states.size >= keptMax) states.clear()
  states.set(name, made)
  return made
}

function soccerEnds(picks: readonly BookPick[], now: MatchNow): Ends {
  const scores = [now.fullTime, ...picks.map(({ scoreAtBet }) => scoreAtBet)].flatMap((one) => one ?? [])
  const most = Math.max(goalsMax - moreGoals, ...scores.map(({ home, away }) => Math.max(home, away))) + moreGoals
  const [finals, finalsPossible] = endsIn(gridOf(most, 'finals'), now)
  if (!picks.some(isOfHalf)) return finals
  const [ends, possible] = endsIn(gridOf(most, 'halves'), now)
  return { ...ends, finals: { ends: finals, places: placesAmong(possible, finalsPossible) } }
}

function endsIn(grid: Grid, now: MatchNow): [Ends, Possible] {
  const possible = possibleIn(grid, now)
  const { places, results } = possible
  const statesOf = (pick: BookPick): Uint8Array => {
    const all = statesIn(grid, pick)
    if (results.length === all.length) return all
    const states = new Uint8Array(results.length)
    for (let at = 0; at < states.length; at++) states[at] = all[places[at] ?? 0] ?? 0
    return states
  }
  return [{ results, statesOf }, possible]
}

/** The results of a grid that are still possible, and their places in it. */
type Possible = { readonly places: Uint16Array; readonly results: readonly Result[]; amongFinals?: Uint16Array }
const possibles = new Map<string, Possible>()
/** Most matches stand at one of few scores; each of these takes at most 45 kB. */
const possiblesMax = 300

function possibleIn({ name: grid, results }: Grid, now: MatchNow): Possible {
  const { halfTime: half, fullTime: score, isFirstHalf } = now
  const name = `${grid} ${half?.home}:${half?.away} ${score?.home}:${score?.away} ${isFirstHalf}`
  const kept = possibles.get(name)
  if (kept) return kept
  const places = Uint16Array.from(results.flatMap((result, at) => (isPossible(result, now) ? [at] : [])))
  const made: Possible = { places, results: [...places].flatMap((at) => results[at] ?? []) }
  if (possibles.size >= possiblesMax) possibles.clear()
  possibles.set(name, made)
  return made
}

/** For each of these results the place of its final score among the possible finals. */
function placesAmong(possible: Possible, finals: Possible): Uint16Array {
  const name = ({ fullTime }: Result): string => `${fullTime?.home}:${fullTime?.away}`
  const placeOf = new Map(finals.results.map((result, at) => [name(result), at]))
  return (possible.amongFinals ??= Uint16Array.from(possible.results, (result) => placeOf.get(name(result)) ?? 0))
}

/** Whether a result can follow, or a final score with some score at half-time. */
function isPossible(
  { halfTime, fullTime }: Result,
  { halfTime: half, fullTime: score, isFirstHalf }: MatchNow,
): boolean {
  if (half && halfTime && !(halfTime.home === half.home && halfTime.away === half.away)) return false
  if (!isAtLeast(fullTime, half)) return false
  if (isFirstHalf && !isAtLeast(halfTime, score)) return false
  return isAtLeast(fullTime, score)
}

const isAtLeast = (one: Score | undefined, other: Score | undefined): boolean =>
  !one || !other || (one.home >= other.home && one.away >= other.away)

/** A pick that the score so far has decided keeps its state in each of the scores around the lines. */
function otherEnds(picks: readonly BookPick[], now: MatchNow): Ends {
  const results = possibleResults(
    picks.flatMap(({ marketId, oddKey, scoreAtBet }) => pickedOf(marketId, oddKey, scoreAtBet) ?? []),
  ).map(({ result }) => result)
  return {
    results,
    statesOf(pick) {
      const { marketId, oddKey, scoreAtBet } = pick
      const soFar = outcome(marketId, oddKey, now, scoreAtBet ? { scoreAtBet } : {})
      return Uint8Array.from(results, (result) => (soFar === 'open' ? stateIn(result, pick) : numberOf[soFar]))
    },
  }
}

/** Picks of one market that the score does not decide, and the ways it can end. */
export type MarketEnds<P> = { readonly picks: readonly P[]; readonly ends: Ends }

/**
 * The picks that the score does not decide, by what is decided at once: the scorer of a numbered goal, or the number of corners or cards,
 * which are those around the lines of the picks.
 */
export function unscoredEnds<P extends BookPick>(picks: readonly P[], now: MatchNow): MarketEnds<P>[] {
  const byMarket = new Map<string, P[]>()
  for (const pick of picks) {
    const of = selection(pick.marketId, pick.oddKey)
    if (!of || isOfScore(pick.marketId, pick.oddKey)) continue
    const name = of.market.needs === 'goals' ? `${pick.marketId} ${of.line}` : pick.marketId
    byMarket.set(name, [...(byMarket.get(name) ?? []), pick])
  }
  return [...byMarket.values()].map((own) => {
    const results = now.finished ? [now] : unscoredResults(own, now)
    return {
      picks: own,
      ends: { results, statesOf: (pick) => Uint8Array.from(results, (result) => stateIn(result, pick)) },
    }
  })
}

function unscoredResults(picks: readonly BookPick[], now: MatchNow): Result[] {
  const selections = picks.flatMap(({ marketId, oddKey }) => selection(marketId, oddKey) ?? [])
  const [first] = selections
  if (!first) return []
  const { market, line } = first
  if (!isCounted(market)) return goalResults(Number(line), now.goals ?? [])
  const soFar = now[market.needs] ?? { home: 0, away: 0 }
  const least = soFar.home + soFar.away
  const totals = [least, ...around(selections.map((one) => quartersOf(one.line) ?? 0))].filter(
    (total) => total >= least,
  )
  return [...new Set(totals)].map((home) => ({ [market.needs]: { home, away: 0 }, finished: true }))
}

/** Results that differ in who scores this goal: home, away, or nobody. */
function goalResults(goalNumber: number, goals: readonly Side[]): Result[] {
  const resultOf = (all: readonly Side[]): Result => {
    const home = all.filter((side) => side === 'home').length
    return { goals: all, fullTime: { home, away: all.length - home }, finished: true }
  }
  if (goals.length >= goalNumber) return [resultOf(goals)]
  const before = Array.from({ length: goalNumber - 1 }, (_, n): Side => goals[n] ?? 'home')
  return [resultOf(goals), resultOf([...before, 'home']), resultOf([...before, 'away'])]
}
