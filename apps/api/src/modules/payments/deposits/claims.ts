import { transact, type Tx } from '#platform/db'
import { onePerPayment } from '../batches.ts'
import type { Parts } from '../deps.ts'
import type { ProviderMessage } from '../ports.ts'
import * as store from './store.ts'

/** A callback about the prompt of a deposit. */
export type Claim = { readonly id: bigint; readonly message: ProviderMessage }
/** The deposit with the stored claim, and whether the deposit had already succeeded. */
export type RecordedClaim = { readonly deposit: store.DepositRow; readonly isRepeated: boolean }

/**
 * Returns the function that stores a callback's claim until the provider confirms it. Concurrent claims are stored together. A deposit that
 * was credited without a receipt gets the first claimed one. The function returns undefined if the deposit does not exist.
 */
export function openClaims({ db }: Parts): (claim: Claim) => Promise<RecordedClaim | undefined> {
  return onePerPayment<Claim, RecordedClaim>(record)

  async function record(all: ReadonlyMap<bigint, Claim>): Promise<Map<bigint, RecordedClaim>> {
    const open = await store.recordOpenClaims(db, [...all.values()].flatMap(receiptOf))
    const recorded = new Map(
      open.map((deposit): [bigint, RecordedClaim] => [deposit.id, { deposit, isRepeated: false }]),
    )
    const rest = [...all.keys()].filter((id) => !recorded.has(id))
    if (rest.length === 0) return recorded
    const others = await transact(db, (tx) => recordOthers(tx, rest, all))
    return new Map([...recorded, ...others])
  }

  /** Stores claims about deposits that have succeeded. Messages without a receipt are only matched to their deposits. */
  async function recordOthers(
    tx: Tx,
    ids: readonly bigint[],
    all: ReadonlyMap<bigint, Claim>,
  ): Promise<[bigint, RecordedClaim][]> {
    const late: store.DepositEnd[] = []
    const claims: store.ReceiptClaim[] = []
    const deposits = await store.lockDeposits(tx, ids)
    const recorded = deposits.map((deposit): [bigint, RecordedClaim] => {
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
    await Promise.all([store.recordClaims(tx, claims), store.setDeposits(tx, late)])
    return recorded
  }
}

function receiptOf({ id, message: { status } }: Claim): store.ReceiptClaim[] {
  if (status.is !== 'succeeded' || status.receipt === undefined) return []
  return [{ id, receipt: status.receipt, amount: status.amount }]
}
