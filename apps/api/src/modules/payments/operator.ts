import { done, refused, type Outcome } from '@nare/contract/outcome'
import { transact } from '#platform/db'
import type { Page } from '#platform/paging'
import type { Parts } from './deps.ts'
import type { openDeposits } from './deposits.ts'
import type { openPaybills } from './paybills.ts'
import { closeReview, openReviews, unmatchedPaybills } from './store-callbacks.ts'
import { depositOfReceipt, listOpenDeposits, lockDeposit, noteClaims, type OpenFilter } from './store-deposits.ts'
import * as store from './store-withdrawals.ts'
import type { openWithdrawals } from './withdrawals.ts'

type Uses = {
  deposits: ReturnType<typeof openDeposits>
  withdrawals: ReturnType<typeof openWithdrawals>
  paybills: ReturnType<typeof openPaybills>
}
export type Decision = { withdrawal: bigint; operator: string; approve: boolean }

/** What people of the house do about payments. Who they are and what they may is the caller's to check. */
export function openOperator(parts: Parts, { deposits, withdrawals, paybills }: Uses) {
  const { db, errands, ledger } = parts
  return {
    /** Withdrawals that wait for approval, oldest first. */
    queue: (page: Page) => store.queuedWithdrawals(db, page),

    /** Deposits that have not ended, oldest first. */
    deposits: (filter: OpenFilter, page: Page) => listOpenDeposits(db, filter, page),

    /** Payments that came by themselves and for which nobody has been found, oldest first. */
    unmatched: (page: Page) => unmatchedPaybills(db, page),

    /** Findings that a person has to look at, oldest first. */
    reviews: (page: Page) => openReviews(db, page),

    resolveReview: (id: bigint): Promise<boolean> => closeReview(db, id),

    assignPaybill: paybills.assign,

    /**
     * Names the receipt under which a deposit stands in the provider's statement, where neither a callback nor an answer ever came. It is
     * credited once the provider has confirmed the receipt and its amount.
     */
    async nameReceipt(given: { deposit: bigint; receipt: string }): Promise<Outcome<'asked', 'not_found'>> {
      const { deposit: id, receipt } = given
      const found = await transact(db, async (tx) => {
        const deposit = await lockDeposit(tx, id)
        if (!deposit || deposit.state === 'succeeded' || deposit.claimReceipt !== null) return false
        if (await depositOfReceipt(tx, { provider: deposit.provider, receipt })) return false
        await noteClaims(tx, [{ id, receipt, amount: undefined }])
        return true
      })
      if (!found) return refused('not_found')
      await deposits.prove(id)
      return done('asked')
    },

    /**
     * One person's word on a waiting withdrawal. A refusal ends it and gives the money back; it goes out once as many different
     * people as it needs have approved. Somebody who spoke already is refused.
     */
    async decide({
      withdrawal: id,
      operator,
      approve,
    }: Decision): Promise<Outcome<'waiting' | 'cleared' | 'refused', 'not_found' | 'not_allowed'>> {
      const outcome = await transact(
        db,
        async (tx): Promise<Outcome<'waiting' | 'cleared' | 'refused', 'not_found' | 'not_allowed'>> => {
          const row = await store.lockWithdrawal(tx, id)
          if (row?.state !== 'checking' || row.clearedAt !== null) return refused('not_found')
          if (!(await store.insertApproval(tx, { id, operator, approve }))) return refused('not_allowed')
          if (approve) return done((await store.clearIfApproved(tx, id)) ? 'cleared' : 'waiting')
          await withdrawals.release(tx, row, 'refused_by_us')
          return done('refused')
        },
      )
      if (outcome.ok && outcome.value === 'cleared') errands.send(`withdrawal ${id}`, () => withdrawals.proceed(id))
      const row = outcome.ok && outcome.value === 'refused' ? await store.withdrawalOf(db, id) : undefined
      if (row) await ledger.tell(parts.live, [row.bettor])
      return outcome
    },

    /**
     * Hands over once more, under its old conversation, a payout of which the provider knows nothing. For people who have made
     * sure of that: the conversation keeps it from being paid twice only where the provider keeps its promise.
     */
    async resend(id: bigint): Promise<Outcome<'sent', 'not_found'>> {
      const found = await transact(db, async (tx) => {
        const row = await store.lockWithdrawal(tx, id)
        if (row?.state !== 'sent' || row.requestId !== null) return false
        await store.countResend(tx, id)
        return true
      })
      if (!found) return refused('not_found')
      await withdrawals.send(id)
      return done('sent')
    },
  }
}
