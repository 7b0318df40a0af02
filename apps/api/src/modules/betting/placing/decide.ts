import { acceptSlip, type Accepted, type Limits, type Refused } from '@nare/bets/accept'
import type { BoostRules } from '@nare/bets/boost'
import { legIsOpen, slipFaults, type PricedLeg } from '@nare/bets/slip'
import { refused, type Refusal } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import type { Product } from '@nare/contract/products'
import { formatMoney, money, type Money } from '@nare/money/money'
import { refusalOf as gateRefusal } from '#modules/protection/protection'
import { singleTicket, stakeRefusal, type Deciding, type Placing, type RefusedTicket } from '#modules/tickets/tickets'
import type { DelayStep } from './delay.ts'
import type { Tx } from '#platform/db'
import { liabilityOfLeg, outcomeKey } from './exposure.ts'
import type { NewBet } from './place-store.ts'
import type { ReferralRules } from '../settings.ts'
import { checkedPick, pickErrors, offerKey, pricedLeg, type Offered, type Pick, type Slip } from './slip.ts'

export type PlaceRules = {
  readonly version: string
  readonly limits: Limits
  /** Absent for a product without boosts. */
  readonly boost?: BoostRules | undefined
  readonly liabilityMax: Money
  /** How long a live bet waits before it is decided again, in seconds. */
  readonly liveDelayS: number
  /** Which slips a trader decides; absent for a product without referral. */
  readonly referral?: ReferralRules | undefined
  /** Stores the version in the transaction of the bets that name it, if it may not be stored yet. */
  readonly store?: ((tx: Tx) => Promise<void>) | undefined
}

/** How a product decides slips. `pickError` returns the error of a pick that cannot be on a slip of the product, as a sentence for the bettor. */
export type SlipRules = {
  readonly product: Product
  readonly pickError?: ((pick: Pick) => string | undefined) | undefined
}

const conflictsMax = 4

/** The data that the decisions of one batch share. */
export type SlipFacts = {
  readonly rules: PlaceRules
  readonly offers: ReadonlyMap<string, Offered>
  /** Liability by outcome, including the bets already accepted in this batch. An outcome without an entry can accept the whole batch. */
  readonly liability: Map<string, bigint>
  /** The outcome of each conflict with another batch. */
  readonly conflicts: readonly string[]
}

/**
 * Decides one slip of a batch. Refuses in this order: shape, verification and exclusion, matches and prices, limits, liability, funds. With
 * `delay` the stake of a live bet, and of a slip that a trader decides, is only reserved; after that the slip is decided again.
 */
export function decide<R = never>(
  on: SlipRules,
  facts: SlipFacts,
  slip: Slip,
  { delay, ...by }: Deciding & { readonly delay?: DelayStep<R> },
): Placing<NewBet | R> | RefusedTicket {
  const { product } = on
  const { gated, now, stakePercent } = by
  const reservation = delay?.reservation
  const rules = loweredRules(facts.rules, stakePercent)
  const nowMs = now.getTime()
  const offers = slip.picks.map((pick) => offerOf(facts, pick))
  const legs = slip.picks.map((pick, index) => pricedLeg(pick, offers[index]))
  const request = { legs, stake: slip.stake, type: slip.type, system: slip.system, accept: slip.accept }
  const errors = pickErrors(slip.picks, on.pickError) ?? slipFaults(request)
  if (errors) return refusal(refused('invalid_input', { fields: errors }))
  if (gated && gated.code !== 'limit_reached') return refusal(gateRefusal(gated))
  const decision = acceptSlip(request, { nowMs, limits: rules.limits, boost: rules.boost })
  const interrupted = reservation ? interruptedSince(reservation.interruptions, offers) : []
  if (interrupted.length > 0 && (decision.ok || !stateCodes.has(decision.code)))
    return refusal(interruptedRefusal(legs, interrupted, nowMs))
  if (!decision.ok) return refusal(refusalOf(decision, legs, nowMs))
  const addedLiability = liabilityOfLeg({
    possibleWin: decision.possibleWin,
    stake: slip.stake,
    legs: slip.picks.length,
  })
  const limitRefusal =
    liabilityRefusal({ ...facts, rules }, slip, addedLiability) ??
    stakeRefusal({ ...by, reserved: reservation !== undefined }, slip.stake)
  if (limitRefusal) return refusal(limitRefusal)
  if (delay && !reservation) {
    const interruptions = interruptionsOf(offers)
    const inPlay = offers.some((offer) => offer?.matchState === 'live')
    if (isAbove(rules.referral, slip.stake, decision.possibleWin))
      return delay.refer({
        decision,
        interruptions,
        inPlay,
        startTimes: offers.map((offer) => offer?.startTime ?? now),
      })
    if (inPlay) return delay.reserve(interruptions)
  }
  for (const key of slip.picks.map(outcomeKey))
    facts.liability.set(key, (facts.liability.get(key) ?? 0n) + addedLiability)
  const betId = reservation?.betId ?? by.betId
  return { kind: 'placed', bet: newBet({ slip, decision, offers, rules, product, betId, now }) }
}

const refusal = (reason: Refusal<FailureCode>): RefusedTicket => ({ kind: 'refused', refusal: reason })

/** Refuses a slip that would exceed the maximum liability of an outcome (`limit` is the stake that is still possible), or with an outcome on which batches conflict too often. */
function liabilityRefusal(
  { rules, liability, conflicts }: SlipFacts & { readonly rules: PlaceRules },
  { picks, stake }: Slip,
  addedLiability: bigint,
): Refusal<FailureCode> | undefined {
  const keys = picks.map(outcomeKey)
  const taken = keys.reduce((most, key) => bigger(most, liability.get(key) ?? 0n), 0n)
  if (taken + addedLiability > rules.liabilityMax) {
    const room = bigger(rules.liabilityMax - taken, 0n)
    const limit = formatMoney(money(addedLiability === 0n ? 0n : (stake * room) / addedLiability))
    return refused('stake_too_large', { limit }, 'We cannot take this much on this outcome')
  }
  const isContended = keys.some((key) => conflicts.filter((one) => one === key).length >= conflictsMax)
  return isContended ? refused('overloaded', { retry_after_s: 1 }) : undefined
}

const bigger = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** The rules for a bettor whose highest stake and liability operators have lowered to a share of them, rounded down. */
export function loweredRules(rules: PlaceRules, percent: number): PlaceRules {
  if (percent === 100) return rules
  const share = (amount: Money): Money => money((amount * BigInt(percent)) / 100n)
  const limits = { ...rules.limits, maxStake: share(rules.limits.maxStake) }
  return { ...rules, limits, liabilityMax: share(rules.liabilityMax) }
}

/** Whether a trader decides a slip: its stake or payout is above the limits. */
function isAbove(rules: ReferralRules | undefined, stake: Money, possibleWin: Money): boolean {
  return rules !== undefined && rules.on && (stake > rules.stake || possibleWin > rules.win)
}

/** Codes that are more specific than an interrupted match. */
const stateCodes: ReadonlySet<string> = new Set(['bad_slip', 'match_started', 'market_suspended'])

function interruptedRefusal(
  legs: readonly PricedLeg[],
  interrupted: readonly number[],
  nowMs: number,
): Refusal<FailureCode> {
  const data = legs.map((leg) => checkedPick(leg, nowMs))
  const facts = { data, picks: interrupted.map((index) => data[index]?.ucn) }
  return refused('market_suspended', facts, 'Something happened in the match while the bet was checked')
}

function interruptionsOf(offers: readonly (Offered | undefined)[]): Map<number, number> {
  return new Map(offers.flatMap((offer) => (offer ? [[offer.matchId, offer.breaks] as const] : [])))
}

/** The indexes of the picks whose match was interrupted during the live delay, whether or not it was reopened. */
function interruptedSince(before: ReadonlyMap<number, number>, offers: readonly (Offered | undefined)[]): number[] {
  return offers.flatMap((offer, index) => (offer && before.get(offer.matchId) !== offer.breaks ? [index] : []))
}

function offerOf({ offers }: SlipFacts, pick: Pick): Offered | undefined {
  return pick.line === undefined ? undefined : offers.get(offerKey(pick.matchId, pick.marketId, pick.line))
}

type NewBetInput = {
  slip: Slip
  decision: Accepted
  offers: readonly (Offered | undefined)[]
  rules: PlaceRules
  product: Product
  betId: bigint
  now: Date
}

function newBet({ slip, decision, offers, rules, product, betId, now }: NewBetInput): NewBet {
  const { type, totalOdds, possibleWin, boost } = decision
  const { system, accept, attribution } = slip
  return {
    ...singleTicket(slip, { betId, product, rulesVersion: rules.version, placedAt: now }),
    ...{ type, system: type === 'system' ? system : undefined, accept, attribution },
    ...{ totalOdds, possibleWin, boostPercent: boost.percent, boostAmount: boost.amount },
    legs: slip.picks.map((pick, index) => {
      const offer = offers[index]
      // The score marks a leg as placed in play.
      const score = offer?.matchState === 'live' ? (offer.score ?? { home: 0, away: 0 }) : null
      return {
        matchId: pick.matchId,
        marketId: pick.marketId,
        oddKey: pick.oddKey,
        price: decision.prices[index] ?? pick.expected,
        homeAtBet: score?.home ?? null,
        awayAtBet: score?.away ?? null,
        startTime: offer?.startTime ?? now,
      }
    }),
  }
}

function refusalOf(decision: Refused, legs: readonly PricedLeg[], nowMs: number): Refusal<FailureCode> {
  if (decision.code === 'bad_slip') return refused('invalid_input', { fields: decision.fields })
  if ('limit' in decision) {
    return refused(decision.code, {
      limit: typeof decision.limit === 'bigint' ? formatMoney(decision.limit) : decision.limit,
    })
  }
  const data = legs.map((leg) => checkedPick(leg, nowMs))
  const picks = decision.legs.map((index) => data[index]?.ucn)
  return refused(decision.code, {
    data,
    picks,
    ...(decision.code === 'market_suspended' && { open: legs.filter((leg) => legIsOpen(leg, nowMs)).length }),
  })
}
