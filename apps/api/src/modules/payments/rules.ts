import { money, type Money } from '@nare/money/money'
import { taxesOn, type Country, type PaymentRules } from '#country/country'
import type { ProviderName, Reason, Word } from './ports.ts'

const shilling = 100n

/** `percent` of an amount, rounded down to the cent. The percentage is decimal text with at most three places. */
export function taxOf(percent: string, amount: Money): Money {
  const [whole = '0', part = ''] = percent.split('.')
  return money((amount * BigInt(whole + part.padEnd(3, '0').slice(0, 3))) / 100_000n)
}

export const isWhole = (amount: Money): boolean => amount % shilling === 0n

/** Whether a provider can send this amount to a phone: whole shillings within its bounds. */
export const isSendable = (amount: Money, { withdrawalMin, withdrawalMax }: PaymentRules): boolean =>
  isWhole(amount) && amount >= withdrawalMin && amount <= withdrawalMax

/** What arrives of a deposit: the tax of the day goes off, the rest is the bettor's. DOMAIN 3.1: of 100, 5 and 95. */
export function splitDeposit(country: Country, at: Date, amount: Money): { tax: Money; net: Money } {
  const tax = taxOf(taxesOn(country, at).deposit_percent, amount)
  return { tax, net: money(amount - tax) }
}

/**
 * What a withdrawal of at most `amount` sends: the largest whole number of shillings that with its tax is within the
 * amount. `debited` is the two together; the rest stays with the bettor.
 */
export function splitWithdrawal(country: Country, at: Date, amount: Money): { sum: Money; tax: Money; debited: Money } {
  const percent = taxesOn(country, at).withdrawal_percent
  const withTax = (sum: bigint) => sum + taxOf(percent, money(sum))
  let low = 0n
  let high = amount / shilling
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (withTax(middle * shilling) <= amount) low = middle
    else high = middle - 1n
  }
  const sum = money(low * shilling)
  return { sum, tax: taxOf(percent, sum), debited: money(withTax(sum)) }
}

/** The least amount of which the provider's smallest payout can be sent with its tax. */
export function leastWithdrawal(country: Country, at: Date): Money {
  const { withdrawalMin } = country.payments
  return money(withdrawalMin + taxOf(taxesOn(country, at).withdrawal_percent, withdrawalMin))
}

/** What is known of a bettor's last 24 hours when a withdrawal is judged, the withdrawal itself not counted. */
export type WithdrawalFacts = {
  readonly sum: Money
  readonly daySum: Money
  readonly dayCount: number
  readonly openReviews: number
  /** Whether the house wants the bettor's identity confirmed and it is not. */
  readonly identityWanted: boolean
}

/** How many people must approve a withdrawal: none where it is small and nothing about it is odd. */
export function approversFor(facts: WithdrawalFacts, rules: PaymentRules): 0 | 1 | 2 {
  if (facts.sum > rules.oneApproverMost) return 2
  const odd =
    facts.openReviews > 0 ||
    facts.identityWanted ||
    facts.daySum + facts.sum > rules.automaticDayMost ||
    facts.dayCount + 1 > rules.automaticDayCount
  return facts.sum > rules.automaticMost || odd ? 1 : 0
}

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
export function decideDeposit(deposit: Judged, word: Word, of: 'prompt' | 'receipt'): DepositDecision {
  if (word.is === 'pending') return { do: 'wait' }
  const { kind, state, amount } = deposit
  if (word.is === 'failed') {
    const ended = state === 'succeeded' || state === 'failed'
    return ended || (of === 'receipt' && kind === 'prompt') ? { do: 'wait' } : { do: 'fail', reason: word.reason }
  }
  const receipt = word.receipt ?? deposit.claimReceipt ?? undefined
  const told = word.amount ?? (of === 'prompt' ? amount : undefined)
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

const checksAtS = [10, 20, 40, 60, 90] as const
const unknownAfterS = 180
const sweepS = 300
const sweepHourS = 3600
/** After so long without an answer the provider is not asked any more about a payment. */
export const sweepsEndS = 72 * 3600

/**
 * Seconds from the submission to the next question: at 10, 20, 40, 60 and 90, then every five minutes for an hour,
 * then hourly for three days; undefined afterwards, when a person has to look. Airtel asks not to be asked before three minutes.
 */
export function nextCheckS(ageS: number, provider: ProviderName): number | undefined {
  const early = provider === 'airtel' ? undefined : checksAtS.find((at) => at > ageS)
  if (early !== undefined) return early
  if (ageS >= sweepsEndS) return undefined
  return ageS < unknownAfterS ? Math.max(unknownAfterS, ageS + 60) : ageS + (ageS < sweepHourS ? sweepS : sweepHourS)
}

/** Whether an open payment of this age is called unknown: nobody can say soon what became of it. */
export const isUnknown = (ageS: number): boolean => ageS >= unknownAfterS

/** How long a payout stays with the provider after its message that it failed, which an answer of its own must confirm. */
export const claimedForS = 3600

/** Why operators may end a payout: the provider paid another amount, its report of a failure stays unconfirmed, or it never answered. */
export type UnresolvedBecause = 'amount_differs' | 'failure_unconfirmed' | 'no_answer'

/** Why a sent payout waits for operators; undefined while the provider's own answer may still end it. */
export function unresolvedBecause(
  { reason }: { readonly reason: string | null },
  age: { readonly sentForS: number; readonly claimedForS: number | undefined },
): UnresolvedBecause | undefined {
  if (reason === 'amount_differs') return 'amount_differs'
  if (age.claimedForS !== undefined && age.claimedForS >= claimedForS) return 'failure_unconfirmed'
  return age.sentForS >= sweepsEndS ? 'no_answer' : undefined
}

/**
 * Where the debit of a withdrawal goes when the provider paid `paid`. Less than the sum: the rest and its share of the tax go back to the
 * bettor; the tax kept is rounded down. More: `loss` is the operator's, the bettor pays what he asked for.
 */
export function splitPaid(
  { sum, tax, debited }: { readonly sum: bigint; readonly tax: bigint; readonly debited: bigint },
  paid: bigint,
): { provider: Money; tax: Money; returned: Money; loss: Money } {
  if (paid >= sum) return { provider: money(sum), tax: money(tax), returned: money(0n), loss: money(paid - sum) }
  const kept = (tax * paid) / sum
  return { provider: money(paid), tax: money(kept), returned: money(debited - paid - kept), loss: money(0n) }
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
export function standsInTheWay({ kind, provider, state, reason, requestId }: Waiting, ageS: number): boolean {
  if (kind !== 'prompt' || state === 'succeeded' || state === 'failed') return false
  if (state !== 'unknown') return true
  if (reason === 'amount_differs') return false
  const askable = requestId !== null || provider === 'airtel'
  return ageS < (askable ? sweepsEndS : unaskedEndS)
}
