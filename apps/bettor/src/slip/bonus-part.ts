import { formatMoney, money, parseMoney } from '@nare/money/money'
import { totalOf } from './stakes.ts'

/** Amounts are decimal text. `stakes` are those of the bets; `balance` is null for a guest and undefined until loaded. */
type Paid = { stakes: readonly string[]; balance: string | null | undefined; bonus: string | undefined }

/**
 * The bonus part of the stakes as decimal text: the part that the balance does not cover, because cash is spent first. Undefined if
 * there is none, or if the spendable bonus does not cover it.
 */
export function bonusPart({ stakes, balance, bonus }: Paid): string | undefined {
  const [cash, spendable] = [balance ?? '', bonus ?? ''].map(parseMoney)
  const total = totalOf(stakes)
  if (total === undefined || cash === undefined || spendable === undefined) return undefined
  const part = total - cash
  return part > 0n && part <= spendable ? formatMoney(money(part)) : undefined
}

/** `answered` is the last response of the server: a stake and its bonus part. */
type Known = Paid & { answered: { stake: string; part: string } | null }

/**
 * The bonus that may be spent on the stakes. `bonus` is the whole bonus of the bettor, a part of which may not be valid for this
 * product. If the whole bonus is enough, the server's response for this stake decides. The server checks one bet, not several
 * singles.
 */
export function spendableBonus({ answered, ...paid }: Known): string | undefined {
  const isEnough = bonusPart(paid) !== undefined
  return isEnough && paid.stakes.length === 1 && answered && answered.stake === paid.stakes[0]
    ? answered.part
    : paid.bonus
}
