import type { Accepted } from '@nare/bets/ticket/accept'
import type { FailureCode } from '@nare/contract/failures'
import { refused, type Refusal } from '@nare/contract/outcome'
import type { Product } from '@nare/contract/products'
import { formatMoney, formatPrice, parsePrice } from '@nare/money/money'
import type { Placing, RefusedTicket } from '#modules/tickets/tickets'
import { invariant } from '#platform/invariant'
import type { NewReferral, ReferralRow } from './referral-store.ts'
import type { ReferredBefore } from './reservations.ts'
import { parsePick, type Slip } from './slip.ts'

/** How long a slip waits for a trader, and a trader's offer for its bettor, in seconds. */
export const waitS = 60
const waitingMax = 5000
/** Few enough that no handful of bettors fills the traders' list. */
const waitingPerBettorMax = 20

/** A slip that a trader decides, as its batch writes it: `created` in this batch, or referred earlier. */
export type Referred = {
  readonly betId: bigint
  readonly product: Product
  readonly bettor: bigint
  readonly stake: bigint
  readonly bonusStake?: bigint
  readonly referral: ReferredBefore
  readonly created?: NewReferral
}

/** What is known of a slip when it is referred. */
export type Asked = {
  readonly decision: Accepted
  readonly interruptions: ReadonlyMap<number, number>
  readonly inPlay: boolean
  readonly startTimes: readonly Date[]
}

/** The referrals that wait, which a batch counts on. */
export type WaitingCounts = { total: number; readonly own: Map<bigint, number> }

/** Refers a slip to a trader. Refused if too many wait. */
export function refer(
  slip: Slip,
  { decision, interruptions, inPlay, startTimes }: Asked,
  { betId, product, now, waiting }: { betId: bigint; product: Product; now: Date; waiting: WaitingCounts },
): Placing<Referred> | RefusedTicket {
  const { bettor, stake } = slip
  const own = waiting.own.get(bettor) ?? 0
  if (own >= waitingPerBettorMax)
    return { kind: 'refused', refusal: refused('too_many_requests', { retry_after_s: 10 }) }
  if (waiting.total >= waitingMax) return { kind: 'refused', refusal: refused('overloaded', { retry_after_s: 10 }) }
  waiting.total++
  waiting.own.set(bettor, own + 1)
  const until = new Date(now.getTime() + waitS * 1000)
  const startsAt = new Date(Math.min(...startTimes.map((at) => at.getTime())))
  const created: NewReferral = {
    ...{
      betId,
      bettor,
      clientId: slip.id,
      hash: slip.hash,
      stake,
      bonusStake: 0n,
      inPlay,
      startsAt,
      createdAt: now,
      until,
    },
    ...{ type: decision.type, totalOdds: decision.totalOdds, possibleWin: decision.possibleWin },
    slip: {
      ...{ type: slip.type, system: slip.system, accept: slip.accept, attribution: slip.attribution },
      ...{ verified: slip.verified, origin: slip.origin, signingKey: slip.signingKey },
      interruptions: Object.fromEntries(interruptions),
      boost: { percent: decision.boost.percent, amount: formatMoney(decision.boost.amount) },
      picks: slip.picks.map((pick, n) => ({
        ...{ match_id: pick.matchText, sub_type_id: pick.marketId, odd_key: pick.oddKey },
        odd_value: formatPrice(pick.expected),
        asked: formatPrice(decision.prices[n] ?? pick.expected),
        start_time: (startTimes[n] ?? now).toISOString(),
      })),
    },
  }
  const referral = { betId, state: 'referred' as const, until, outcome: null }
  return { kind: 'placed', bet: { betId, product, bettor, stake, referral, created }, isProvisional: true }
}

const takenBack = refused('not_available', undefined, 'You took this bet back')

/** Why a referral ended without a bet; undefined for one that waits or was placed. */
export function refusalOfReferral({
  state,
  outcome,
}: Pick<ReferredBefore, 'state' | 'outcome'>): Refusal<FailureCode> | undefined {
  if (state === 'withdrawn') return takenBack
  return state === 'refused' ? (outcome ?? takenBack) : undefined
}

/** What a repeated command is answered: it waits still, or what became of it. */
export function referredBefore(
  slip: Slip,
  product: Product,
  referral: ReferredBefore,
): Placing<Referred> | RefusedTicket {
  const refusal = refusalOfReferral(referral)
  if (refusal) return { kind: 'refused', refusal }
  const { betId } = referral
  const { bettor, stake } = slip
  return { kind: 'placed', bet: { betId, product, bettor, stake, referral }, isPaid: true, isProvisional: true }
}

/**
 * The slip that is judged when a trader has accepted or the bettor has taken an offer: at the offered stake and price, or else the asked ones,
 * never above them. The bettor's choice about changed odds applies to what the bettor saw last.
 */
export function slipToJudge({ betId, bettor, clientId, hash, slip, stake, offerStake, offerPrice }: ReferralRow): Slip {
  const { type, system, accept, attribution, verified, origin, signingKey = '' } = slip
  return {
    ...{
      bettor,
      verified,
      id: clientId,
      hash,
      stake: (offerStake ?? stake) as Slip['stake'],
      origin,
      attribution,
      signingKey,
    },
    ...{ type, system, accept, reservation: betId, isReferred: true },
    picks: slip.picks.map((pick) => {
      const [saw, asked] = [parsePrice(pick.odd_value), parsePrice(pick.asked)]
      invariant(saw !== undefined && asked !== undefined, `the referral ${betId} has a pick without a price`)
      const offered = offerPrice === null ? undefined : (offerPrice as typeof asked)
      return { ...parsePick({ ...pick, odd_value: offered ?? saw }), most: offered ?? asked }
    }),
  }
}
