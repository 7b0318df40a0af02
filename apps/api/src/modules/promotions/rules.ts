import type { Product } from '@nare/contract/products'
import type { PromotionKind, PromotionTrigger } from '@nare/contract/promotions'

/** A reward that was earned while its bettor may not have it waits for so many days. */
export const dueDays = 30

/** The numbers of a promotion: amounts in cents, prices in thousandths. Null if its kind does not use them. */
export type Rule = {
  readonly kind: PromotionKind
  readonly trigger: PromotionTrigger
  readonly percent: number | null
  /** The largest bonus of a bettor; of a free bet the bonus. Null for points. */
  readonly most: bigint | null
  /** The most points of a bettor. Null for bonuses. */
  readonly points: bigint | null
  /** What 100 points are worth when redeemed, in cents. */
  readonly pointValue: bigint
  readonly minDeposit: bigint | null
  readonly minStake: bigint | null
  readonly minOdds: bigint | null
  readonly wager: number | null
  readonly days: number | null
  readonly claimDays: number
  readonly products: readonly Product[]
  readonly newOnly: boolean
}

/** A settled bet, as far as promotions look at it. `basePoints` are those that it earns without promotions. */
export type SettledFacts = {
  readonly product: Product
  readonly state: string
  readonly stake: bigint
  readonly bonusStake: bigint
  /** What cash-outs paid before the results decided the rest. */
  readonly cashed: bigint
  /** Null if a ticket has no single price. */
  readonly totalOdds: bigint | null
  readonly returned: bigint
  readonly basePoints: bigint
}

/** What an event earns a place, in cents or points; undefined if the event does not qualify. `ends`: the place earns nothing more. */
export type Earned = { readonly amount: bigint; readonly ends: boolean }

/** The most that a place earns, in cents or points. */
export const mostOf = ({ most, points }: Pick<Rule, 'most' | 'points'>): bigint => most ?? points ?? 0n

/** What so much of a reward costs, in cents. Points are rounded up. */
export const costOf = ({ kind, pointValue }: Pick<Rule, 'kind' | 'pointValue'>, amount: bigint): bigint =>
  kind === 'points' ? (amount * pointValue + 99n) / 100n : amount

/** What a deposit of this amount before tax earns: the share of it, rounded down, or the fixed reward. */
export function earnedByDeposit(rule: Rule, gross: bigint): Earned | undefined {
  if (rule.trigger !== 'deposit' || gross < (rule.minDeposit ?? 0n)) return undefined
  return { amount: rule.percent === null ? mostOf(rule) : shareOf(rule, gross, 0n), ends: true }
}

/**
 * What a settled bet earns a place that earned `before`. Bets that were decided by results qualify, not those that were void or cashed
 * out, wholly or in part; their cash stake counts, not the bonus in it. A boost takes the next bet that qualifies, won or lost, and its share of the winnings
 * of the cash stake. Extra points are a share of those that the bet earned, until the most are reached.
 */
export function earnedByBet(rule: Rule, bet: SettledFacts, before: bigint): Earned | undefined {
  if (rule.trigger !== 'bet' || (bet.state !== 'won' && bet.state !== 'lost') || bet.cashed > 0n) return undefined
  const cash = bet.stake - bet.bonusStake
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

/** The percentage of an amount, rounded down, as far as the most that is left allows. */
function shareOf(rule: Rule, of: bigint, before: bigint): bigint {
  const share = (of * BigInt(rule.percent ?? 0)) / 100n
  const left = mostOf(rule) - before
  return share < left ? share : left
}
