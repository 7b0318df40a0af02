import { divide } from '@nare/money/divide'

/** A grant that the payments of a transaction change. */
export type GrantBooks = {
  readonly grantId: bigint
  readonly state: 'active' | 'converted' | 'expired' | 'cancelled'
  left: bigint
  converted: bigint
}

/**
 * The part of a stake that a grant paid. `returned`: the amount that the current settlement of the bet has paid for it. `restored`: the net
 * amount that the house has added for it at corrections.
 */
export type Use = { readonly grant: GrantBooks; readonly stake: bigint; returned: bigint; restored: bigint }

/**
 * A movement of a grant's money in addition to the transfer about the bet. `restored`: the house adds the amount that a correction reverses
 * but the grant no longer has. `repaid`: the house gets this amount back first when the bet is paid again, because the bettor has had it.
 * The other kinds move money of a grant that has ended: converted to cash, or back to the house.
 */
export type GrantMove = {
  readonly kind: 'restored' | 'repaid' | 'converted' | 'expired' | 'cancelled'
  readonly grantId: bigint
  readonly amount: bigint
}

/**
 * Reverses the payments of a settlement for these uses. Returns their sum, which the transfer about the bet debits from the bonus account. An
 * active grant pays as far as it has money left. The house pays the rest; the bettor never owes it.
 */
export function reverseUses(uses: readonly Use[]): {
  readonly total: bigint
  readonly grantMoves: readonly GrantMove[]
} {
  const grantMoves: GrantMove[] = []
  let total = 0n
  for (const use of uses) {
    const { grant, returned } = use
    const available = grant.state === 'active' ? grant.left : 0n
    const debited = available < returned ? available : returned
    grant.left -= debited
    if (returned > debited) grantMoves.push({ kind: 'restored', grantId: grant.grantId, amount: returned - debited })
    use.restored += returned - debited
    total += returned
    use.returned = 0n
  }
  return { total, grantMoves }
}

/**
 * Divides a return of a bet among these uses, in proportion to their bonus stakes. An active grant keeps its part. The part of a converted
 * grant becomes cash; the part of an expired or cancelled grant goes back to the house. `settles`: a correction may reverse the amount.
 */
export function payUses(
  amount: bigint,
  uses: readonly Use[],
  { settles }: { settles: boolean },
): { readonly grantMoves: readonly GrantMove[] } {
  const grantMoves: GrantMove[] = []
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
    if (repaid > 0n) grantMoves.push({ kind: 'repaid', grantId: grant.grantId, amount: repaid })
    if (kept === 0n) continue
    if (grant.state === 'active') grant.left += kept
    else grantMoves.push({ kind: grant.state, grantId: grant.grantId, amount: kept })
    if (grant.state === 'converted') grant.converted += kept
  }
  return { grantMoves }
}
