/** The amount of a grant that can be spent, in cents. */
export type Spendable = { readonly grantId: bigint; readonly left: bigint }

/** The split of a stake into cash and parts of grants. */
export type Payment = {
  readonly cash: bigint
  readonly uses: readonly { readonly grantId: bigint; readonly stake: bigint }[]
}

/** Splits a stake: cash first, then these grants in the given order. Undefined if cash and grants together are too small. */
export function paymentOf(
  stake: bigint,
  { cash: available, grants }: { cash: bigint; grants: readonly Spendable[] },
): Payment | undefined {
  const cash = available < stake ? available : stake
  let missing = stake - cash
  const uses: { grantId: bigint; stake: bigint }[] = []
  for (const { grantId, left } of grants) {
    const used = left < missing ? left : missing
    if (used > 0n) uses.push({ grantId, stake: used })
    missing -= used
  }
  return missing > 0n ? undefined : { cash, uses }
}

/** The stake of a bet, and the part of it that was bonus money. */
export type BonusPart = { readonly stake: bigint; readonly bonusStake: bigint }

/**
 * The bonus part of a bet's total return, rounded down; the rest is cash. The bonus part of one of several payments is the increase of this
 * value, so that the parts of all payments add up to the part of the total.
 */
export const bonusShare = (returned: bigint, { stake, bonusStake }: BonusPart): bigint =>
  (returned * bonusStake) / stake
