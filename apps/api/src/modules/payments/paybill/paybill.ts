import { done, refused, type Outcome } from '@nare/contract/outcome'
import { zMsisdn } from '@nare/contract/shapes'
import { money } from '@nare/money/money'
import { transact, type Tx } from '#platform/db'
import { depositGate } from '#modules/protection/protection'
import { splitDeposit } from '../amounts.ts'
import {
  depositOfReceipt,
  depositOfReference,
  type DepositRow,
  freeReceipt,
  insertPaybillDeposit,
  lockDeposit,
  noteClaims,
  type openDeposits,
  setDeposits,
  underWayOf,
  matchPaybill,
} from '../deposits/deposits.ts'
import type { Parts } from '../deps.ts'
import type { PaybillPayment, Provider, ProviderName, Verdict } from '../ports.ts'
import { insertReview } from '../reviews.ts'
import { insertPaybill, lockUnmatched, paybillOf } from './store.ts'

export { openPulling } from './pulling.ts'
export { unmatchedPaybills } from './store.ts'

const accountChars = /^[A-Z0-9]{4,20}$/i

/** Payments by customers to our paybill number without a prompt, and the confirmations that also come for prompts. */
export function openPaybills(parts: Parts, deposits: ReturnType<typeof openDeposits>) {
  const { db, clock, country, providers, background } = parts
  const { depositMin, depositMax } = country.payments

  /**
   * Validates a payment before it is made: the account must belong to a bettor with a verified number who may deposit, and the amount be within
   * the operator's and the bettor's limits. Changes nothing.
   */
  async function validate(name: ProviderName, body: unknown): Promise<object | undefined> {
    const paybill = providers[name]?.paybill
    const payment = paybill?.read(body)
    if (!paybill) return undefined
    if (!payment) return paybill.answer('wrong_amount')
    const prompt = await depositOfReference(db, payment.reference.toUpperCase())
    const owner = prompt?.bettor ?? (await bettorOf(payment.reference))
    const isRequested = prompt?.amount === payment.amount
    if (!isRequested && (payment.amount < depositMin || payment.amount > depositMax))
      return paybill.answer('wrong_amount')
    if (owner === undefined) return paybill.answer('unknown_account')
    if (!(await parts.bettorFacts([owner])).get(owner)?.verified) return paybill.answer('not_now')
    return paybill.answer(await allowed(owner, payment.amount, isRequested ? prompt : undefined))
  }

  /** Whether a bettor may deposit this amount now. The amount of the waiting prompt counts once. */
  function allowed(bettor: bigint, amount: bigint, prompt?: DepositRow): Promise<Verdict> {
    return transact(db, async (tx) => {
      const open = prompt && prompt.state !== 'succeeded' && prompt.state !== 'failed'
      const underWay = (await underWayOf(tx, bettor)) - (open ? prompt.amount : 0n)
      const gated = await depositGate(tx, { bettor, amount: money(amount), pending: money(underWay) })
      return gated ? (gated.code === 'limit_reached' ? 'wrong_amount' : 'not_now') : 'accept'
    })
  }

  /**
   * Accepts a confirmation. The account reference identifies the prompt that it confirms, else the bettor with that phone number. Without either
   * it waits in the operators' list. Nothing is credited before the provider has confirmed the receipt.
   */
  async function accept(provider: Provider, body: unknown): Promise<string> {
    const payment = provider.paybill?.read(body)
    return payment ? arrived(provider, payment) : 'not readable'
  }

  /** Accepts a payment that arrived, by confirmation or pull; its receipt makes it unique. */
  async function arrived(provider: Provider, payment: PaybillPayment): Promise<string> {
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
      return again(tx, name, payment)
    const matched = (deposit: bigint) => matchPaybill(tx, { provider: name, receipt, deposit, by: null })
    const bearing = await depositOfReceipt(tx, { provider: name, receipt })
    if (bearing && bearing.reference !== reference.toUpperCase()) return contested(tx, bearing.id, payment)
    if (bearing) return matched(bearing.id).then(() => 'known' as const)
    const found = await depositOfReference(tx, reference.toUpperCase())
    const prompt = found && found.provider === name ? await lockDeposit(tx, found.id) : undefined
    if (prompt && isSameMoney(prompt, payment)) {
      await noteClaims(tx, [{ id: prompt.id, receipt, amount }])
      if (prompt.state === 'succeeded') await setDeposits(tx, [{ id: prompt.id, state: 'succeeded', receipt }])
      await matched(prompt.id)
      return prompt.state === 'succeeded' ? 'known' : prompt.id
    }
    const bettor = prompt?.bettor ?? owner
    if (bettor === undefined) return undefined
    const made = await open(tx, { bettor, name, receipt, amount })
    if (made !== undefined) await matched(made)
    return made
  }

  /** A second confirmation of a receipt. Another account than in the first is a finding; a prompt's own reference claims the receipt. */
  async function again(tx: Tx, name: ProviderName, payment: PaybillPayment): Promise<bigint | 'known'> {
    const { receipt, reference, amount } = payment
    const first = await paybillOf(tx, name, receipt)
    if (!first || first.reference === reference) return 'known'
    if (first.deposit !== null) await contested(tx, first.deposit, payment)
    const found = await depositOfReference(tx, reference.toUpperCase())
    const prompt = found && found.provider === name ? await lockDeposit(tx, found.id) : undefined
    if (!prompt || !isSameMoney(prompt, payment)) return 'known'
    await noteClaims(tx, [{ id: prompt.id, receipt, amount }])
    return prompt.state === 'succeeded' ? 'known' : prompt.id
  }

  async function contested(tx: Tx, payment: bigint, { receipt, reference }: PaybillPayment): Promise<undefined> {
    const facts = `a confirmation of ${receipt} names the account ${reference}`
    await insertReview(tx, { payment, what: 'receipt_contested', facts })
    return undefined
  }

  type Opening = { bettor: bigint; name: ProviderName; receipt: string; amount: bigint }

  async function open(tx: Tx, { bettor, name, receipt, amount }: Opening): Promise<bigint | undefined> {
    const { tax, net } = splitDeposit(country, clock.date(), money(amount))
    return insertPaybillDeposit(tx, { bettor, provider: name, amount, tax, net, receipt })
  }

  /** The bettor whose phone number an account reference is. */
  async function bettorOf(reference: string): Promise<bigint | undefined> {
    const read = accountChars.test(reference) ? zMsisdn.safeParse(reference) : undefined
    return read?.success ? parts.bettorByMsisdn(read.data) : undefined
  }

  /** Assigns unmatched money to a bettor. The provider still has to confirm the receipt. */
  async function assign(given: {
    provider: ProviderName
    receipt: string
    bettor: bigint
    operator: string
  }): Promise<Outcome<{ deposit: bigint }, 'not_found'>> {
    const outcome = await transact(db, async (tx): Promise<Outcome<{ deposit: bigint }, 'not_found'>> => {
      const row = await lockUnmatched(tx, given.provider, given.receipt)
      if (!row) return refused('not_found')
      await freeReceipt(tx, given)
      const deposit = await open(tx, {
        bettor: given.bettor,
        name: given.provider,
        receipt: row.receipt,
        amount: row.amount,
      })
      if (deposit === undefined) return refused('not_found')
      await matchPaybill(tx, { provider: given.provider, receipt: given.receipt, deposit, by: given.operator })
      return done({ deposit })
    })
    if (outcome.ok) background.send(`deposit ${outcome.value.deposit}`, () => deposits.check(outcome.value.deposit))
    return outcome
  }

  return { validate, accept, arrived, assign }
}

/** Whether a confirmation may belong to a prompt: the amount is the same, and the prompt was not credited with another receipt. */
function isSameMoney(prompt: DepositRow, { receipt, amount }: PaybillPayment): boolean {
  if (prompt.amount !== amount) return false
  return prompt.state !== 'succeeded' || prompt.receipt === null || prompt.receipt === receipt
}
