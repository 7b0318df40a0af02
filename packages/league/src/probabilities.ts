import type { Outcome } from '@nare/bets/markets/markets'
import { weightTotal } from '@nare/fair/stream'
import type { LeagueMarket } from './markets.ts'
import { goalsSize } from './weights.ts'

/** An exact probability. */
export type Probability = { readonly numerator: bigint; readonly denominator: bigint }

const cells = Array.from({ length: goalsSize ** 2 }, (_, at) => ({
  home: Math.floor(at / goalsSize),
  away: at % goalsSize,
}))
const goalsMax = 2 * (goalsSize - 1)
const unit = BigInt(weightTotal)
const firstHalfMinutes = 45

/** The least common multiple of 1 to 16, so that every share h/(h+a) of a first goal is an integer. */
const shareUnits = 720_720

/** The exact probability of each outcome of a line, from the match's weights and the weights of the minutes. */
export function probabilitiesOf(
  { rule }: LeagueMarket,
  line: string,
  { weights, minutes }: { weights: readonly number[]; minutes: readonly number[] },
): { key: string; probability: Probability }[] {
  return rule.outcomes(line).map((outcome) => {
    const shares = sharesOf(outcome, rule, minutes)
    let numerator = 0n
    for (let at = 0; at < cells.length; at++) numerator += BigInt(weights[at] ?? 0) * (shares.numerators[at] ?? 0n)
    return { key: outcome.key, probability: { numerator, denominator: shares.denominator * unit } }
  })
}

/** The share of each score's probability that an outcome wins: a numerator per score, and their common denominator. */
type Shares = { readonly numerators: readonly bigint[]; readonly denominator: bigint }

const cache = new WeakMap<readonly number[], Map<string, Shares>>()

function sharesOf(outcome: Outcome, rule: LeagueMarket['rule'], minutes: readonly number[]): Shares {
  const byOutcome = cache.get(minutes) ?? new Map<string, Shares>()
  cache.set(minutes, byOutcome)
  const name = `${rule.id} ${outcome.key}`
  const found = byOutcome.get(name)
  if (found) return found
  const shares = computeShares(outcome, rule, minutes)
  byOutcome.set(name, shares)
  return shares
}

function computeShares(outcome: Outcome, { needs, period }: LeagueMarket['rule'], minutes: readonly number[]): Shares {
  if (needs === 'goals')
    return { numerators: cells.map((score) => BigInt(firstGoal(outcome, score))), denominator: BigInt(shareUnits) }
  if (needs === 'halves' || period === 'first_half') return halfShares(outcome, period === 'first_half', minutes)
  const won = (score: { home: number; away: number }) =>
    outcome.judge({ period: score, half: score, full: score }) === 'won' ? 1n : 0n
  return { numerators: cells.map(won), denominator: 1n }
}

/** Every order of a score's goals is equally likely: the home team has the first one with h/(h+a). */
function firstGoal(outcome: Outcome, { home, away }: { home: number; away: number }): number {
  const wins = (score: { home: number; away: number }) =>
    outcome.judge({ period: score, half: score, full: score }) === 'won'
  if (home + away === 0) return wins({ home: 0, away: 0 }) ? shareUnits : 0
  const share = (goals: number) => (shareUnits / (home + away)) * goals
  return (wins({ home: 1, away: 0 }) ? share(home) : 0) + (wins({ home: 0, away: 1 }) ? share(away) : 0)
}

/**
 * Each goal is in the first half with probability q, the weight of the first 45 minutes, so the goals before half-time are
 * binomial. The unit is 2^32 to the power of the maximum number of goals, a common denominator for all scores.
 */
function halfShares(outcome: Outcome, ofFirstHalf: boolean, minutes: readonly number[]): Shares {
  const q = BigInt(minutes.slice(0, firstHalfMinutes).reduce((sum, weight) => sum + weight, 0))
  const numerators = cells.map((full) => {
    let sum = 0n
    for (let home = 0; home <= full.home; home++) {
      for (let away = 0; away <= full.away; away++) {
        const half = { home, away }
        if (outcome.judge({ period: ofFirstHalf ? half : full, half, full }) !== 'won') continue
        const early = home + away
        const late = full.home + full.away - early
        sum += binomial(full.home, home) * binomial(full.away, away) * q ** BigInt(early) * (unit - q) ** BigInt(late)
      }
    }
    return sum * unit ** BigInt(goalsMax - full.home - full.away)
  })
  return { numerators, denominator: unit ** BigInt(goalsMax) }
}

/** The binomial coefficient n over k. */
function binomial(n: number, k: number): bigint {
  let out = 1n
  for (let at = 0; at < k; at++) out = (out * BigInt(n - at)) / BigInt(at + 1)
  return out
}
