import { fault, type FieldFault } from '@nare/contract/field-codes'
import { attributionOf, type MarketingSource } from '@nare/contract/marketing-source'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { payments as calls } from '@nare/contract/payments'
import type { Failure } from '@nare/contract/route'
import { formatMoney, money, type Money } from '@nare/money/money'
import type { PaymentRules } from '#country/country'
import { depositGate, refusalOf } from '#modules/protection/protection'
import type { Session } from '#platform/session'
import { transact, type Tx } from '#platform/db'
import { random } from '#platform/random'
import { type StatusQueries, queriedReceipts } from '../addresses/addresses.ts'
import { isWhole, splitDeposit } from '../amounts.ts'
import { ageS, hashOf, sweep, type Parts } from '../deps.ts'
import { isUnknown, nextCheckS } from '../polling.ts'
import { isQueryable, type Provider, type ProviderName, type ProviderStatus } from '../ports.ts'
import { insertReview } from '../reviews.ts'
import type { PaymentTerms } from '../settings.ts'
import { depositsStopped } from '../stops.ts'
import { amountFault, finishFirst, notOffered } from '../texts.ts'
import { type BeginReturn, openDepositAnswers } from './answers.ts'
import { openConfirming } from './confirming.ts'
import { openPrompting } from './prompting.ts'
import { promptsOfDay } from './receipts.ts'
import { blocksNextPrompt } from './rules.ts'
import * as store from './store.ts'

export { type DepositFilter, listDeposits, type ListedDeposit } from './list-store.ts'
export { openClaims } from './claims.ts'
export { freeReceipt, lockReceipt, matchPaybill } from './receipts.ts'
export {
  depositOf,
  depositOfCommand,
  depositOfReceipt,
  depositOfReference,
  type DepositRow,
  insertPaybillDeposit,
  resumeQueries,
  lockDeposit,
  recordClaims,
  ownDepositOfReceipt,
  setDeposits,
  pendingAmountOf,
} from './store.ts'
export { waitingDeposits } from './waiting.ts'
export { depositMessage, type DepositStatus, depositStatus, depositView } from './view.ts'

export type DepositRequest = MarketingSource & {
  id: string
  amount: Money
  msisdn?: string | undefined
  provider?: ProviderName | undefined
}
export type DepositAnswer = { message: string; deposit_id: string; status: 'pending'; tax: string; net: string }
type Refusals = Failure<typeof calls.deposit>

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const referenceChars = 9

/** A deposit that was opened now, with what the bettor was told. */
type Opened = { readonly id: bigint; readonly tax: bigint; readonly net: bigint; readonly isNew: true }

type Uses = {
  readonly queries: StatusQueries
  readonly beginReturn: BeginReturn
  /** Sends a payout whose money is reserved. */
  readonly payOut: (withdrawal: bigint) => Promise<void>
}

/** Deposits by a prompt on the phone: sent once, queried until they end, credited once. */
export function openDeposits(parts: Parts, { queries, beginReturn, payOut }: Uses) {
  const { db, clock, ledger, providers, background, reach } = parts
  const answers = openDepositAnswers(parts, beginReturn)
  const { submit, prompting } = openPrompting(parts, { applyStatus })
  const confirming = openConfirming(parts, { applyIn: answers.applyIn, applyStatus })

  /**
   * Accepts a deposit request and stores it before the prompt is sent. The same id twice is one deposit. A second deposit is refused while
   * one is open. Only the account's own phone gets prompts, a bounded number a day.
   */
  async function request(given: DepositRequest, session: Session): Promise<Outcome<DepositAnswer, Refusals>> {
    const { bettor } = session
    const provider = given.provider ?? 'mpesa'
    const msisdn = (await parts.bettorFacts([bettor])).get(bettor)?.msisdn
    const hash = hashOf('deposit', provider, given.msisdn ?? msisdn ?? '', given.amount)
    const outcome = await transact(parts.moneyDb, async (tx): Promise<Outcome<store.DepositRow | Opened, Refusals>> => {
      await ledger.lockCash(tx, [bettor])
      const earlier = await store.depositOfCommand(tx, bettor, given.id)
      if (earlier) return earlier.hash === hash ? done(earlier) : refused('id_reused')
      const terms = parts.terms()
      const wrong = amountWrong(terms.payments, given.amount)
      if (wrong) return refused('invalid_input', amountFault(wrong))
      if (given.msisdn !== undefined && given.msisdn !== msisdn) return refused('msisdn_not_yours')
      if (!session.verified) return refused('not_verified')
      if (!providers[provider] || (await depositsStopped(tx, provider))) return refused('not_available', notOffered)
      if (msisdn === undefined) return refused('not_available')
      const pending = money(await store.pendingAmountOf(tx, bettor))
      const identified = !(await parts.unidentified(tx, [bettor], 'deposit')).has(bettor)
      const gated = await depositGate(tx, { bettor, amount: given.amount, pending, identified })
      const isKeptOut = gated?.code === 'self_excluded' || gated?.code === 'account_locked'
      const blocking = isKeptOut ? undefined : await blockingDeposit(tx, bettor)
      if (blocking) return refused('deposit_open', { deposit_id: blocking.id.toString() }, finishFirst(blocking.state))
      if (gated) {
        const refusal = refusalOf(gated)
        return refusal.code === 'not_verified' ? refused('not_verified') : { ...refusal, code: refusal.code }
      }
      const day = await promptsOfDay(tx, msisdn)
      if (day.count >= parts.promptsDayMax)
        return refused('too_many_requests', { retry_after_s: day.freeInS }, tooManyPrompts(providers))
      return done(
        await storePrompt(tx, terms, {
          bettor,
          clientId: given.id,
          hash,
          provider,
          msisdn,
          amount: given.amount,
          attribution: attributionOf(given) ?? null,
        }),
      )
    })
    if (!outcome.ok) return outcome
    if (!('isNew' in outcome.value)) return done(answerOf(outcome.value))
    const { id } = outcome.value
    await reach('deposit stored')
    background.send(`deposit ${id}`, () => submit(id))
    return done(answerOf(outcome.value))
  }

  function amountWrong(rules: PaymentRules, amount: Money): FieldFault | undefined {
    if (!isWhole(amount)) return fault('whole_shillings')
    if (amount < rules.depositMin)
      return { code: 'deposit_min', sentence: `Minimum deposit is ${formatMoney(rules.depositMin)}` }
    if (amount > rules.depositMax)
      return { code: 'deposit_max', sentence: `Maximum deposit is ${formatMoney(rules.depositMax)}` }
    return undefined
  }

  /** The newest deposit of a bettor that blocks another prompt. */
  async function blockingDeposit(tx: Tx, bettor: bigint): Promise<store.DepositRow | undefined> {
    const open = await store.openDepositsOf(tx, bettor)
    return open.find((deposit) =>
      blocksNextPrompt(deposit, {
        ageS: ageS(clock, deposit.submittedAt ?? deposit.createdAt),
        queryable: isQueryable(providers[deposit.provider], deposit.requestId),
      }),
    )
  }

  type Opening = Omit<store.NewPrompt, 'reference' | 'tax' | 'net' | 'amount'> & { amount: Money }

  async function storePrompt(tx: Tx, terms: PaymentTerms, given: Opening): Promise<Opened> {
    const { tax, net } = splitDeposit(terms, clock.date(), given.amount)
    const reference = `N${Array.from({ length: referenceChars }, () => alphabet[random.below(alphabet.length)]).join('')}`
    return { id: await store.insertPrompt(tx, { ...given, tax, net, reference }), tax, net, isNew: true }
  }

  /**
   * Queries the provider for the status of a deposit and applies the answer. A caller that has just read the deposit passes it as `read`.
   * A prompt is queried first. Its claimed receipt is queried if that answer does not confirm the payment. Returns whether the prompt was
   * paid.
   */
  async function check(id: bigint, read?: store.DepositRow): Promise<boolean> {
    const deposit = read ?? (await store.depositOf(db, id))
    const provider = deposit && providers[deposit.provider]
    if (!provider || deposit.state === 'created' || deposit.state === 'succeeded') return false
    const { requestId, reference, claimReceipt } = deposit
    const queryable = deposit.kind === 'prompt' && isQueryable(provider, requestId)
    if (queryable && reference !== null) {
      const status = await provider.promptState({ requestId: requestId ?? undefined, reference })
      if (status.is !== 'pending') await applyStatus(id, status, 'prompt')
      const isPending = deposit.state === 'submitted' || deposit.state === 'pending'
      if (status.is === 'succeeded' || (status.is === 'pending' && isPending)) return status.is === 'succeeded'
    }
    if (claimReceipt !== null) await proveReceipt(provider, deposit, claimReceipt)
    return false
  }

  /** Queries a deposit after a message about it. A failed deposit is queried for a while, in case an answer is lost. */
  async function claimed(id: bigint, read?: store.DepositRow, said?: ProviderStatus): Promise<void> {
    if (read && said && providers[read.provider]?.queriedBy === 'none') return confirming.reported(read, said)
    if (!(await check(id, read))) await store.resumeQueries(db, id)
  }

  /** Queries every receipt that was claimed for this deposit. */
  async function prove(id: bigint): Promise<void> {
    const deposit = await store.depositOf(db, id)
    const provider = deposit && providers[deposit.provider]
    if (!provider || deposit.state === 'succeeded') return
    const claimedReceipts = deposit.claimReceipt === null ? [] : [deposit.claimReceipt]
    for (const receipt of new Set([...claimedReceipts, ...(await queriedReceipts(db, id))]))
      await proveReceipt(provider, deposit, receipt)
  }

  /** Queries the receipt of a prompt, stored or claimed, whether the prompt was credited or not. */
  async function proveRival(id: bigint): Promise<void> {
    const deposit = await store.depositOf(db, id)
    const provider = deposit && providers[deposit.provider]
    const receipt = deposit?.receipt ?? deposit?.claimReceipt
    if (provider && receipt) await proveReceipt(provider, deposit, receipt)
  }

  async function proveReceipt(provider: Provider, { id, amount }: store.DepositRow, receipt: string): Promise<void> {
    if (provider.queriedBy === 'none') return
    const query = { purpose: 'receipt_status', provider: provider.name, payment: id, receipt, amount } as const
    const status = await queries.send(query, (url) =>
      provider.receiptState({ receipt, resultUrl: url, timeoutUrl: url }),
    )
    if (status) await applyStatus(id, status, 'receipt')
  }

  /** Applies the provider's answer about a deposit, then queries related deposits, sends a return and publishes the balance. */
  async function applyStatus(id: bigint, status: ProviderStatus, of: 'prompt' | 'receipt'): Promise<void> {
    await reach('deposit confirmed')
    const applied = await answers.apply({ id, status, of })
    if (applied?.rival !== undefined) await proveRival(applied.rival)
    for (const further of applied?.further ?? []) background.send(`deposit ${further}`, () => check(further))
    if (applied?.decision !== 'credit' && applied?.decision !== 'returnable') return
    await reach('deposit credited')
    const { decision, returned, bettor } = applied
    parts.count?.(decision === 'credit' ? 'deposit_credited' : 'deposit_returnable')
    if (returned !== undefined) background.send(`withdrawal ${returned}`, () => payOut(returned))
    await ledger.publishBalances(parts.live, [bettor])
  }

  /** Sends or fails unsent prompts, sends due status queries and marks deposits without an answer as unknown. */
  async function continueDue(): Promise<number> {
    await background.workThroughDue<store.DepositRow>({
      ...{ ...sweep, what: 'unsent deposit', id: ({ id }) => id },
      next: () => store.unsentDeposits(db, { olderS: unsentAfterS, most: sweep.most }),
      work: ({ id, createdAt }) => (ageS(clock, createdAt) >= unsentEndS ? store.endUnsent(db, id) : submit(id)),
    })
    const { done, failed } = await background.workThroughDue<store.DepositRow>({
      ...{ what: 'deposit', id: ({ id }) => id, work: queryAgain, ...sweep },
      next: ({ count }) => store.claimDueDeposits(db, count),
    })
    return done + failed
  }

  async function queryAgain(deposit: store.DepositRow): Promise<void> {
    const { id } = deposit
    const age = ageS(clock, deposit.submittedAt ?? deposit.createdAt)
    const nextAgeS = nextCheckS(age, providers[deposit.provider]?.queriedFromS)
    await store.scheduleDeposit(db, id, nextAgeS === undefined ? null : nextAgeS - age)
    await background.attempt('query of a deposit', id, () => check(id))
    if (deposit.claimReceipt !== null) await background.attempt('query of a receipt', id, () => prove(id))
    if (isUnknown(age)) await markUnknown(id, { isLastQuery: nextAgeS === undefined })
  }

  function markUnknown(id: bigint, { isLastQuery }: { isLastQuery: boolean }): Promise<void> {
    return transact(db, async (tx) => {
      const deposit = await store.lockDeposit(tx, id)
      if (!deposit) return
      const isPending = deposit.state === 'pending' || deposit.state === 'submitted'
      if (isPending) await store.setDeposits(tx, [{ id, state: 'unknown', reason: deposit.reason ?? undefined }])
      if (isLastQuery && (isPending || deposit.state === 'unknown'))
        await insertReview(tx, { payment: id, what: 'no_answer', facts: 'the provider never reported the outcome' })
    })
  }

  return {
    ...{ request, submit, check, claimed, applyStatus, continueDue, prove, prompting },
    /** The operators' confirmation of a deposit that its provider cannot be asked about. */
    confirmation: confirming.decision,
  }
}

const unsentAfterS = 5
const unsentEndS = 120
const tooManyPrompts = (providers: Parts['providers']): string =>
  Object.values(providers).some(({ paybill }) => paybill)
    ? 'Your phone got too many payment requests today. Please pay to the paybill number, or try again later'
    : 'Your phone got too many payment requests today. Please try again later'

function answerOf({ id, tax, net }: { id: bigint; tax: bigint; net: bigint }): DepositAnswer {
  return {
    message: 'Please enter your PIN on your phone to pay',
    deposit_id: id.toString(),
    status: 'pending',
    tax: formatMoney(money(tax)),
    net: formatMoney(money(net)),
  }
}
