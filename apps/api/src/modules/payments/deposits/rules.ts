import { sweepsEndS, unknownAfterS } from '../polling.ts'
import type { ProviderName, Reason, ProviderStatus } from '../ports.ts'

export type DepositState = 'created' | 'submitted' | 'pending' | 'succeeded' | 'failed' | 'unknown'

export type Judged = {
  readonly kind: 'prompt' | 'paybill'
  readonly state: DepositState
  readonly amount: bigint
  readonly claimReceipt: string | null
}

export type DepositDecision =
  | { readonly do: 'credit'; readonly receipt: string | undefined }
  | { readonly do: 'attach'; readonly receipt: string }
  | { readonly do: 'fail'; readonly reason: Reason }
  | { readonly do: 'hold' }
  | { readonly do: 'wait' }

/**
 * What the provider's own answer does to a deposit. `of` tells whether it is about the prompt that we sent or about a receipt that somebody
 * named. A success is credited from every open or failed state: of a prompt whatever anybody claimed beside it, of a receipt only
 * with the amount of the deposit. A receipt that is no good ends money that came by itself, and says nothing of a prompt.
 */
export function decideDeposit(deposit: Judged, status: ProviderStatus, of: 'prompt' | 'receipt'): DepositDecision {
  if (status.is === 'pending') return { do: 'wait' }
  const { kind, state, amount } = deposit
  if (status.is === 'failed') {
    const ended = state === 'succeeded' || state === 'failed'
    return ended || (of === 'receipt' && kind === 'prompt') ? { do: 'wait' } : { do: 'fail', reason: status.reason }
  }
  const receipt = status.receipt ?? deposit.claimReceipt ?? undefined
  const told = status.amount ?? (of === 'prompt' ? amount : undefined)
  if (state === 'succeeded')
    return receipt === undefined || told !== amount ? { do: 'wait' } : { do: 'attach', receipt }
  return told === amount ? { do: 'credit', receipt } : { do: 'hold' }
}

export type RivalFacts = {
  readonly state: DepositState
  readonly requestId: string | null
  readonly provider: ProviderName
  readonly claimed: string | null
}

/** How long a receipt waits for the provider to name that of a prompt that may be the same money. */
const namedWithinS = 3600

/**
 * Whether a confirmed receipt is other money than a prompt, `ageS` seconds old, of the same amount. 'same': the prompt shows this receipt.
 * 'await': the prompt is fresh, or the provider can still be asked about the receipt that was claimed for it. 'separate': the provider
 * has not called the prompt paid in time. 'unclear': a person compares the provider's statement.
 */
export function rivalOfReceipt(
  { state, requestId, provider, claimed }: RivalFacts,
  receipt: string,
  ageS: number,
): 'same' | 'separate' | 'await' | 'unclear' {
  if (claimed === receipt) return 'same'
  if (state === 'succeeded') return claimed !== null && ageS < namedWithinS ? 'await' : 'unclear'
  if (requestId === null && provider !== 'airtel') return 'unclear'
  return ageS < unknownAfterS ? 'await' : 'separate'
}

const unaskedEndS = 3600

export type Waiting = {
  readonly kind: 'prompt' | 'paybill'
  readonly provider: ProviderName
  readonly state: DepositState
  readonly reason: string | null
  readonly requestId: string | null
}

/**
 * Whether a deposit blocks its bettor's next prompt, `ageS` seconds after it was submitted. A prompt that waits does. One of unknown
 * outcome does for three days, while it is polled; for an hour where the provider cannot be asked, because its answer with its id of
 * the prompt was lost; and not at all where a person has to look at its amount. It is credited whenever it is proven.
 */
export function blocksNextPrompt({ kind, provider, state, reason, requestId }: Waiting, ageS: number): boolean {
  if (kind !== 'prompt' || state === 'succeeded' || state === 'failed') return false
  if (state !== 'unknown') return true
  if (reason === 'amount_differs') return false
  const askable = requestId !== null || provider === 'airtel'
  return ageS < (askable ? sweepsEndS : unaskedEndS)
}
