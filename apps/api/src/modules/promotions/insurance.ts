import { mostOf, type Earned, type Rule, type SettledFacts } from './rules.ts'

/** A leg with the price at which it was taken, in thousandths. */
export type InsuredLeg = { readonly price: bigint; readonly state: string }

/** A settled bet with its type and its legs. */
export type InsuredBet = Omit<SettledFacts, 'basePoints'> & {
  readonly type: string
  readonly legs: readonly InsuredLeg[]
}

/** Whether the bet is lost and some of its legs are not decided, so that nobody knows yet by how many legs it has failed. */
export const isUndecided = ({ state, legs }: Pick<InsuredBet, 'state' | 'legs'>): boolean =>
  state === 'lost' && legs.some((leg) => leg.state === 'open')

/**
 * What an insurance gives for a lost multi: its stake, at most `perBet` and what is left of `most`. Exactly one leg is lost and all others are won or
 * half won; void legs do not count. Every leg that counts has the least price, and there are enough of them. Cash only, and nothing that was
 * cashed out. Of the stake counts what was at risk: a bettor who also bet on what the multi needed to lose has risked less.
 */
export function earnedByLostLeg(rule: Rule, bet: InsuredBet, before: bigint): Earned | undefined {
  const { minLegs, minLeg, perBet } = rule
  if (rule.kind !== 'insurance' || minLegs === null || minLeg === null || perBet === null) return undefined
  if (bet.product !== 'sports' || bet.type !== 'multi' || bet.state !== 'lost') return undefined
  if (bet.bonusStake > 0n || bet.cashed > 0n || bet.atRisk < (rule.minStake ?? 0n)) return undefined
  if (rule.minOdds !== null && (bet.totalOdds === null || bet.totalOdds < rule.minOdds)) return undefined
  const legs = bet.legs.filter(({ state }) => state !== 'void')
  const won = legs.filter(({ state }) => state === 'won' || state === 'half_won')
  const lost = legs.filter(({ state }) => state === 'lost')
  if (lost.length !== 1 || won.length !== legs.length - 1) return undefined
  if (legs.length < minLegs || legs.some(({ price }) => price < minLeg)) return undefined
  const amount = least(bet.atRisk, perBet, mostOf(rule) - before)
  return { amount, ends: before + amount >= mostOf(rule) }
}

const least = (...amounts: readonly bigint[]): bigint => amounts.reduce((low, one) => (one < low ? one : low))
