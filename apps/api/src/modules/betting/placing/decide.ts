import { acceptSlip, type Accepted, type Limits, type Refused } from '@nare/bets/ticket/accept'
import type { BoostRules } from '@nare/bets/ticket/boost'
import { legIsOpen, slipFaults, type PricedLeg } from '@nare/bets/ticket/slip'
import { refused, type Refusal } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import type { Product } from '@nare/contract/products'
import { formatMoney, money, type Money } from '@nare/money/money'
import { refusalOf as gateRefusal } from '#modules/protection/protection'
import type { LevelRules } from '#modules/settings/settings'
import { singleTicket, stakeRefusal, type Deciding, type Placing, type RefusedTicket } from '#modules/tickets/tickets'
import type { DelayStep } from './delay.ts'
import type { Tx } from '#platform/db'
import { liabilityOfLeg, outcomeKey, outcomesAtRisk } from './exposure.ts'
import { partsOf, shareOf, strictest, type Held, type Limit } from './limits.ts'
import { atLongOdds, longKey, longRefusal } from './long-odds.ts'
import type { NewBet } from './place-store.ts'
import type { ReferralRules } from '../settings.ts'
import { checkedPick, pickErrors, offerKey, pricedLeg, type Offered, type Pick, type Slip } from './slip.ts'

export type PlaceRules = {
  readonly version: string
  readonly limits: Limits
  /** Absent for a product without boosts. */
  readonly boost?: BoostRules | undefined
  /** The most that may be lost on an outcome, where no level has a stricter limit. */
  readonly liabilityMax: Money
  /** The most that may be lost on an outcome of a match that a person has made; absent for a product without such matches. */
  readonly handLiabilityMax?: Money | undefined
  /** The limits by level; absent for a product without them. */
  readonly levels?: LevelRules | undefined
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
  /** The most that may be lost on each outcome that was decided on, by the limits of all levels. */
  readonly max: Map<string, bigint>
  /** What bettors have at long odds, by `longKey`, as far as a limit depends on it. */
  readonly long: Map<string, bigint>
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
  const { rules } = facts
  const nowMs = now.getTime()
  const offers = slip.picks.map((pick) => offerOf(facts, pick))
  const limited = limitsOf(rules, { picks: slip.picks, offers, percent: stakePercent })
  const legs = slip.picks.map((pick, index) => pricedLeg(pick, offers[index]))
  const request = { legs, stake: slip.stake, type: slip.type, system: slip.system, accept: slip.accept }
  const errors = pickErrors(slip.picks, on.pickError) ?? slipFaults(request)
  if (errors) return refusal(refused('invalid_input', { fields: errors }))
  if (gated && gated.code !== 'limit_reached') return refusal(gateRefusal(gated))
  const decision = acceptSlip(request, {
    nowMs,
    limits: { ...rules.limits, maxStake: limited.stake.amount },
    boost: rules.boost,
  })
  const interrupted = reservation ? interruptedSince(reservation.interruptions, offers) : []
  if (interrupted.length > 0 && (decision.ok || !stateCodes.has(decision.code)))
    return refusal(interruptedRefusal(legs, interrupted, nowMs))
  if (!decision.ok) return refusal(refusalOf(decision, legs, { nowMs, held: limited.stake.held }))
  const risk = { possibleWin: decision.possibleWin, stake: slip.stake, legs: slip.picks.length }
  const added = { stake: slip.stake, added: liabilityOfLeg(risk), long: atLongOdds(risk) }
  const limitRefusal =
    liabilityRefusal(facts, slip, { added: added.added, limits: limited.liability }) ??
    (added.long > 0n ? longRefusal(added, longOn(facts, slip, limited.liability)) : undefined) ??
    stakeRefusal({ ...by, reserved: reservation !== undefined && !delay?.edit }, slip.stake)
  if (limitRefusal) return refusal(limitRefusal)
  if (delay && !reservation) {
    const interruptions = interruptionsOf(offers)
    const inPlay = delay.edit?.inPlay || offers.some((offer) => offer?.matchState === 'live')
    if (isAbove(rules.referral, slip.stake, decision.possibleWin))
      return delay.refer({
        decision,
        interruptions,
        inPlay,
        startTimes: offers.map((offer) => offer?.startTime ?? now),
      })
    if (inPlay) return delay.reserve(interruptions)
  }
  for (const { key, whole } of limited.liability) {
    facts.liability.set(key, (facts.liability.get(key) ?? 0n) + added.added)
    facts.max.set(key, whole)
    if (added.long > 0n) facts.long.set(longKey(slip, key), (facts.long.get(longKey(slip, key)) ?? 0n) + added.long)
  }
  const betId = reservation?.betId ?? by.betId
  return { kind: 'placed', bet: newBet({ slip, decision, offers, rules, product, betId, now }) }
}

const refusal = (reason: Refusal<FailureCode>): RefusedTicket => ({ kind: 'refused', refusal: reason })

/** Those of the rules that limit a slip. */
type LimitRules = {
  readonly limits: Limits
  readonly liabilityMax: Money
  readonly handLiabilityMax?: Money | undefined
  readonly levels?: LevelRules | undefined
}

type Asked = {
  readonly picks: readonly Pick[]
  readonly offers: readonly (Offered | undefined)[]
  readonly percent: number
}
/** The limit of an outcome, by its key, for this bettor; `whole` is the one for all. */
type OutcomeLimit = Limit & { readonly key: string; readonly whole: Money }

/**
 * The limits of a slip: the strictest of all levels for each of its outcomes, those of the parts of combinations included, and the strictest stake
 * of them. A bettor whose limits operators have lowered has a share of each, rounded down.
 */
export function limitsOf(
  { limits: { maxStake }, liabilityMax, handLiabilityMax, levels: rules }: LimitRules,
  { picks, offers, percent }: Asked,
): { readonly stake: Limit; readonly liability: readonly OutcomeLimit[] } {
  const outcomes = picks.flatMap((pick, n) =>
    outcomesAtRisk(pick).map((one) => {
      const level = partsOf({ ...pick, marketId: one.marketId }, offers[n])
      return { key: outcomeKey(one), level, ofHand: offers[n]?.isByHand ? handLiabilityMax : undefined }
    }),
  )
  const base: Limit = { amount: maxStake, held: { level: 'all', id: '' } }
  const stake = outcomes
    .map(({ level }) => strictest({ rules, kind: 'stake', base: maxStake }, level))
    .reduce((least, one) => (one.amount < least.amount ? one : least), base)
  const liability = outcomes.map(({ key, level, ofHand }) => {
    const { amount, held } = strictest({ rules, kind: 'liability', base: liabilityMax }, level, ofHand)
    return { key, amount: shareOf(amount, percent), held, whole: amount }
  })
  return { stake: { ...stake, amount: shareOf(stake.amount, percent) }, liability }
}

type Added = { readonly added: bigint; readonly limits: readonly OutcomeLimit[] }

/** Refuses a slip that would exceed the maximum liability of an outcome (`limit` is the stake that is still possible), or with an outcome on which batches conflict too often. */
function liabilityRefusal(
  { liability, conflicts }: SlipFacts,
  { stake }: Slip,
  { added, limits }: Added,
): Refusal<FailureCode> | undefined {
  const [least] = limits
    .map(({ key, amount, held }) => ({ held, room: amount - (liability.get(key) ?? 0n) }))
    .toSorted((a, b) => (a.room < b.room ? -1 : a.room > b.room ? 1 : 0))
  if (least && added > least.room) {
    const room = bigger(least.room, 0n)
    const limit = formatMoney(money(added === 0n ? 0n : (stake * room) / added))
    return refused('stake_too_large', { limit, held: least.held }, 'We cannot take this much on this outcome')
  }
  const isContended = limits.some(({ key }) => conflicts.filter((one) => one === key).length >= conflictsMax)
  return isContended ? refused('overloaded', { retry_after_s: 1 }) : undefined
}

const longOn = ({ liability, long }: SlipFacts, slip: Slip, limits: readonly OutcomeLimit[]) =>
  limits.map(({ key, amount, held }) => ({
    ...{ held, most: amount, used: liability.get(key) ?? 0n, before: long.get(longKey(slip, key)) ?? 0n },
  }))

const bigger = (one: bigint, other: bigint): bigint => (one > other ? one : other)

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

type Refusing = { readonly nowMs: number; readonly held: Held }

function refusalOf(decision: Refused, legs: readonly PricedLeg[], { nowMs, held }: Refusing): Refusal<FailureCode> {
  if (decision.code === 'bad_slip') return refused('invalid_input', { fields: decision.fields })
  if ('limit' in decision) {
    return refused(decision.code, {
      limit: typeof decision.limit === 'bigint' ? formatMoney(decision.limit) : decision.limit,
      ...(decision.code === 'stake_too_large' && { held }),
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
