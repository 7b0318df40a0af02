import { waitsBecause } from '@nare/contract/operator-payment-rows'
import { money, type Money } from '@nare/money/money'
import type { PaymentRules } from '#country/country'
import { isSamePhone } from '../phones.ts'
import { sweepsEndS } from '../polling.ts'
import type { NamedPayment } from '../ports.ts'

/** The facts that decide on a withdrawal: its sum, and the bettor's last 24 hours without it. */
export type WithdrawalFacts = {
  readonly sum: Money
  readonly daySum: Money
  readonly dayCount: number
  readonly openReviews: number
  /** Whether an operator requires the bettor's identity and it is not confirmed. */
  readonly identityWanted: boolean
}

/** A rule for which a withdrawal waits for people. */
export type WaitsBecause = (typeof waitsBecause)[number]

/** The rules that a withdrawal meets: it waits for people if there are any. */
export function rulesMet(facts: WithdrawalFacts, rules: PaymentRules): WaitsBecause[] {
  const met: Readonly<Record<Exclude<WaitsBecause, 'named_number'>, boolean>> = {
    above_one_person: facts.sum > rules.oneApproverMax,
    above_automatic: facts.sum > rules.automaticMax && facts.sum <= rules.oneApproverMax,
    day_sum: facts.daySum + facts.sum > rules.automaticDayMax,
    day_count: facts.dayCount + 1 > rules.automaticDayCount,
    open_finding: facts.openReviews > 0,
    identity_required: facts.identityWanted,
  }
  return waitsBecause.filter((rule) => rule !== 'named_number' && met[rule])
}

/** The number of operators who must approve a withdrawal that meets these rules: none if it is small and nothing is unusual. */
export function approversFor(because: readonly WaitsBecause[]): 0 | 1 | 2 {
  if (because.includes('above_one_person')) return 2
  return because.length > 0 ? 1 : 0
}

/** The seconds for which the provider's answer may still confirm an unsigned message that a payout failed. */
export const claimedForS = 3600

/**
 * Why operators may end a payout: the provider paid another amount, answered about another payment, left its failure message unconfirmed, or
 * never answered.
 */
export type UnresolvedBecause = 'amount_differs' | 'another_payment' | 'failure_unconfirmed' | 'no_answer'

/** The reason why a sent payout waits for operators; undefined while the provider's answer may still end it. */
export function unresolvedBecause(
  { reason }: { readonly reason: string | null },
  age: { readonly sentForS: number; readonly claimedForS: number | undefined },
): UnresolvedBecause | undefined {
  if (reason === 'amount_differs' || reason === 'another_payment') return reason
  if (age.claimedForS !== undefined && age.claimedForS >= claimedForS) return 'failure_unconfirmed'
  return age.sentForS >= sweepsEndS ? 'no_answer' : undefined
}

/**
 * Splits the debit of a withdrawal after the provider paid `paid`. If that is less than the sum, the rest and its share of the tax are
 * returned to the bettor, and the kept tax is rounded down. If it is more, the excess is the operator's `loss`.
 */
export function splitPaid(
  { sum, tax, debited }: { readonly sum: bigint; readonly tax: bigint; readonly debited: bigint },
  paid: bigint,
): { provider: Money; tax: Money; returned: Money; loss: Money } {
  if (paid >= sum) return { provider: money(sum), tax: money(tax), returned: money(0n), loss: money(paid - sum) }
  const kept = (tax * paid) / sum
  return { provider: money(paid), tax: money(kept), returned: money(debited - paid - kept), loss: money(0n) }
}

/**
 * Whether the provider's answer names another payment than this payout. One matching id proves that it is this payout: some gateways replace
 * our id by their own. Without a matching id, every named id and a phone that differs mean another payment.
 */
export function isAnother(
  payout: { readonly conversation: string; readonly requestId: string | null; readonly msisdn: string },
  { requestId, ours, payee }: NamedPayment = {},
): boolean {
  if (requestId !== undefined && requestId === payout.requestId) return false
  if (ours?.toLowerCase() === payout.conversation.toLowerCase()) return false
  if (ours !== undefined || (requestId !== undefined && payout.requestId !== null)) return true
  return payee !== undefined && !isSamePhone(payee, payout.msisdn)
}
