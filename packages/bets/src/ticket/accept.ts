import { price } from '@nare/money/money'
import type { Money, Price } from '@nare/money/money'
import type { Boost, BoostRules } from './boost.ts'
import { settleBet } from './settle.ts'
import type { BetType } from './settle.ts'
import { legIsOpen, pickState, slipFaults, acceptsPrice, typeOf } from './slip.ts'
import type { PricedLeg, Slip } from './slip.ts'

/** The limits of one bet. */
export type Limits = {
  readonly minStake: Money
  readonly maxStake: Money
  readonly maxPayout: Money
  readonly maxLegs: number
  readonly maxSystemLegs: number
}

/**
 * An accepted slip. `prices` are the prices at which the bet is placed. `totalOdds` is rounded down to two places, and null for a system.
 */
export type Accepted = {
  readonly ok: true
  readonly type: BetType
  readonly prices: readonly Price[]
  readonly totalOdds: Price | null
  readonly possibleWin: Money
  readonly boost: Boost
}

/** A refusal with its code; `legs` are the indexes of the picks that break the rule. */
export type Refused =
  | { readonly ok: false; readonly code: 'bad_slip'; readonly fields: Readonly<Record<string, string>> }
  | {
      readonly ok: false
      readonly code: 'match_started' | 'market_suspended' | 'odds_changed' | 'related_contingency'
      readonly legs: readonly number[]
    }
  | {
      readonly ok: false
      readonly code: 'stake_too_small' | 'stake_too_large' | 'payout_too_large'
      readonly limit: Money
    }
  | { readonly ok: false; readonly code: 'too_many_legs'; readonly limit: number }

export type AcceptContext = { readonly nowMs: number; readonly limits: Limits; readonly boost?: BoostRules | undefined }

/**
 * Accepts or refuses one slip by the offers that were read under its locks. Checks in this order: the shape of the slip, match and market
 * state, price, related legs, limits. The caller checks funds, exclusion and the bettor's own limits.
 */
export function acceptSlip(slip: Slip, context: AcceptContext): Accepted | Refused {
  const fields = slipFaults(slip)
  if (fields) return { ok: false, code: 'bad_slip', fields }
  return closedLegs(slip, context.nowMs) ?? changedLegs(slip) ?? relatedLegs(slip) ?? withinLimits(slip, context)
}

function closedLegs({ legs }: Slip, nowMs: number): Refused | undefined {
  if (legs.every((leg) => legIsOpen(leg, nowMs))) return undefined
  const started = indexesOf(legs, (leg) => pickState(leg, nowMs) === 'started')
  if (started.length > 0) return { ok: false, code: 'match_started', legs: started }
  return { ok: false, code: 'market_suspended', legs: indexesOf(legs, (leg) => !legIsOpen(leg, nowMs)) }
}

function changedLegs({ legs, accept }: Slip): Refused | undefined {
  const changed = indexesOf(legs, (leg) => !acceptsPrice(accept, leg))
  return changed.length > 0 ? { ok: false, code: 'odds_changed', legs: changed } : undefined
}

/** Matches of the same sides that start within this time of each other are the same match, or decide each other. */
const relatedWithinMs = 12 * 3_600_000

function relatedLegs({ legs }: Slip): Refused | undefined {
  const related = indexesOf(legs, (leg) => legs.some((other) => other !== leg && areRelated(leg, other)))
  return related.length > 0 ? { ok: false, code: 'related_contingency', legs: related } : undefined
}

function areRelated(one: PricedLeg, other: PricedLeg): boolean {
  if (one.matchId === other.matchId) return true
  const isSamePair = one.pair !== undefined && one.pair === other.pair
  return isSamePair && Math.abs(one.startsAtMs - other.startsAtMs) <= relatedWithinMs
}

function withinLimits(slip: Slip, { limits, boost }: AcceptContext): Accepted | Refused {
  const { legs, stake } = slip
  const type = typeOf(slip)
  const maxLegs = type === 'system' ? limits.maxSystemLegs : limits.maxLegs
  if (legs.length > maxLegs) return { ok: false, code: 'too_many_legs', limit: maxLegs }
  if (stake < limits.minStake || stake === 0n) return { ok: false, code: 'stake_too_small', limit: limits.minStake }
  if (stake > limits.maxStake) return { ok: false, code: 'stake_too_large', limit: limits.maxStake }
  const prices = legs.map((leg) => leg.present ?? leg.expected)
  const won = prices.map((at) => ({ price: at, state: 'won' as const }))
  const best = settleBet({ type, stake, system: slip.system, legs: won, boost })
  if (best.returned > limits.maxPayout) return { ok: false, code: 'payout_too_large', limit: limits.maxPayout }
  const totalOdds = type === 'system' ? null : productOf(prices)
  return { ok: true, type, prices, totalOdds, possibleWin: best.returned, boost: best.boost }
}

/** The exact product of prices, rounded down to two places. */
export function productOf(prices: readonly Price[]): Price {
  let numerator = 100n
  let denominator = 1n
  for (const at of prices) {
    numerator *= at
    denominator *= 1000n
  }
  return price((numerator / denominator) * 10n)
}

function indexesOf(legs: readonly PricedLeg[], is: (leg: PricedLeg) => boolean): number[] {
  return legs.flatMap((leg, index) => (is(leg) ? [index] : []))
}
