import type { FieldFault } from '@nare/contract/field-codes'
import { done, refused, type Outcome, type Refusal } from '@nare/contract/outcome'
import type { payments as calls } from '@nare/contract/payments'
import type { Failure } from '@nare/contract/route'
import { formatMoney, money, type Money } from '@nare/money/money'
import { lockedNow } from '#modules/protection/protection'
import type { Session } from '#platform/session'
import { transact, type Tx } from '#platform/db'
import { afterCommit } from '#platform/money-command'
import { random } from '#platform/random'
import { addressOf, type StatusQueries } from '../addresses/addresses.ts'
import { leastWithdrawal, splitWithdrawal } from '../amounts.ts'
import { ageS, hashOf, sweep, type Parts } from '../deps.ts'
import { nextCheckS } from '../polling.ts'
import type { PayoutOrder, Submitted, ProviderStatus } from '../ports.ts'
import { payoutsStopped } from '../providers/providers.ts'
import type { Returns } from '../returns/returns.ts'
import { insertReview } from '../reviews.ts'
import type { PaymentTerms } from '../settings.ts'
import { amountFault, notOffered } from '../texts.ts'
import { answerOf, type Sums, type WithdrawalAnswer, type WithdrawalRequest } from './answer.ts'
import { openWithdrawalEnds } from './ends.ts'
import { confirmedEnd, recordFailureClaim } from './operator-end-store.ts'
import { approversFor, rulesMet } from './rules.ts'
import * as store from './store.ts'

export type { WithdrawalAnswer, WithdrawalRequest } from './answer.ts'
export { openDecisions, type Decision } from './decisions.ts'
export { decidedToday } from './decided-store.ts'
export { historiesOf, type ListedWithdrawal, listWithdrawals, type WithdrawalFilter } from './list-store.ts'
export { openNamedReturns } from './named-returns.ts'
export { openResending } from './resending.ts'
export { openPayoutEnds } from './operator-ends.ts'
export { claimedForS, type UnresolvedBecause } from './rules.ts'
export {
  countOpen,
  lockWithdrawal,
  sentPayouts,
  taxesOf,
  waitingWithdrawals,
  withdrawalOf,
  withdrawalOfCommand,
  type WithdrawalRow,
} from './store.ts'
export { withdrawalView } from './view.ts'
export { type Claim, claimForWork, holdForWork, handProofRequests, insertProofRequest } from './work-store.ts'

type Refusals = Failure<typeof calls.withdraw>

const interruptedAfterS = 5

/**
 * Opens withdrawals to the bettor's own number. The money is reserved with the request. A withdrawal is approved, sent once, and ended by the
 * provider's answer or by two operators.
 */
export function openWithdrawals(parts: Parts, { queries, returns }: { queries: StatusQueries; returns: Returns }) {
  const { db, clock, ledger, providers, background, reach, log } = parts
  const ends = openWithdrawalEnds(parts, returns)
  const { applyStatus, release } = ends

  /** Accepts a withdrawal request, reserves its money, and ends a bonus that was given for it. The same id twice is one withdrawal. The bettor cannot cancel it. */
  async function request(
    given: WithdrawalRequest,
    session: Session,
    reachedAt: string,
  ): Promise<Outcome<WithdrawalAnswer, Refusals>> {
    const { bettor } = session
    const provider = given.provider ?? 'mpesa'
    const msisdn = (await parts.bettorFacts([bettor])).get(bettor)?.msisdn
    const hash = hashOf('withdraw', provider, given.amount)
    const outcome = await transact(
      parts.moneyDb,
      async (tx): Promise<Outcome<{ row: Sums; isNew: boolean }, Refusals>> => {
        const cash = (await ledger.lockCash(tx, [bettor])).get(bettor)
        const earlier = await store.withdrawalOfCommand(tx, bettor, given.id)
        if (earlier) return earlier.hash === hash ? done({ row: earlier, isNew: false }) : refused('id_reused')
        const terms = parts.terms()
        const split = splitWithdrawal(terms, clock.date(), given.amount)
        const fault = amountWrong(terms, given.amount, split.sum)
        if (fault !== undefined) return refused('invalid_input', amountFault(fault))
        if (!session.verified) return refused('not_verified')
        if ((await lockedNow(tx, [bettor])).has(bettor)) return refused('account_locked')
        const confirmed = await parts.confirmWithdrawal(tx, { ...given, session, reachedAt })
        if (!confirmed.ok) return confirmed
        if (!providers[provider]) return refused('not_available', notOffered)
        if (await payoutsStopped(tx, provider)) return refused('withdrawals_paused')
        if (msisdn === undefined) return refused('not_available')
        const refusal = await identityRefusal(tx, bettor, split.sum)
        if (refusal) return refusal
        const balance = cash && { balance: formatMoney(cash.balance) }
        if (!cash || cash.balance < given.amount)
          return refused('insufficient_funds', { insufficient_balance: true, ...balance })
        const command = { bettor, clientId: given.id, hash, provider, msisdn, amount: given.amount, ...split }
        const id = await reserve(tx, command, cash.account)
        await parts.bonus.endWithdrawn(tx, { bettor, cashLeft: cash.balance - split.debited })
        return done({ row: { id, ...split }, isNew: true })
      },
    )
    if (!outcome.ok) return outcome
    const { row, isNew } = outcome.value
    if (isNew) {
      await reach('withdrawal reserved')
      background.send(`withdrawal ${row.id}`, () => proceed(row.id))
    }
    return afterCommit(async () => {
      if (isNew) await ledger.publishBalances(parts.live, [bettor])
      return done(answerOf(row, (await ledger.balances(bettor)).balance))
    })
  }

  function amountWrong(terms: PaymentTerms, amount: Money, sum: Money): FieldFault | undefined {
    const { payments: rules } = terms
    if (sum < rules.withdrawalMin)
      return {
        code: 'withdrawal_min',
        sentence: `Minimum withdrawal is ${formatMoney(leastWithdrawal(terms, clock.date()))}`,
      }
    if (amount > rules.withdrawalMax)
      return { code: 'withdrawal_max', sentence: `Maximum withdrawal is ${formatMoney(rules.withdrawalMax)}` }
    return undefined
  }

  /** Refuses a bettor whose identity is unconfirmed but required, by an operator or by the sum of 24 hours. */
  async function identityRefusal(
    tx: Tx,
    bettor: bigint,
    sum: Money,
  ): Promise<Refusal<'identity_required'> | undefined> {
    const { passed, wanted: asked } = await parts.identityOf(tx, bettor)
    if (passed) return undefined
    const wanted = asked || (await parts.unidentified(tx, [bettor], 'withdrawal')).has(bettor)
    const { identityDayMax } = parts.terms().payments
    const most = formatMoney(identityDayMax)
    const sent = money((await store.dayOf(tx, { bettor, except: 0n })).sum)
    if (!wanted && sent + sum <= identityDayMax) return undefined
    const sentence = wanted
      ? 'Please confirm your identity before you withdraw'
      : `Please confirm your identity to withdraw more than ${most} within 24 hours`
    return refused('identity_required', { wanted, identity_most: most, sent: formatMoney(sent) }, sentence)
  }

  async function reserve(tx: Tx, given: Omit<store.NewWithdrawal, 'conversation'>, cash: bigint): Promise<bigint> {
    const id = await store.insertWithdrawal(tx, { ...given, conversation: random.uuid() })
    const [posted] = await ledger.post(tx, [
      {
        id: `withdrawal/${id}`,
        kind: 'withdrawal',
        about: `payment/${id}`,
        postings: [
          { account: cash, amount: money(-given.debited) },
          { account: ledger.house('transit:withdrawals'), amount: money(given.debited) },
        ],
      },
    ])
    if (posted !== 'posted') throw new Error(`withdrawal ${id} could not be reserved: ${posted}`)
    return id
  }

  /** Decides how many operators must approve a withdrawal. Sends it if it is cleared. */
  async function proceed(id: bigint): Promise<void> {
    await transact(db, async (tx) => {
      const row = await store.lockWithdrawal(tx, id)
      if (row?.state !== 'requested') return
      if (row.kind === 'return') return store.setApprovers(tx, id, { approvers: 0 })
      const day = await store.dayOf(tx, { bettor: row.bettor, except: id })
      const { passed, wanted } = await parts.identityOf(tx, row.bettor)
      const facts = {
        sum: money(row.sum),
        daySum: money(day.sum),
        dayCount: day.count,
        openReviews: day.reviews,
        identityWanted: wanted && !passed,
      }
      const because = rulesMet(facts, parts.terms().payments)
      await store.setApprovers(tx, id, { approvers: approversFor(because), because })
    })
    await reach('withdrawal judged')
    const sending = await prepare(id)
    if (sending && (await store.claimSending(db, id, sending.firstCheckS))) {
      await reach('withdrawal claimed')
      await sending.deliver({ isFirst: true })
    }
  }

  /** Sends a withdrawal again, after an operator found that the provider has no record of it. */
  async function sendAgain(id: bigint): Promise<void> {
    const sending = await prepare(id)
    await sending?.deliver({ isFirst: false })
  }

  type Sending = {
    readonly deliver: (sending: { isFirst: boolean }) => Promise<void>
    /** Seconds from the sending to the first status query. */
    readonly firstCheckS: number
  }

  /** Prepares the order of a payout before its sending is claimed: a failure after the claim would leave the payout unsent. */
  async function prepare(id: bigint): Promise<Sending | undefined> {
    const row = await store.withdrawalOf(db, id)
    const provider = row && providers[row.provider]
    if (!provider) return undefined
    const at = { provider: provider.name, payment: id }
    const order: PayoutOrder = {
      conversation: row.conversation,
      msisdn: row.msisdn,
      amount: money(row.sum),
      resultUrl: await addressOf(parts, { ...at, purpose: 'payout' }),
      timeoutUrl: await addressOf(parts, { ...at, purpose: 'payout_timeout' }),
    }
    return {
      firstCheckS: nextCheckS(0, provider.queriedFromS) ?? 0,
      deliver: async ({ isFirst }) => recordSent(id, await provider.payOut(order), { isFirst }),
    }
  }

  /** Records the answer to a sending. A refusal fails the payout only after the first sending: a later one may be refused as a duplicate. */
  async function recordSent(id: bigint, answer: Submitted, { isFirst }: { isFirst: boolean }): Promise<void> {
    await reach('withdrawal sent')
    if (answer.is === 'accepted' || answer.is === 'paid') {
      if (answer.requestId !== undefined) await store.setRequestId(db, id, answer.requestId)
      if (answer.is === 'paid') await applyStatus(id, { is: 'succeeded', receipt: answer.receipt })
    } else if (answer.is === 'refused' && isFirst) await applyStatus(id, { is: 'failed', reason: answer.reason })
    else log.warn({ withdrawal: id.toString() }, 'it is unknown whether a payout was accepted')
    await reach('withdrawal noted')
  }

  /**
   * Handles a message about a payout: an unsigned result or a queue time-out. The message moves no money. The provider is queried if the
   * payout is open, if the message contradicts its end, or if operators ended it and the message reports a success.
   */
  async function claimed(id: bigint, status?: ProviderStatus): Promise<string> {
    const row = await store.withdrawalOf(db, id)
    const contradicts =
      (row?.state === 'done' && status?.is === 'failed') || (row?.state === 'failed' && status?.is === 'succeeded')
    if (row?.state === 'sent' && status?.is === 'failed') await recordFailureClaim(db, id, status.code ?? status.reason)
    const compares =
      contradicts || (status?.is === 'succeeded' && row?.state === 'done' && (await confirmedEnd(db, id)) !== undefined)
    if (row?.state === 'sent' || compares) await check(id, { ended: compares })
    return status?.is ?? 'unknown'
  }

  /** Queries the status of an open payout, or of a closed one if `ended` is set. A provider without a query leaves an open one to two operators. */
  async function check(id: bigint, { ended = false }: { ended?: boolean } = {}): Promise<void> {
    const row = await store.withdrawalOf(db, id)
    const provider = row && providers[row.provider]
    if (!provider || (row.state !== 'sent' && !ended)) return
    if (provider.queriedBy === 'none') return recordFailureClaim(db, id, 'no query')
    const { conversation, requestId } = row
    const subject = {
      purpose: 'payout_status',
      provider: provider.name,
      payment: id,
      receipt: null,
      amount: row.sum,
    } as const
    const status = await queries.send(subject, (url) =>
      provider.payoutState({ conversation, requestId: requestId ?? undefined, resultUrl: url, timeoutUrl: url }),
    )
    if (status) await applyStatus(id, status)
  }

  /** Continues withdrawals that a crash interrupted, sends due status queries, and retries failed returns. */
  async function continueDue(): Promise<number> {
    await background.workThroughDue<store.WithdrawalRow>({
      ...{ ...sweep, what: 'interrupted withdrawal', id: ({ id }) => id },
      next: () => store.interruptedWithdrawals(db, { olderS: interruptedAfterS, most: sweep.most }),
      work: ({ id }) => proceed(id),
    })
    const { done, failed } = await background.workThroughDue<store.WithdrawalRow>({
      ...{ ...sweep, what: 'withdrawal', id: ({ id }) => id },
      next: ({ count }) => store.claimDueWithdrawals(db, count),
      work: (row) => (row.state === 'failed' ? retryReturn(row) : queryAgain(row)),
    })
    return done + failed
  }

  async function queryAgain(row: store.WithdrawalRow): Promise<void> {
    const age = ageS(clock, row.sentAt ?? row.createdAt)
    const nextAgeS = nextCheckS(age, providers[row.provider]?.queriedFromS)
    await store.scheduleWithdrawal(db, row.id, nextAgeS === undefined ? null : nextAgeS - age)
    const facts = 'the provider never reported the outcome'
    if (nextAgeS === undefined) await insertReview(db, { payment: row.id, what: 'no_answer', facts })
    await check(row.id)
  }

  async function retryReturn(failed: store.WithdrawalRow): Promise<void> {
    const id = await returns.retry(failed)
    if (id !== undefined) await proceed(id)
  }

  return { request, proceed, sendAgain, applyStatus, release, bookPaid: ends.bookPaid, claimed, check, continueDue }
}
