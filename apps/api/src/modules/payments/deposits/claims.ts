import { transact, type Tx } from '#platform/db'
import { onePerPayment } from '../batches.ts'
import type { Parts } from '../deps.ts'
import type { ProviderMessage } from '../ports.ts'
import * as store from './store.ts'

/** What a prompt's callback says of a deposit. */
export type Claim = { readonly id: bigint; readonly message: ProviderMessage }
/** The deposit with the claim noted, and whether it says nothing new. */
export type Noted = { readonly deposit: store.DepositRow; readonly known: boolean }

/**
 * Keeps what callbacks claim until the provider has confirmed it; what comes at the same moment in one transaction. A deposit that was
 * credited without a receipt is shown with the first that is claimed for it.
 * Answers undefined where there is no such deposit.
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
        noted.set(id, { deposit, known: state === 'succeeded' })
        continue
      }
      claims.push({ id, receipt: status.receipt, amount: status.amount })
      const known = state === 'succeeded'
      if (known && deposit.receipt === null && deposit.claimReceipt === null)
        late.push({ id, state, receipt: status.receipt })
      deposit.claimReceipt = known ? deposit.claimReceipt : status.receipt
      noted.set(id, { deposit, known })
    }
    await store.noteClaims(tx, claims)
    await store.setDeposits(tx, late)
    return noted
  }
}
