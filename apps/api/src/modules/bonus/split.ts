/** What of a grant can be spent, in cents. */
export type Spendable = { readonly grantId: bigint; readonly left: bigint }

/** How a stake is paid: `cash`, and the rest from grants. */
export type Payment = {
  readonly cash: bigint
  readonly uses: readonly { readonly grantId: bigint; readonly stake: bigint }[]
}

/** Pays a stake with cash first and the rest from these grants in their order; undefined if both are too small. */
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
 * The bonus part of all that a bet has returned, rounded down; the rest is cash. Of several payments each one's part is what it adds to
 * this, so that the parts of all payments sum to that of their sum.
 */
export const bonusShare = (returned: bigint, { stake, bonusStake }: BonusPart): bigint =>
  (returned * bonusStake) / stake

/** Divides an amount by these weights, of which one at least is above zero: each part is within a cent of its share, and they sum to the amount. */
export function divide(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  let weighed = 0n
  let given = 0n
  return weights.map((weight) => {
    weighed += weight
    const upTo = (amount * weighed) / total
    const part = upTo - given
    given = upTo
    return part
  })
}
