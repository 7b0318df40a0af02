import { done, refused, type Outcome } from '@nare/contract/outcome'
import { transact } from '#platform/db'
import type { Page } from '#platform/paging'
import {
  depositOf,
  depositOfReceipt,
  resumeQueries,
  listOpenDeposits,
  lockDeposit,
  recordClaims,
  type openDeposits,
  type OpenFilter,
  setDeposits,
  waitingDeposits,
} from './deposits/deposits.ts'
import type { Parts } from './deps.ts'
import { paymentOfId, paymentsOfReceipt } from './find-payments.ts'
import { floatsOf } from './float.ts'
import { assignedTotals, openAssigning, paybillOf, unmatchedPaybills, waitingUnmatched } from './paybill/paybill.ts'
import { openReturnCredits, type Returns, waitingToReturn } from './returns/returns.ts'
import { closeReview, openReviews, waitingReviews } from './reviews.ts'
import {
  clearIfApproved,
  countResend,
  insertApproval,
  lockWithdrawal,
  openPayoutEnds,
  type openWithdrawals,
  queuedWithdrawals,
  replaceProposal,
  sentPayouts,
  setApprovers,
  waitingWithdrawals,
  withdrawalOf,
} from './withdrawals/withdrawals.ts'

type Uses = {
  deposits: ReturnType<typeof openDeposits>
  withdrawals: ReturnType<typeof openWithdrawals>
  returns: Returns
}
export type Decision = { withdrawal: bigint; operator: string; approve: boolean }

const unmatchedText = 'This payment is unmatched. Assign it to its bettor instead'

/** The operators' use cases for payments. The caller checks their identity and permissions. */
export function openOperator(parts: Parts, { deposits, withdrawals, returns }: Uses) {
  const { db, background, ledger, providers } = parts
  const payoutEnds = openPayoutEnds(parts, { withdrawalEnds: withdrawals, check: withdrawals.check })
  const returnCredits = openReturnCredits(parts)
  const providerNames = Object.values(providers).map(({ name }) => name)
  return {
    paymentOfId: (id: bigint) => paymentOfId(db, id),
    paymentsOfReceipt: (receipt: string) => paymentsOfReceipt(db, receipt, providerNames),
    unresolvedPayouts: payoutEnds.unresolved,
    endPayout: payoutEnds.endPayout,
    waitingReturns: returnCredits.waiting,
    creditReturn: returnCredits.credit,

    /** How much waits for a person in each queue, and since when. */
    async waiting() {
      const [queued, unresolved, unmatched, unknown, toReturn, reviews] = await Promise.all([
        ...([waitingWithdrawals(db), payoutEnds.waiting(), waitingUnmatched(db)] as const),
        ...([waitingDeposits(db), waitingToReturn(db), waitingReviews(db)] as const),
      ])
      return { queued, unresolved, unmatched, unknown, toReturn, reviews }
    },

    /** The balance at each provider, as it last said. */
    floats: () => floatsOf(db, providerNames),

    /** How many payouts were sent and have no end, and since when. */
    sentPayouts: () => sentPayouts(db),

    /** Withdrawals that wait for approval, oldest first. */
    queue: (page: Page) => queuedWithdrawals(db, page),

    /** Deposits that have not ended, oldest first. */
    deposits: (filter: OpenFilter, page: Page) => listOpenDeposits(db, filter, page),

    /** Paybill payments that match no bettor, oldest first. */
    unmatched: (page: Page) => unmatchedPaybills(db, page),

    /** Open findings, oldest first. */
    reviews: (page: Page) => openReviews(db, page),

    resolveReview: (id: bigint): Promise<boolean> => closeReview(db, id),

    assignPaybill: openAssigning(parts, { deposits }).assign,

    /** The payments that each operator assigned on each of the last days. */
    assignedTotals: (days: number) => assignedTotals(db, { zone: parts.country.timeZone, days }),

    /**
     * Sets the receipt that a deposit has in the provider's statement, if neither a callback nor an answer arrived. The deposit is credited
     * once the provider has confirmed the receipt and its amount. An unmatched payment is refused (not_allowed): it is assigned, by the rules
     * for assigning, because its payer may be another person.
     */
    async nameReceipt(given: {
      deposit: bigint
      receipt: string
    }): Promise<Outcome<'asked', 'not_found' | 'not_allowed'>> {
      const { deposit: id, receipt } = given
      const named = await transact(db, async (tx): Promise<Outcome<'named', 'not_found' | 'not_allowed'>> => {
        const deposit = await lockDeposit(tx, id)
        if (!deposit || deposit.state === 'succeeded') return refused('not_found')
        const { provider } = deposit
        const existing = await depositOfReceipt(tx, { provider, receipt })
        if (existing?.state === 'succeeded') return refused('not_found')
        if ((await paybillOf(tx, provider, receipt))?.deposit === null)
          return refused('not_allowed', undefined, unmatchedText)
        await recordClaims(tx, [{ id, receipt, amount: undefined }])
        return done('named')
      })
      if (!named.ok) return named
      await deposits.prove(id)
      return done('asked')
    },

    /**
     * Fails a deposit of unknown status after one more query. A failed deposit counts towards no limit and blocks no prompt. If its money
     * arrives later, it is credited as usual.
     */
    async endUnknown(id: bigint): Promise<Outcome<'failed', 'not_found'>> {
      if ((await depositOf(db, id))?.state !== 'unknown') return refused('not_found')
      await deposits.check(id)
      const ended = await transact(db, async (tx) => {
        const deposit = await lockDeposit(tx, id)
        if (deposit?.state !== 'unknown') return deposit?.state === 'failed'
        await setDeposits(tx, [{ id, state: 'failed', reason: 'ended_by_us' }])
        return true
      })
      if (!ended) return refused('not_found')
      await resumeQueries(db, id)
      return done('failed')
    },

    /**
     * Requests that returnable money is sent to a number that an operator names, if the payer is unknown or every attempt failed. The request
     * is the first approval. The payout is sent after the approval of a second operator.
     */
    async sendReturn(given: {
      deposit: bigint
      msisdn: string
      operator: string
    }): Promise<Outcome<'waiting', 'not_found'>> {
      const isReserved = await transact(db, async (tx) => {
        const deposit = await lockDeposit(tx, given.deposit)
        const id = deposit && (await returns.attemptNext(tx, deposit, given.msisdn))
        if (id === undefined) return false
        await setApprovers(tx, id, 2)
        await insertApproval(tx, { id, operator: given.operator, approve: true })
        return true
      })
      return isReserved ? done('waiting') : refused('not_found')
    },

    /**
     * Records one operator's decision on a waiting withdrawal. A refusal fails the withdrawal and releases its money. The withdrawal is sent
     * once enough different operators have approved. A second decision of the same operator is refused.
     */
    async decide({
      withdrawal: id,
      operator,
      approve,
    }: Decision): Promise<Outcome<'waiting' | 'cleared' | 'refused', 'not_found' | 'not_allowed'>> {
      const outcome = await transact(
        db,
        async (tx): Promise<Outcome<'waiting' | 'cleared' | 'refused', 'not_found' | 'not_allowed'>> => {
          const row = await lockWithdrawal(tx, id)
          if (row?.state !== 'checking' || row.clearedAt !== null) return refused('not_found')
          if (!(await insertApproval(tx, { id, operator, approve }))) return refused('not_allowed')
          if (approve) return done((await clearIfApproved(tx, id)) ? 'cleared' : 'waiting')
          await withdrawals.release(tx, row, 'refused_by_us')
          return done('refused')
        },
      )
      if (outcome.ok && outcome.value === 'cleared') background.send(`withdrawal ${id}`, () => withdrawals.proceed(id))
      const row = outcome.ok && outcome.value === 'refused' ? await withdrawalOf(db, id) : undefined
      if (row) await ledger.publishBalances(parts.live, [row.bettor])
      return outcome
    },

    /**
     * Sends a payout again with the same conversation id, if the provider has no record of it. The operator must be sure of that: the
     * conversation id prevents a second payment only if the provider honours it.
     */
    async resend(id: bigint): Promise<Outcome<'sent', 'not_found'>> {
      const found = await transact(db, async (tx) => {
        const row = await lockWithdrawal(tx, id)
        if (row?.state !== 'sent' || row.requestId !== null || row.reason !== null) return false
        await replaceProposal(tx, id)
        await countResend(tx, id)
        return true
      })
      if (!found) return refused('not_found')
      await withdrawals.sendAgain(id)
      return done('sent')
    },
  }
}
