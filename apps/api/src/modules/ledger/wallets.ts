import { money } from '@nare/money/money'
import { invariant } from '#platform/invariant'
import type { LockedCash } from './posting.ts'
import type { AccountRow } from './store.ts'

/** The accounts from which a bettor can stake. `bonus` is absent if the bettor has no bonus money. */
export type Funds = { readonly cash: LockedCash; readonly bonus?: LockedCash | undefined }

/** A bettor's locked accounts. The debt is zero or below. */
export type Wallet = { readonly cash: LockedCash; readonly bonus: LockedCash; readonly debt: LockedCash }

/** A locked account with its balance. */
export const lockedOf = (row: AccountRow): LockedCash => ({
  account: row.id,
  balance: money(row.balance),
  currency: row.currency,
})

/** The accounts of a bettor from locked rows. Throws if one is missing. */
export function walletOf(bettor: bigint, rows: readonly AccountRow[]): Wallet {
  const on = (kind: string): LockedCash => {
    const row = rows.find((one) => one.kind === kind)
    invariant(row, `bettor ${bettor} has no account ${kind}`)
    return lockedOf(row)
  }
  return { cash: on('cash'), bonus: on('bonus'), debt: on('debt') }
}
