import { formatMoney, money, type Money } from '@nare/money/money'
import type { Credit } from '#modules/ledger/ledger'
import { creditGate } from '#modules/protection/protection'
import { transact, type Tx } from '#platform/db'
import { onePerPayment } from '../batches.ts'
import { ageS, type Parts, providerAccount } from '../deps.ts'
import type { ProviderStatus } from '../ports.ts'
import { insertReview, isReviewed } from '../reviews.ts'
import { openPaidBeside } from './paid-beside.ts'
import { lockReceipt, rivalOf, setPayer, setReturnable } from './receipts.ts'
import { decideDeposit, type DepositDecision, rivalOfReceipt } from './rules.ts'
import * as store from './store.ts'

/** A provider's own answer about a deposit: about our prompt, or about a receipt that was claimed for it. */
export type News = { readonly id: bigint; readonly status: ProviderStatus; readonly of: 'prompt' | 'receipt' }
/** The effect of an answer. `returned` is the payout that sends returnable money back. */
export type Done = {
  readonly decision: DepositDecision['do'] | 'returnable'
  readonly bettor: bigint
  readonly returned?: bigint | undefined
  /** A deposit that may be the same money: its receipt is queried next. */
  readonly rival?: bigint | undefined
  /** Deposits of other money that was paid with the reference of this one: they are queried next. */
  readonly beside?: readonly bigint[] | undefined
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
 * The one place where deposits end. Concurrent answers of providers are applied in one transaction: deposits are locked in
 * the order of their ids, then accounts. Returns undefined if the deposit does not exist.
 */
export function openEnds(parts: Parts, beginReturn: BeginReturn): (news: News) => Promise<Done | undefined> {
  const { db, ledger } = parts
  return onePerPayment<News, Done>((all) => transact(db, (tx) => end(tx, all)))

  async function end(tx: Tx, all: ReadonlyMap<bigint, News>): Promise<Map<bigint, Done>> {
    const done = new Map<bigint, Done>()
    const arrived: Arrived[] = []
    const ends: store.DepositEnd[] = []
    const receipts = new Set<string>()
    for (const deposit of await store.lockDeposits(tx, [...all.keys()])) {
      const { id, bettor } = deposit
      const news = all.get(id)
      if (!news) continue
      const { status, of } = news
      let decision = decideDeposit(deposit, status, of)
      let rival: bigint | undefined
      if (of === 'receipt' && status.is === 'succeeded' && (decision.do === 'credit' || decision.do === 'attach'))
        ({ decision, rival } = await counted(tx, { deposit, status, receipts, decision }))
      if (decision.do === 'credit') {
        arrived.push({ deposit, payer: payerOf(deposit, status) })
        if (decision.receipt !== undefined) receipts.add(decision.receipt)
      }
      if (decision.do === 'credit' || decision.do === 'attach')
        ends.push({
          id,
          state: 'succeeded',
          receipt: decision.receipt,
          proven: status.is === 'succeeded' && status.receipt !== undefined,
        })
      if (decision.do === 'fail') ends.push({ id, state: 'failed', reason: decision.reason })
      if (decision.do === 'review') await reportAmount(tx, news, deposit)
      done.set(id, { decision: decision.do, bettor, rival })
    }
    const { back, written } = await credit(tx, arrived)
    const ended = ends.map(({ id }) => id)
    // The last sees what the deposits are set to: statements run in the order in which they are started.
    const [, , besides] = await Promise.all([written, store.setDeposits(tx, ends), openPaidBeside(tx, parts, ended)])
    for (const one of back) {
      const returned = await startReturn(tx, one)
      done.set(one.deposit.id, { decision: 'returnable', bettor: one.deposit.bettor, returned })
    }
    for (const [id, beside] of besides) {
      const what = done.get(id)
      if (what) done.set(id, { ...what, beside })
    }
    return done
  }

  type Credited = { readonly back: readonly Arrived[]; readonly written: Promise<void> | undefined }

  /**
   * Credits the deposits that may be staked, less their tax, books the others as returnable in full, and returns the latter, before the
   * credits are `written`.
   */
  async function credit(tx: Tx, arrived: readonly Arrived[]): Promise<Credited> {
    if (arrived.length === 0) return { back: [], written: undefined }
    const bettors = [...new Set(arrived.map(({ deposit }) => deposit.bettor))]
    const [payees, gate] = await Promise.all([
      ledger.lockPayees(tx, bettors),
      creditGate(
        tx,
        arrived.map(({ deposit: { bettor, amount } }) => ({ bettor, amount: money(amount) })),
      ),
    ])
    const playable = arrived.filter((_one, at) => gate[at])
    const back = arrived.filter((_one, at) => !gate[at])
    const due = playable.map(({ deposit: { id, bettor, net, tax, provider } }): Credit => ({
      id: `deposit/${id}`,
      kind: 'deposit',
      about: `payment/${id}`,
      bettor,
      amount: money(net),
      against: ledger.house(providerAccount(provider)),
      also: [{ account: ledger.house('tax:excise'), amount: money(tax) }],
    }))
    const written = due.length > 0 ? ledger.credit(tx, due, payees) : undefined
    if (back.length > 0) {
      await written
      await creditReturnable(tx, back)
    }
    return { back, written }
  }

  async function creditReturnable(tx: Tx, back: readonly Arrived[]): Promise<void> {
    const accounts = await ledger.returnable(tx, [...new Set(back.map(({ deposit }) => deposit.bettor))])
    const posted = await ledger.post(
      tx,
      back.map(({ deposit: { id, bettor, amount, provider } }) => ({
        id: `deposit/${id}`,
        kind: 'returnable',
        about: `payment/${id}`,
        postings: [
          { account: accounts.get(bettor) ?? 0n, amount: money(amount) },
          { account: ledger.house(providerAccount(provider)), amount: money(-amount) },
        ],
      })),
    )
    const wrong = posted.find((one) => one !== 'posted')
    if (wrong) throw new Error(`money to return was ${wrong}`)
  }

  async function startReturn(tx: Tx, { deposit, payer }: Arrived): Promise<bigint | undefined> {
    await setReturnable(tx, [deposit.id])
    if (payer !== undefined) {
      await setPayer(tx, deposit.id, payer)
      return beginReturn(tx, { deposit, msisdn: payer, attempt: 1, amount: money(deposit.amount) })
    }
    const facts = `${formatMoney(money(deposit.amount))} came while it could not be played; the provider does not reveal the payer`
    await insertReview(tx, { payment: deposit.id, what: 'return_to_whom', facts })
    return undefined
  }

  type Claimed = {
    deposit: store.DepositRow
    status: Success
    receipts: ReadonlySet<string>
    decision: DepositDecision
  }
  type Counted = { decision: DepositDecision; rival?: bigint | undefined }

  /** Whether a receipt that the provider confirmed may be credited: no other payment has it, and no prompt is the same money. */
  async function counted(tx: Tx, { deposit, status, receipts, decision }: Claimed): Promise<Counted> {
    const { id, provider, kind, msisdn } = deposit
    const wait: Counted = { decision: { do: 'wait' } }
    const { receipt } = status
    if (receipt === undefined) return wait
    await lockReceipt(tx, { provider, receipt })
    const bearer = await store.depositOfReceipt(tx, { provider, receipt })
    const isUsed = bearer !== undefined && bearer.id !== id && bearer.state === 'succeeded'
    if (isUsed || receipts.has(receipt)) {
      await review(tx, id, 'receipt_taken', `another payment has the receipt ${receipt}`)
      return wait
    }
    if (kind === 'prompt' && status.payer !== undefined && !matches(status.payer, msisdn)) {
      await review(tx, id, 'payer_differs', `${receipt} was paid by ${status.payer}, the prompt went to ${msisdn}`)
      return wait
    }
    if (decision.do === 'attach') return { decision }
    const rival = await rivalOf(tx, { deposit, receipt, payer: status.payer })
    const age = rival ? ageS(parts.clock, rival.submittedAt ?? parts.clock.date()) : 0
    const verdict = rival ? rivalOfReceipt(rival, receipt, age) : 'separate'
    if (verdict === 'separate') return { decision }
    if (verdict === 'same' && kind === 'paybill') return { decision: { do: 'fail', reason: 'counted_already' } }
    if (verdict === 'unclear') {
      if (await isReviewed(tx, { payment: id, what: 'maybe_counted' })) return { decision }
      await review(
        tx,
        id,
        'maybe_counted',
        `${receipt} may be the money of deposit ${rival?.id}, whose receipt is missing`,
      )
    }
    await store.scheduleDeposit(tx, id, reprocessS)
    return { ...wait, rival: verdict === 'await' ? rival?.id : undefined }
  }

  function review(tx: Tx, payment: bigint, what: string, facts: string): Promise<void> {
    return insertReview(tx, { payment, what, facts })
  }

  /** Reports an amount that differs from the requested one. A paybill payment waits for an operator, a prompt is queried further. */
  async function reportAmount(
    tx: Tx,
    { status, of }: News,
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

/** Whether a phone number matches the provider's, which may hide some digits. */
function matches(shown: string, msisdn: string | null): boolean {
  return msisdn?.length === shown.length && [...shown].every((digit, at) => digit === '*' || digit === msisdn[at])
}

/** The phone that money is returned to: the prompt's, or the payer's if the provider reveals it in full. */
function payerOf({ kind, msisdn }: store.DepositRow, status: ProviderStatus): string | undefined {
  if (kind === 'prompt') return msisdn ?? undefined
  const payer = status.is === 'succeeded' ? status.payer : undefined
  return payer !== undefined && /^\d{12}$/.test(payer) ? payer : undefined
}
