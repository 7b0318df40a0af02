import type { Product } from '@nare/contract/products'
import type { PromotionKind, PromotionTrigger } from '@nare/contract/promotions'

/** A reward that the bettor must not receive yet waits for this number of days. */
export const dueDays = 30

/** The numbers of a promotion: amounts in cents, prices in thousandths. Null if its kind does not use them. */
export type Rule = {
  readonly kind: PromotionKind
  readonly trigger: PromotionTrigger
  readonly percent: number | null
  /** The maximum bonus of a bettor; for a free bet, the bonus. Null for points. */
  readonly most: bigint | null
  /** The maximum points of a bettor. Null for bonuses. */
  readonly points: bigint | null
  /** What 100 points are worth when redeemed, in cents. */
  readonly pointValue: bigint
  readonly minDeposit: bigint | null
  readonly minStake: bigint | null
  readonly minOdds: bigint | null
  /** Of an insurance: the most for one bet, the least number of legs, and the least price of each. */
  readonly perBet: bigint | null
  readonly minLegs: number | null
  readonly minLeg: bigint | null
  readonly wager: number | null
  readonly days: number | null
  readonly claimDays: number
  readonly products: readonly Product[]
  readonly newOnly: boolean
}

/** The fields of a settled bet that promotions need. `basePoints`: the points that it earns without promotions. */
export type SettledFacts = {
  readonly product: Product
  readonly state: string
  readonly stake: bigint
  readonly bonusStake: bigint
  /** The part of what was at risk on its event. */
  readonly atRisk: bigint
  /** The amount that cash-outs paid before the results settled the rest. */
  readonly cashed: bigint
  /** Null if a ticket has no single price. */
  readonly totalOdds: bigint | null
  readonly returned: bigint
  readonly basePoints: bigint
}

/** The reward of an event, in cents or points. `ends`: the place earns nothing more. `givenFor`: the credited deposit that it is given for. */
export type Earned = { readonly amount: bigint; readonly ends: boolean; readonly givenFor?: bigint }

/** The maximum reward of a place, in cents or points. */
export const mostOf = ({ most, points }: Pick<Rule, 'most' | 'points'>): bigint => most ?? points ?? 0n

/** The cost of a reward, in cents. The cost of points is rounded up. */
export const costOf = ({ kind, pointValue }: Pick<Rule, 'kind' | 'pointValue'>, amount: bigint): bigint =>
  kind === 'points' ? (amount * pointValue + 99n) / 100n : amount

/** The reward for a deposit of this amount before tax: a percentage of it, rounded down, or the fixed reward. Undefined if it does not qualify. */
export function earnedByDeposit(
  rule: Rule,
  { gross, credited }: { gross: bigint; credited: bigint },
): Earned | undefined {
  if (rule.trigger !== 'deposit' || gross < (rule.minDeposit ?? 0n)) return undefined
  const amount = rule.percent === null ? mostOf(rule) : shareOf(rule, gross, 0n)
  return { amount, ends: true, ...(credited > 0n && { givenFor: credited }) }
}

/**
 * The reward of a settled bet for a place that has earned `before`; undefined if the bet does not qualify. Won and lost bets qualify; void bets
 * and fully or partly cashed-out bets do not. Only what was at risk counts, of cash and not of bonus money. A boost applies to the next
 * qualifying bet, won or lost, and pays a percentage of the winnings of that part of the stake. Extra points are a percentage of the points that the bet earned, up to the
 * maximum.
 */
export function earnedByBet(rule: Rule, bet: SettledFacts, before: bigint): Earned | undefined {
  if (rule.trigger !== 'bet' || rule.kind === 'insurance') return undefined
  if ((bet.state !== 'won' && bet.state !== 'lost') || bet.cashed > 0n) return undefined
  const cash = (bet.atRisk * (bet.stake - bet.bonusStake)) / bet.stake
  if (!rule.products.includes(bet.product) || cash < (rule.minStake ?? 0n)) return undefined
  if (rule.minOdds !== null && (bet.totalOdds === null || bet.totalOdds < rule.minOdds)) return undefined
  if (rule.percent === null) return { amount: mostOf(rule), ends: true }
  if (rule.kind === 'points') {
    const amount = shareOf(rule, bet.basePoints, before)
    return { amount, ends: before + amount >= mostOf(rule) }
  }
  const winnings = bet.returned > bet.stake ? bet.returned - bet.stake : 0n
  return { amount: shareOf(rule, (winnings * cash) / bet.stake, 0n), ends: true }
}

/** The percentage of an amount, rounded down and limited by the rest of the maximum. */
function shareOf(rule: Rule, of: bigint, before: bigint): bigint {
  const share = (of * BigInt(rule.percent ?? 0)) / 100n
  const left = mostOf(rule) - before
  return share < left ? share : left
}
