import { divide } from './split.ts'

/** A grant as the payments of a transaction change it. */
export type GrantBooks = {
  readonly grantId: bigint
  readonly state: 'active' | 'converted' | 'expired' | 'cancelled'
  left: bigint
  converted: bigint
}

/**
 * The bonus part of a stake by grant; `returned` is what the present settlement of the bet has paid for it, `restored` what the house has
 * borne for it and not got back.
 */
export type Use = { readonly grant: GrantBooks; readonly stake: bigint; returned: bigint; restored: bigint }

/**
 * A movement beside the bet's own transfer on the bonus account. `restored`: the house bears what a correction takes from a grant that no
 * longer has it; `repaid`: it gets that back first when the bet is paid again, because the bettor has had it. The others pass on what a grant that has ended cannot keep: it becomes cash, or goes back to the house.
 */
export type Passing = {
  readonly kind: 'restored' | 'repaid' | 'converted' | 'expired' | 'cancelled'
  readonly grantId: bigint
  readonly amount: bigint
}

/**
 * Takes back what a settlement has paid for these uses, and returns the sum, which the bet's transfer takes from the bonus account. An
 * active grant gives what it has left; what is gone is restored by the house, never owed by the bettor.
 */
export function takeBack(uses: readonly Use[]): { readonly total: bigint; readonly passings: readonly Passing[] } {
  const passings: Passing[] = []
  let total = 0n
  for (const use of uses) {
    const { grant, returned } = use
    const has = grant.state === 'active' ? grant.left : 0n
    const taken = has < returned ? has : returned
    grant.left -= taken
    if (returned > taken) passings.push({ kind: 'restored', grantId: grant.grantId, amount: returned - taken })
    use.restored += returned - taken
    total += returned
    use.returned = 0n
  }
  return { total, passings }
}

/**
 * Pays an amount that a bet returns to these uses, by their share of its bonus stake. An active grant keeps its part; that of a converted
 * one is cash, that of one that has expired or was cancelled goes back to the house. `settles`: a correction takes the amount back.
 */
export function payUses(
  amount: bigint,
  uses: readonly Use[],
  { settles }: { settles: boolean },
): { readonly passings: readonly Passing[] } {
  const passings: Passing[] = []
  const parts = divide(
    amount,
    uses.map((use) => use.stake),
  )
  for (const [index, use] of uses.entries()) {
    const part = parts[index] ?? 0n
    const { grant } = use
    if (settles) use.returned = part
    const repaid = part < use.restored ? part : use.restored
    use.restored -= repaid
    const kept = part - repaid
    if (repaid > 0n) passings.push({ kind: 'repaid', grantId: grant.grantId, amount: repaid })
    if (kept === 0n) continue
    if (grant.state === 'active') grant.left += kept
    else passings.push({ kind: grant.state, grantId: grant.grantId, amount: kept })
    if (grant.state === 'converted') grant.converted += kept
  }
  return { passings }
}
