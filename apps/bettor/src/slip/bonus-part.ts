import { formatMoney, money, parseMoney } from '@nare/money/money'

/** Amounts are decimal text. `stake` is the stake of each bet; `balance` is null for a guest and undefined until loaded. */
type Paid = { stake: string; bets: number; balance: string | null | undefined; bonus: string | undefined }

/**
 * The bonus part of the stakes as decimal text: the part that the balance does not cover, because cash is spent first. Undefined if
 * there is none, or if the spendable bonus does not cover it.
 */
export function bonusPart({ stake, bets, balance, bonus }: Paid): string | undefined {
  const [stakePerBet, cash, spendable] = [stake, balance ?? '', bonus ?? ''].map(parseMoney)
  if (stakePerBet === undefined || cash === undefined || spendable === undefined) return undefined
  const part = stakePerBet * BigInt(bets) - cash
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
  return isEnough && paid.bets === 1 && answered?.stake === paid.stake ? answered.part : paid.bonus
}
