import { acceptSlip, type Accepted, type Limits, type Refused } from '@nare/bets/accept'
import type { BoostRules } from '@nare/bets/boost'
import { legIsOpen, slipFaults, type PricedLeg } from '@nare/bets/slip'
import { refused, type Refusal } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import type { Product } from '@nare/contract/products'
import { formatMoney, type Money } from '@nare/money/money'
import { refusalOf as gateRefusal } from '#modules/protection/protection'
import { liabilityOfLeg, outcomeKey } from './exposure.ts'
import type { NewBet } from './place-store.ts'
import { checkedPick, foreignPicks, offerKey, pricedLeg, type Offered, type Pick, type Slip } from './slip.ts'
import {
  stakeRefusal,
  type Deciding,
  type LiveDelay,
  type RefusedTicket,
  type Reserved,
  type TicketPlacement,
} from './tickets.ts'

/** The outcome for a slip. */
export type Placement = TicketPlacement<NewBet> | Reserved

export type PlaceRules = {
  readonly version: string
  readonly limits: Limits
  /** Absent for a product without boosts. */
  readonly boost?: BoostRules | undefined
  readonly liabilityMax: Money
}

/** Why a pick cannot be on a slip of a product; undefined if it can. */
export type ForeignPick = (pick: Pick) => string | undefined

const contentionMax = 4

/** The facts that the decisions of one batch share. */
export type Batch = {
  product: Product
  rules: PlaceRules
  foreign: ForeignPick | undefined
  offers: Map<string, Offered>
  /** The liability of an outcome with the bets of this batch; an outcome without an entry can accept the whole batch. */
  atRisk: Map<string, bigint>
  contested: ReadonlyMap<string, number>
}

/** Decides one slip of a batch. Refuses in this order: shape, verification and exclusion, matches and prices, limits, liability, funds. */
export function decide(batch: Batch, slip: Slip, by: Deciding): Decision {
  const { product, rules } = batch
  const { gated, now } = by
  const nowMs = now.getTime()
  const found = slip.picks.map((pick) => offerOf(batch, pick))
  const legs = slip.picks.map((pick, index) => pricedLeg(pick, found[index]))
  const request = { legs, stake: slip.stake, type: slip.type, system: slip.system, accept: slip.accept }
  const faults = foreignPicks(slip.picks, batch.foreign) ?? slipFaults(request)
  if (faults) return refusal(refused('invalid_input', { fields: faults }))
  if (gated && gated.code !== 'limit_reached') return refusal(gateRefusal(gated))
  const decision = acceptSlip(request, { nowMs, limits: rules.limits, boost: rules.boost })
  const interrupted = interruptedDuringDelay(slip, found)
  if (interrupted.length > 0 && (decision.ok || !stateCodes.has(decision.code)))
    return refusal(interruptedRefusal(legs, interrupted, nowMs))
  if (!decision.ok) return refusal(refusalOf(decision, legs, nowMs))
  const risk = liabilityOfLeg({ possibleWin: decision.possibleWin, stake: slip.stake, legs: slip.picks.length })
  const stopped = liabilityRefusal(batch, slip, risk) ?? stakeRefusal(by, slip.stake)
  if (stopped) return refusal(stopped)
  if (!slip.interruptionsBefore && found.some((offer) => offer?.matchState === 'live'))
    return { kind: 'live_delay', interruptions: interruptionsOf(found) }
  for (const key of slip.picks.map(outcomeKey)) batch.atRisk.set(key, (batch.atRisk.get(key) ?? 0n) + risk)
  return { kind: 'placed', bet: newBet({ slip, decision, found, rules, product, betId: by.betId, now }) }
}

type Decision = { readonly kind: 'placed'; readonly bet: NewBet } | RefusedTicket | LiveDelay

const refusal = (reason: Refusal<FailureCode>): RefusedTicket => ({ kind: 'refused', refusal: reason })

/** Refuses a slip that would exceed the maximum liability of an outcome, or whose outcome is too contended. */
function liabilityRefusal(
  { rules, atRisk, contested }: Batch,
  { picks }: Slip,
  risk: bigint,
): Refusal<FailureCode> | undefined {
  const keys = picks.map(outcomeKey)
  if (keys.some((key) => (atRisk.get(key) ?? 0n) + risk > rules.liabilityMax))
    return refused('stake_too_large', undefined, 'We cannot take this much on this outcome')
  const contended = keys.some((key) => (contested.get(key) ?? 0) >= contentionMax)
  return contended ? refused('overloaded', { retry_after_s: 1 }) : undefined
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

function interruptionsOf(found: readonly (Offered | undefined)[]): Map<number, number> {
  return new Map(found.flatMap((offer) => (offer ? [[offer.matchId, offer.breaks] as const] : [])))
}

/** The indexes of the picks whose match was interrupted during the live delay, whether or not it was reopened. */
function interruptedDuringDelay({ interruptionsBefore }: Slip, found: readonly (Offered | undefined)[]): number[] {
  if (!interruptionsBefore) return []
  return found.flatMap((offer, index) =>
    offer && interruptionsBefore.get(offer.matchId) !== offer.breaks ? [index] : [],
  )
}

function offerOf(batch: Batch, pick: Slip['picks'][number]): Offered | undefined {
  return pick.line === undefined ? undefined : batch.offers.get(offerKey(pick.matchId, pick.marketId, pick.line))
}

type Making = {
  slip: Slip
  decision: Accepted
  found: readonly (Offered | undefined)[]
  rules: PlaceRules
  product: Product
  betId: bigint
  now: Date
}

function newBet({ slip, decision, found, rules, product, betId, now }: Making): NewBet {
  return {
    betId,
    product,
    bettor: slip.bettor,
    clientId: slip.id,
    hash: slip.hash,
    type: decision.type,
    system: decision.type === 'system' ? slip.system : undefined,
    accept: slip.accept,
    stake: slip.stake,
    totalOdds: decision.totalOdds,
    possibleWin: decision.possibleWin,
    boostPercent: decision.boost.percent,
    boostAmount: decision.boost.amount,
    rulesVersion: rules.version,
    placedAt: now,
    attribution: slip.attribution,
    legs: slip.picks.map((pick, index) => {
      const offer = found[index]
      const score = offer?.matchState === 'live' ? offer.score : null
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
