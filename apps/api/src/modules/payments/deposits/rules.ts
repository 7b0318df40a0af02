import { sweepsEndS, unknownAfterS } from '../polling.ts'
import type { Reason, ProviderStatus } from '../ports.ts'

export type DepositState = 'created' | 'submitted' | 'pending' | 'succeeded' | 'failed' | 'unknown'

export type DepositFacts = {
  readonly kind: 'prompt' | 'paybill'
  readonly state: DepositState
  readonly amount: bigint
  readonly claimReceipt: string | null
}

export type DepositDecision =
  | { readonly do: 'credit'; readonly receipt: string | undefined }
  | { readonly do: 'attach'; readonly receipt: string }
  | { readonly do: 'fail'; readonly reason: Reason }
  | { readonly do: 'review' }
  | { readonly do: 'wait' }

/**
 * Decides the effect of the provider's answer on a deposit. `of` is the subject of the answer: our prompt, or a claimed receipt. A success
 * credits a deposit in any state but 'succeeded', so also a failed one. An answer with another amount goes to review. An answer without an
 * amount is credited for a prompt, and goes to review for a receipt. A failed receipt ends a paybill payment and has no effect on a prompt.
 */
export function decideDeposit(
  deposit: DepositFacts,
  status: ProviderStatus,
  of: 'prompt' | 'receipt',
): DepositDecision {
  if (status.is === 'pending') return { do: 'wait' }
  const { kind, state, amount } = deposit
  if (status.is === 'failed') {
    const ended = state === 'succeeded' || state === 'failed'
    return ended || (of === 'receipt' && kind === 'prompt') ? { do: 'wait' } : { do: 'fail', reason: status.reason }
  }
  const receipt = status.receipt ?? deposit.claimReceipt ?? undefined
  const paid = status.amount ?? (of === 'prompt' ? amount : undefined)
  if (state === 'succeeded')
    return receipt === undefined || paid !== amount ? { do: 'wait' } : { do: 'attach', receipt }
  return paid === amount ? { do: 'credit', receipt } : { do: 'review' }
}

export type RivalFacts = {
  readonly state: DepositState
  /** Whether the prompt can be queried at its provider. */
  readonly queryable: boolean
  readonly claimed: string | null
}

/** How long a receipt waits while the claimed receipt of a paid prompt is not yet confirmed. */
const awaitClaimedReceiptS = 3600

/**
 * Decides whether a confirmed receipt and a prompt of the same amount, `ageS` seconds old, are the same payment. 'same': the prompt has this
 * receipt. 'await': the prompt is new, or its claimed receipt can still be queried. 'separate': the provider has not reported the prompt
 * as paid in time. 'unclear': an operator must compare the provider's statement.
 */
export function rivalOfReceipt(
  { state, queryable, claimed }: RivalFacts,
  receipt: string,
  ageS: number,
): 'same' | 'separate' | 'await' | 'unclear' {
  if (claimed === receipt) return 'same'
  if (state === 'succeeded') return claimed !== null && ageS < awaitClaimedReceiptS ? 'await' : 'unclear'
  if (!queryable) return 'unclear'
  return ageS < unknownAfterS ? 'await' : 'separate'
}

const unqueryableEndS = 3600

export type BlockingFacts = {
  readonly kind: 'prompt' | 'paybill'
  readonly state: DepositState
  readonly reason: string | null
}

/**
 * Whether a deposit blocks its bettor's next prompt, `ageS` seconds after it was submitted. A waiting prompt blocks. A prompt of unknown
 * status blocks for three days while it is queried, and for an hour if it cannot be queried.
 * It does not block if an operator has to check its amount. The deposit is still credited whenever its receipt is confirmed.
 */
export function blocksNextPrompt(
  { kind, state, reason }: BlockingFacts,
  { ageS, queryable }: { ageS: number; queryable: boolean },
): boolean {
  if (kind !== 'prompt' || state === 'succeeded' || state === 'failed') return false
  if (state !== 'unknown') return true
  if (reason === 'amount_differs') return false
  return ageS < (queryable ? sweepsEndS : unqueryableEndS)
}
