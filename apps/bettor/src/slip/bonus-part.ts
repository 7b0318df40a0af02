import { formatMoney, money, parseMoney } from '@nare/money/money'

/** Decimal text; the stake is that of each bet, and the balance is null or undefined if there is none or it is not known. */
type Paid = { stake: string; bets: number; balance: string | null | undefined; bonus: string | undefined }

/**
 * The bonus part of the stakes as decimal text: the part that the balance does not cover, because cash is spent first. Undefined if
 * there is none, or if the spendable bonus does not cover it.
 */
export function bonusPart({ stake, bets, balance, bonus }: Paid): string | undefined {
  const [each, cash, spendable] = [stake, balance ?? '', bonus ?? ''].map(parseMoney)
  if (each === undefined || cash === undefined || spendable === undefined) return undefined
  const part = each * BigInt(bets) - cash
  return part > 0n && part <= spendable ? formatMoney(money(part)) : undefined
}

/** `answered`: the server's last answer: a stake and its bonus part. */
type Known = Paid & { answered: { stake: string; part: string } | null }

/**
 * The bonus that may be spent on the stakes. `bonus` is the whole bonus of the bettor, a part of which may not be valid for this
 * product. If the whole bonus would be enough, the server's answer for this stake decides. The server is asked about one bet, not
 * about several singles.
 */
export function spendableBonus({ answered, ...paid }: Known): string | undefined {
  const isEnough = bonusPart(paid) !== undefined
  return isEnough && paid.bets === 1 && answered?.stake === paid.stake ? answered.part : paid.bonus
}
