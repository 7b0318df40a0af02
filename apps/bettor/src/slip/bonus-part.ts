import { formatMoney, money, parseMoney } from '@nare/money/money'

/** Decimal text; the stake is that of each bet, and the balance is null or undefined if there is none or it is not known. */
type Paid = { stake: string; bets: number; balance: string | null | undefined; bonus: string | undefined }

/**
 * How much of the stakes is bonus money, decimal text: what the balance does not cover, because cash is spent first. Undefined if it
 * is nothing, and where even the bonus that may be spent does not cover it.
 */
export function bonusPart({ stake, bets, balance, bonus }: Paid): string | undefined {
  const [each, cash, spendable] = [stake, balance ?? '', bonus ?? ''].map(parseMoney)
  if (each === undefined || cash === undefined || spendable === undefined) return undefined
  const part = each * BigInt(bets) - cash
  return part > 0n && part <= spendable ? formatMoney(money(part)) : undefined
}

/** `answered`: what the server answered: how much of a stake is bonus money, and for which stake. */
type Known = Paid & { answered: { stake: string; part: string } | null }

/**
 * What bonus money may pay of the stakes: `bonus` is all that the bettor has, of which some may not be for this product. So where all of
 * it would be enough, its answer about this stake decides; it is asked about one bet, not about several singles.
 */
export function spendableBonus({ answered, ...paid }: Known): string | undefined {
  const isEnough = bonusPart(paid) !== undefined
  return isEnough && paid.bets === 1 && answered?.stake === paid.stake ? answered.part : paid.bonus
}
