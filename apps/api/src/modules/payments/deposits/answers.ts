import { formatMoney, money, type Money } from '@nare/money/money'
import type { Credit } from '#modules/ledger/ledger'
import { creditGate } from '#modules/protection/protection'
import { transact, type Tx } from '#platform/db'
import { onePerPayment } from '../batches.ts'
import { ageS, type Parts, providerAccount } from '../deps.ts'
import { isSamePhone } from '../phones.ts'
import { isQueryable, type ProviderStatus } from '../ports.ts'
import { insertReview, isReviewed } from '../reviews.ts'
import { openFurtherPayments } from './further-payments.ts'
import { lockReceipts, rivalOf, setPayer, setReturnable } from './receipts.ts'
import { decideDeposit, type DepositDecision, rivalOfReceipt } from './rules.ts'
import * as store from './store.ts'

/** A provider's answer to our query about a deposit: about our prompt, or about a receipt that was claimed for it. */
export type ProviderAnswer = { readonly id: bigint; readonly status: ProviderStatus; readonly of: 'prompt' | 'receipt' }
/** The effect of an answer on a deposit. `returned` is the payout that sends returnable money back. */
export type AppliedAnswer = {
  readonly decision: DepositDecision['do'] | 'returnable'
  readonly bettor: bigint
  readonly returned?: bigint | undefined
  /** Another deposit that may be the same payment. Its receipt is queried next. */
  readonly rival?: bigint | undefined
  /** New deposits for further payments that used this deposit's reference. They are queried next. */
  readonly further?: readonly bigint[] | undefined
}

/** Reserves the money of a deposit for a payout back to this phone. Returns the payout, or undefined if none can be sent. */
export type BeginReturn = (
  tx: Tx,
  given: { deposit: store.DepositRow; msisdn: string; attempt: number; amount: Money },
) => Promise<bigint | undefined>

type Success = ProviderStatus & { is: 'succeeded' }
type Arrived = { readonly deposit: store.DepositRow; readonly payer: string | undefined }

const reprocessS = 10

/**
 * Opens the effect of providers' answers on deposits. Concurrent answers are applied in one transaction, which locks the deposits in the
 * order of their ids, then the accounts. The result is undefined if the deposit does not exist. Operators and the cleanup of unsent prompts
 * end deposits elsewhere.
 */
export function openDepositAnswers(parts: Parts, beginReturn: BeginReturn) {
  const { db, ledger } = parts
  return {
    apply: onePerPayment<ProviderAnswer, AppliedAnswer>((all) => transact(db, (tx) => apply(tx, all))),

    /** Applies an answer in a transaction of the caller's, who does what follows it after the commit. */
    applyIn: async (tx: Tx, answer: ProviderAnswer): Promise<AppliedAnswer | undefined> =>
      (await apply(tx, new Map([[answer.id, answer]]))).get(answer.id),
  }

  async function apply(tx: Tx, all: ReadonlyMap<bigint, ProviderAnswer>): Promise<Map<bigint, AppliedAnswer>> {
    const done = new Map<bigint, AppliedAnswer>()
    const arrived: Arrived[] = []
    const ends: store.DepositEnd[] = []
    const receipts = new Set<string>()
    const deposits = await store.lockDeposits(tx, [...all.keys()])
    await lockReceipts(
      tx,
      deposits.flatMap((deposit) => receiptsOf(deposit, all.get(deposit.id)?.status)),
    )
    for (const deposit of deposits) {
      const { id, bettor } = deposit
      const answer = all.get(id)
      if (!answer) continue
      const { status, of } = answer
      let decision = decideDeposit(deposit, status, of)
      let rival: bigint | undefined
      if (of === 'receipt' && status.is === 'succeeded' && (decision.do === 'credit' || decision.do === 'attach'))
        ({ decision, rival } = await checkReceipt(tx, { deposit, status, receipts, decision }))
      if (decision.do === 'credit') arrived.push({ deposit, payer: payerOf(deposit, status) })
      if (decision.do === 'credit' || decision.do === 'attach') {
        const { receipt } = decision
        const isFirst = receipt !== undefined && !receipts.has(receipt)
        const proven = status.is === 'succeeded' && status.receipt !== undefined
        ends.push({ id, state: 'succeeded', receipt: isFirst ? receipt : undefined, proven: proven && isFirst })
        if (receipt !== undefined) receipts.add(receipt)
      }
      if (decision.do === 'fail') ends.push({ id, state: 'failed', reason: decision.reason })
      if (decision.do === 'review') await reportAmount(tx, answer, deposit)
      done.set(id, { decision: decision.do, bettor, rival })
    }
    const { returnable, written } = await credit(tx, arrived)
    const ended = ends.map(({ id }) => id)
    // `openFurtherPayments` reads the states that `setDeposits` writes: the statements run in the order in which they are started.
    const [, , furtherPayments] = await Promise.all([
      written,
      store.setDeposits(tx, ends),
      openFurtherPayments(tx, parts, ended),
    ])
    for (const payment of returnable) {
      const { id, bettor } = payment.deposit
      const returned = await startReturn(tx, payment)
      done.set(id, { decision: 'returnable', bettor, returned })
    }
    for (const [id, further] of furtherPayments) {
      const applied = done.get(id)
      if (applied) done.set(id, { ...applied, further })
    }
    return done
  }

  type Credited = { readonly returnable: readonly Arrived[]; readonly written: Promise<void> | undefined }

  /**
   * Credits the deposits that may be staked, less their tax. Books the others in full as returnable, and returns those. The credits may
   * still be in progress: the caller awaits `written`.
   */
  async function credit(tx: Tx, arrived: readonly Arrived[]): Promise<Credited> {
    if (arrived.length === 0) return { returnable: [], written: undefined }
    const bettors = [...new Set(arrived.map(({ deposit }) => deposit.bettor))]
    // A prompt was let through when it was asked for. A payment that nobody asked for is the first that the house hears of it.
    const unasked = arrived.filter(({ deposit }) => deposit.kind !== 'prompt').map(({ deposit }) => deposit.bettor)
    const unknown = unasked.length === 0 ? new Set() : await parts.unidentified(tx, [...new Set(unasked)], 'deposit')
    const [payees, gate] = await Promise.all([
      ledger.lockPayees(tx, bettors),
      creditGate(
        tx,
        arrived.map(({ deposit: { bettor, amount, kind } }) => ({
          bettor,
          amount: money(amount),
          identified: kind === 'prompt' || !unknown.has(bettor),
        })),
      ),
    ])
    const playable = arrived.filter((_, index) => gate[index])
    const returnable = arrived.filter((_, index) => !gate[index])
    const credits = playable.map(({ deposit: { id, bettor, net, tax, provider } }): Credit => ({
      id: `deposit/${id}`,
      kind: 'deposit',
      about: `payment/${id}`,
      bettor,
      amount: money(net),
      against: ledger.house(providerAccount(provider)),
      also: [{ account: ledger.house('tax:excise'), amount: money(tax) }],
    }))
    const written = credits.length > 0 ? ledger.credit(tx, credits, payees) : undefined
    if (returnable.length > 0) {
      await written
      await creditReturnable(tx, returnable)
    }
    return { returnable, written }
  }

  async function creditReturnable(tx: Tx, returnable: readonly Arrived[]): Promise<void> {
    const accounts = await ledger.returnable(tx, [...new Set(returnable.map(({ deposit }) => deposit.bettor))])
    const posted = await ledger.post(
      tx,
      returnable.map(({ deposit: { id, bettor, amount, provider } }) => ({
        id: `deposit/${id}`,
        kind: 'returnable',
        about: `payment/${id}`,
        postings: [
          { account: accounts.get(bettor) ?? 0n, amount: money(amount) },
          { account: ledger.house(providerAccount(provider)), amount: money(-amount) },
        ],
      })),
    )
    const failed = posted.find((result) => result !== 'posted')
    if (failed) throw new Error(`returnable money could not be credited: ${failed}`)
  }

  async function startReturn(tx: Tx, { deposit, payer }: Arrived): Promise<bigint | undefined> {
    await setReturnable(tx, [deposit.id])
    if (payer !== undefined) {
      await setPayer(tx, deposit.id, payer)
      return beginReturn(tx, { deposit, msisdn: payer, attempt: 1, amount: money(deposit.amount) })
    }
    const facts = `${formatMoney(money(deposit.amount))} arrived while the bettor could not bet; the provider does not report the payer's full number`
    await insertReview(tx, { payment: deposit.id, what: 'return_to_whom', facts })
    return undefined
  }

  type Claimed = {
    deposit: store.DepositRow
    status: Success
    receipts: ReadonlySet<string>
    decision: DepositDecision
  }
  type ReceiptCheck = { decision: DepositDecision; rival?: bigint | undefined }

  /** Decides on a receipt that the provider has confirmed. It is credited if no other payment has it and no prompt can be the same payment. */
  async function checkReceipt(tx: Tx, { deposit, status, receipts, decision }: Claimed): Promise<ReceiptCheck> {
    const { id, provider, kind, msisdn } = deposit
    const wait: ReceiptCheck = { decision: { do: 'wait' } }
    const { receipt } = status
    if (receipt === undefined) return wait
    const existing = await store.depositOfReceipt(tx, { provider, receipt })
    const isUsed = existing !== undefined && existing.id !== id && existing.state === 'succeeded'
    if (isUsed || receipts.has(receipt)) {
      await review(tx, id, 'receipt_taken', `another payment has the receipt ${receipt}`)
      return wait
    }
    if (kind === 'prompt' && status.payer !== undefined && !isSamePhone(status.payer, msisdn)) {
      await review(tx, id, 'payer_differs', `${receipt} was paid by ${status.payer}, the prompt went to ${msisdn}`)
      return wait
    }
    if (decision.do === 'attach') return { decision }
    const rival = await rivalOf(tx, { deposit, receipt, payer: status.payer })
    const age = rival ? ageS(parts.clock, rival.submittedAt ?? parts.clock.date()) : 0
    const queryable = rival !== undefined && isQueryable(parts.providers[rival.provider], rival.requestId)
    const verdict = rival ? rivalOfReceipt({ ...rival, queryable }, receipt, age) : 'separate'
    if (verdict === 'separate') return { decision }
    if (verdict === 'same' && kind === 'paybill') return { decision: { do: 'fail', reason: 'counted_already' } }
    if (verdict === 'unclear') {
      if (await isReviewed(tx, { payment: id, what: 'maybe_counted' })) return { decision }
      await review(
        tx,
        id,
        'maybe_counted',
        `${receipt} may be the payment of deposit ${rival?.id}, whose receipt is missing`,
      )
    }
    await store.scheduleDeposit(tx, id, reprocessS)
    return { ...wait, rival: verdict === 'await' ? rival?.id : undefined }
  }

  function review(tx: Tx, payment: bigint, what: string, facts: string): Promise<void> {
    return insertReview(tx, { payment, what, facts })
  }

  /**
   * Reports an amount that differs from the requested one. The deposit then waits for an operator, except a prompt whose claimed receipt
   * has another amount: that prompt is queried again.
   */
  async function reportAmount(
    tx: Tx,
    { status, of }: ProviderAnswer,
    { id, kind, amount, claimReceipt }: store.DepositRow,
  ): Promise<void> {
    const paid = status.is === 'succeeded' && status.amount !== undefined ? formatMoney(status.amount) : 'unknown'
    const facts = `requested ${formatMoney(money(amount))}, paid ${paid}, receipt ${claimReceipt ?? 'unknown'}`
    await insertReview(tx, { payment: id, what: 'amount_differs', facts })
    if (kind === 'prompt' && of === 'receipt') return
    await store.setDeposits(tx, [{ id, state: 'unknown', reason: 'amount_differs' }])
    await store.scheduleDeposit(tx, id, null)
  }
}

/** The receipt that this answer may give to a deposit, or none. */
function receiptsOf({ provider, claimReceipt }: store.DepositRow, status: ProviderStatus | undefined) {
  const receipt = status?.is === 'succeeded' ? (status.receipt ?? claimReceipt) : null
  return receipt === null ? [] : [{ provider, receipt }]
}

/** The phone that money is returned to: the prompt's, or the payer's if the provider reports it in full. */
function payerOf({ kind, msisdn }: store.DepositRow, status: ProviderStatus): string | undefined {
  if (kind === 'prompt') return msisdn ?? undefined
  const payer = status.is === 'succeeded' ? status.payer : undefined
  return payer !== undefined && /^\d{12}$/.test(payer) ? payer : undefined
}
