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
 * Stores callbacks' claims until the provider confirms them, concurrent ones together. A deposit that was credited without a receipt shows the
 * first claimed one. Returns undefined if there is no such deposit.
 */
export function openClaims({ db }: Parts): (claim: Claim) => Promise<Noted | undefined> {
  return onePerPayment<Claim, Noted>(note)

  async function note(all: ReadonlyMap<bigint, Claim>): Promise<Map<bigint, Noted>> {
    const open = await store.noteOpenClaims(db, [...all.values()].flatMap(receiptOf))
    const noted = new Map(open.map((deposit): [bigint, Noted] => [deposit.id, { deposit, isRepeated: false }]))
    const rest = [...all.keys()].filter((id) => !noted.has(id))
    if (rest.length === 0) return noted
    const others = await transact(db, (tx) => noteOthers(tx, rest, all))
    return new Map([...noted, ...others])
  }

  /** Claims about deposits that have succeeded, and messages that name no receipt. */
  async function noteOthers(
    tx: Tx,
    ids: readonly bigint[],
    all: ReadonlyMap<bigint, Claim>,
  ): Promise<[bigint, Noted][]> {
    const late: store.DepositEnd[] = []
    const claims: store.ReceiptClaim[] = []
    const deposits = await store.lockDeposits(tx, ids)
    const noted = deposits.map((deposit): [bigint, Noted] => {
      const { id, state, receipt, claimReceipt } = deposit
      const claim = all.get(id)
      const [claimed] = claim ? receiptOf(claim) : []
      const isRepeated = state === 'succeeded'
      if (!claimed) return [id, { deposit, isRepeated }]
      claims.push(claimed)
      if (!isRepeated) return [id, { deposit: { ...deposit, claimReceipt: claimed.receipt }, isRepeated }]
      if (receipt === null && claimReceipt === null) late.push({ id, state, receipt: claimed.receipt })
      return [id, { deposit, isRepeated }]
    })
    await Promise.all([store.noteClaims(tx, claims), store.setDeposits(tx, late)])
    return noted
  }
}

function receiptOf({ id, message: { status } }: Claim): store.ReceiptClaim[] {
  if (status.is !== 'succeeded' || status.receipt === undefined) return []
  return [{ id, receipt: status.receipt, amount: status.amount }]
}
