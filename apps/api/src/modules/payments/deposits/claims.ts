import { transact, type Tx } from '#platform/db'
import { onePerPayment } from '../batches.ts'
import type { Parts } from '../deps.ts'
import type { ProviderMessage } from '../ports.ts'
import * as store from './store.ts'

/** A prompt's callback about a deposit. */
export type Claim = { readonly id: bigint; readonly message: ProviderMessage }
/** The deposit with the stored claim, and whether the claim is a repetition. */
export type Noted = { readonly deposit: store.DepositRow; readonly isRepeated: boolean }

/**
 * Stores callbacks' claims until the provider confirms them, concurrent ones in one transaction. A deposit that was credited without a
 * receipt shows the first claimed one. Returns undefined if there is no such deposit.
 */
export function openClaims({ db }: Parts): (claim: Claim) => Promise<Noted | undefined> {
  return onePerPayment<Claim, Noted>((all) => transact(db, (tx) => note(tx, all)))

  async function note(tx: Tx, all: ReadonlyMap<bigint, Claim>): Promise<Map<bigint, Noted>> {
    const noted = new Map<bigint, Noted>()
    const claims: store.ReceiptClaim[] = []
    const late: store.DepositEnd[] = []
    for (const deposit of await store.lockDeposits(tx, [...all.keys()])) {
      const message = all.get(deposit.id)?.message
      if (!message) continue
      const { id, state } = deposit
      const { status } = message
      if (status.is !== 'succeeded' || status.receipt === undefined) {
        noted.set(id, { deposit, isRepeated: state === 'succeeded' })
        continue
      }
      claims.push({ id, receipt: status.receipt, amount: status.amount })
      const isRepeated = state === 'succeeded'
      if (isRepeated && deposit.receipt === null && deposit.claimReceipt === null)
        late.push({ id, state, receipt: status.receipt })
      deposit.claimReceipt = isRepeated ? deposit.claimReceipt : status.receipt
      noted.set(id, { deposit, isRepeated })
    }
    await Promise.all([store.noteClaims(tx, claims), store.setDeposits(tx, late)])
    return noted
  }
}
