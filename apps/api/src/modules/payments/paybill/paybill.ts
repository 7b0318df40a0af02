import { mobileNumber } from '@nare/contract/typed'
import { money } from '@nare/money/money'
import { transact, type Tx } from '#platform/db'
import { depositGate } from '#modules/protection/protection'
import {
  depositOfReceipt,
  depositOfReference,
  type DepositRow,
  lockDeposit,
  recordClaims,
  type openDeposits,
  setDeposits,
  pendingAmountOf,
  matchPaybill,
} from '../deposits/deposits.ts'
import type { Parts } from '../deps.ts'
import type { PaybillPayment, Provider, ProviderName, Verdict } from '../ports.ts'
import { insertReview } from '../reviews.ts'
import { depositsStopped } from '../stops.ts'
import { openDeposit } from './opening.ts'
import { insertPaybill, paybillOf } from './store.ts'

export { openPulling } from './pulling.ts'
export { openAssigning } from './assigning.ts'
export { assignedTotals, paybillOf, type UnmatchedFilter, unmatchedPaybills, waitingUnmatched } from './store.ts'

/** Payments by customers to our paybill number without a prompt, and the confirmations that also come for prompts. */
export function openPaybills(parts: Parts, deposits: ReturnType<typeof openDeposits>) {
  const { db, providers } = parts

  /**
   * Validates a payment before it is made. The account must belong to a verified bettor who may deposit. The amount must be within the
   * operator's and the bettor's limits. Writes nothing.
   */
  async function validate(name: ProviderName, body: unknown): Promise<object | undefined> {
    const paybill = providers[name]?.paybill
    const payment = paybill?.read(body)
    if (!paybill) return undefined
    if (!payment) return paybill.answer('unreadable')
    if (payment === 'wrong_amount') return paybill.answer(payment)
    const referenced = await depositOfReference(db, payment.reference.toUpperCase())
    const prompt = referenced?.provider === name ? referenced : undefined
    const owner = prompt?.bettor ?? (await bettorOf(payment.reference))
    const isRequested = prompt?.amount === payment.amount
    const { depositMin, depositMax } = parts.terms().payments
    if (!isRequested && (payment.amount < depositMin || payment.amount > depositMax))
      return paybill.answer('wrong_amount')
    if (owner === undefined) return paybill.answer('unknown_account')
    if (await depositsStopped(db, name)) return paybill.answer('not_now')
    if (!(await parts.bettorFacts([owner])).get(owner)?.verified) return paybill.answer('not_now')
    return paybill.answer(await verdictOf(owner, payment.amount, isRequested ? prompt : undefined))
  }

  /** Decides whether a bettor may deposit this amount now. The amount of the prompt that is being paid is not counted twice. */
  function verdictOf(bettor: bigint, amount: bigint, prompt?: DepositRow): Promise<Verdict> {
    return transact(db, async (tx) => {
      const isOpen = prompt && prompt.state !== 'succeeded' && prompt.state !== 'failed'
      const pending = (await pendingAmountOf(tx, bettor)) - (isOpen ? prompt.amount : 0n)
      const identified = !(await parts.unidentified(tx, [bettor], 'deposit')).has(bettor)
      const refusal = await depositGate(tx, { bettor, amount: money(amount), pending: money(pending), identified })
      if (!refusal) return 'accept'
      return refusal.code === 'limit_reached' ? 'wrong_amount' : 'not_now'
    })
  }

  /**
   * Accepts a confirmation. The account reference is a prompt's reference or a bettor's phone number. If it is neither, the payment waits
   * in the operators' list. Nothing is credited before the provider has confirmed the receipt.
   */
  async function accept(provider: Provider, body: unknown): Promise<string> {
    const payment = provider.paybill?.read(body)
    return payment && payment !== 'wrong_amount' ? acceptPayment(provider, payment) : 'not readable'
  }

  /** Accepts a payment that was reported by a confirmation or a pull. A receipt is processed once. */
  async function acceptPayment(provider: Provider, payment: PaybillPayment): Promise<string> {
    const owner = await bettorOf(payment.reference)
    const deposit = await transact(db, (tx) => match(tx, provider.name, { payment, owner }))
    if (deposit === undefined) return 'unmatched'
    if (deposit !== 'known') await deposits.claimed(deposit)
    return 'matched'
  }

  type Matching = { payment: PaybillPayment; owner: bigint | undefined }

  async function match(
    tx: Tx,
    name: ProviderName,
    { payment, owner }: Matching,
  ): Promise<bigint | 'known' | undefined> {
    const { receipt, reference, amount, payer } = payment
    if (!(await insertPaybill(tx, { provider: name, receipt, reference, amount, payer })))
      return matchRepeat(tx, name, payment)
    const matched = (deposit: bigint) => matchPaybill(tx, { provider: name, receipt, deposit, by: null })
    const existing = await depositOfReceipt(tx, { provider: name, receipt })
    if (existing && existing.reference !== reference.toUpperCase()) return reviewAccount(tx, existing.id, payment)
    if (existing) return matched(existing.id).then(() => 'known' as const)
    const found = await depositOfReference(tx, reference.toUpperCase())
    const prompt = found && found.provider === name ? await lockDeposit(tx, found.id) : undefined
    if (prompt && isSamePayment(prompt, payment)) {
      await recordClaims(tx, [{ id: prompt.id, receipt, amount }])
      if (prompt.state === 'succeeded') await setDeposits(tx, [{ id: prompt.id, state: 'succeeded', receipt }])
      await matched(prompt.id)
      return prompt.state === 'succeeded' ? 'known' : prompt.id
    }
    const bettor = prompt?.bettor ?? owner
    if (bettor === undefined) return undefined
    const deposit = await openDeposit(parts, tx, { bettor, name, receipt, amount })
    if (deposit !== undefined) await matched(deposit)
    return deposit
  }

  /**
   * Handles a second confirmation of a receipt. If it names another account than the first one, operators review it. If it names a prompt's
   * reference, the prompt claims the receipt.
   */
  async function matchRepeat(
    tx: Tx,
    name: ProviderName,
    payment: PaybillPayment,
  ): Promise<bigint | 'known' | undefined> {
    const { receipt, reference, amount } = payment
    const first = await paybillOf(tx, name, receipt)
    const outcome = first?.deposit === null ? undefined : 'known'
    if (!first || first.reference === reference) return outcome
    if (first.deposit !== null) await reviewAccount(tx, first.deposit, payment)
    const found = await depositOfReference(tx, reference.toUpperCase())
    const prompt = found && found.provider === name ? await lockDeposit(tx, found.id) : undefined
    if (!prompt || !isSamePayment(prompt, payment)) return outcome
    await recordClaims(tx, [{ id: prompt.id, receipt, amount }])
    return prompt.state === 'succeeded' ? 'known' : prompt.id
  }

  /** Reports a confirmation that names another account than the deposit of its receipt. */
  async function reviewAccount(tx: Tx, payment: bigint, { receipt, reference }: PaybillPayment): Promise<undefined> {
    const facts = `a confirmation of ${receipt} names the account ${reference}`
    await insertReview(tx, { payment, what: 'receipt_contested', facts })
    return undefined
  }

  /** The bettor with this phone number, if the account reference is a phone number. */
  async function bettorOf(reference: string): Promise<bigint | undefined> {
    const msisdn = mobileNumber(reference)
    return msisdn === undefined ? undefined : parts.bettorByMsisdn(msisdn)
  }

  return { validate, accept, acceptPayment }
}

/** Whether a confirmation may belong to a prompt: the amounts are equal, and the prompt was not credited with another receipt. */
function isSamePayment(prompt: DepositRow, { receipt, amount }: PaybillPayment): boolean {
  if (prompt.amount !== amount) return false
  return prompt.state !== 'succeeded' || prompt.receipt === null || prompt.receipt === receipt
}
