import type { Outcome } from '@nare/bets/markets'
import { whole } from '@nare/fair/stream'
import type { LeagueMarket } from './markets.ts'
import { goalsSize } from './tables.ts'

/** An exact probability. */
export type Chance = { readonly numerator: bigint; readonly denominator: bigint }

const cells = Array.from({ length: goalsSize ** 2 }, (_, at) => ({
  home: Math.floor(at / goalsSize),
  away: at % goalsSize,
}))
const goalsMost = 2 * (goalsSize - 1)
const one = BigInt(whole)
const firstHalfMinutes = 45

/** The least common multiple of 1 to 16: every share h/(h+a) of a first goal is a whole number of its parts. */
const shareParts = 720_720

/** The exact probability of each outcome of a line, from the match's weights and the weights of the minutes. */
export function chancesOf(
  { rule }: LeagueMarket,
  line: string,
  { weights, minutes }: { weights: readonly number[]; minutes: readonly number[] },
): { key: string; chance: Chance }[] {
  return rule.outcomes(line).map((outcome) => {
    const parts = partsOf(outcome, rule, minutes)
    let numerator = 0n
    for (let at = 0; at < cells.length; at++) numerator += BigInt(weights[at] ?? 0) * (parts.of[at] ?? 0n)
    return { key: outcome.key, chance: { numerator, denominator: parts.whole * one } }
  })
}

/** Which part of each score's probability an outcome wins, in parts of `whole`. */
type Parts = { readonly of: readonly bigint[]; readonly whole: bigint }

const known = new WeakMap<readonly number[], Map<string, Parts>>()

function partsOf(outcome: Outcome, rule: LeagueMarket['rule'], minutes: readonly number[]): Parts {
  const kept = known.get(minutes) ?? new Map<string, Parts>()
  known.set(minutes, kept)
  const name = `${rule.id} ${outcome.key}`
  const found = kept.get(name)
  if (found) return found
  const made = makeParts(outcome, rule, minutes)
  kept.set(name, made)
  return made
}

function makeParts(outcome: Outcome, { needs, period }: LeagueMarket['rule'], minutes: readonly number[]): Parts {
  if (needs === 'goals')
    return { of: cells.map((score) => BigInt(firstGoal(outcome, score))), whole: BigInt(shareParts) }
  if (needs === 'halves' || period === 'first_half') return partsOfHalves(outcome, period === 'first_half', minutes)
  const won = (score: { home: number; away: number }) =>
    outcome.judge({ period: score, half: score, full: score }) === 'won' ? 1n : 0n
  return { of: cells.map(won), whole: 1n }
}

/** Every order of a score's goals is as likely as any other: the home side has the first one with h/(h+a). */
function firstGoal(outcome: Outcome, { home, away }: { home: number; away: number }): number {
  const wins = (score: { home: number; away: number }) =>
    outcome.judge({ period: score, half: score, full: score }) === 'won'
  if (home + away === 0) return wins({ home: 0, away: 0 }) ? shareParts : 0
  const share = (goals: number) => (shareParts / (home + away)) * goals
  return (wins({ home: 1, away: 0 }) ? share(home) : 0) + (wins({ home: 0, away: 1 }) ? share(away) : 0)
}

/**
 * Each goal falls in the first half with q, the weight of its first 45 minutes, so the goals before half-time are binomial. Counted in
 * parts of 2^32 to the power of the most goals, so that all scores have one denominator.
 */
function partsOfHalves(outcome: Outcome, ofFirstHalf: boolean, minutes: readonly number[]): Parts {
  const q = BigInt(minutes.slice(0, firstHalfMinutes).reduce((sum, weight) => sum + weight, 0))
  const of = cells.map((full) => {
    let sum = 0n
    for (let home = 0; home <= full.home; home++) {
      for (let away = 0; away <= full.away; away++) {
        const half = { home, away }
        if (outcome.judge({ period: ofFirstHalf ? half : full, half, full }) !== 'won') continue
        const early = home + away
        const late = full.home + full.away - early
        sum += ways(full.home, home) * ways(full.away, away) * q ** BigInt(early) * (one - q) ** BigInt(late)
      }
    }
    return sum * one ** BigInt(goalsMost - full.home - full.away)
  })
  return { of, whole: one ** BigInt(goalsMost) }
}

/** How many ways there are to choose k of n. */
function ways(n: number, k: number): bigint {
  let out = 1n
  for (let at = 0; at < k; at++) out = (out * BigInt(n - at)) / BigInt(at + 1)
  return out
}
