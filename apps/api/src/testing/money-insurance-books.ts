import { legState, type Books, type InsuranceBooks, type StateOfLeg } from './money-books.ts'

/** The terms of the model's insurance: amounts in cents, and the least number of legs that are not void. */
export const terms = {
  most: 300_00n,
  perBet: 100_00n,
  minStake: 50_00n,
  minLegs: 5,
} as const

/** All that the bets have earned so far, in cents. */
export const earnedSum = ({ earned }: InsuranceBooks): bigint =>
  [...earned.values()].reduce((sum, one) => sum + one, 0n)

/**
 * What an insurance gives for a bet, in cents: its stake if all legs are decided and exactly one of those that count is lost, within the maximums of a
 * bet and of a bettor, who has earned `before` already.
 */
export function insuredAmount(
  { cents, states }: { readonly cents: bigint; readonly states: readonly StateOfLeg[] },
  before: bigint,
): bigint {
  const counted = states.filter((state) => state !== 'void')
  const lost = counted.filter((state) => state === 'lost')
  if (states.includes('open') || counted.length < terms.minLegs || lost.length !== 1) return 0n
  if (cents < terms.minStake) return 0n
  return [cents, terms.perBet, terms.most - before].reduce((least, one) => (one < least ? one : least))
}

/** Looks at every bet in cash that was not cashed out. What it has earned stays, and is never earned again, whatever a correction says. */
export function lookAtBets({ insurance, bets, games, cashOuts, bonusStakes }: Books): void {
  for (const id of insurance.slips) {
    const slip = bets.get(id)
    if (!slip || insurance.earned.has(id) || cashOuts.has(id) || (bonusStakes.get(id) ?? 0n) > 0n) continue
    const states = slip.legs.map((leg) => legState(leg, games))
    const amount = insuredAmount({ cents: slip.cents, states }, earnedSum(insurance))
    if (amount > 0n) insurance.earned.set(id, amount)
  }
}
