import { money, type Money } from '@nare/money/money'
import { invariant } from '#platform/invariant'
import { clawBackTransfer, creditTransfer, type Credit, type Payee } from './credits.ts'
import type { Transfer } from './posting.ts'

/** A stake from the cash of a draft to an account of the operator. */
export type StakeMove = Pick<Transfer, 'id' | 'kind'> & {
  readonly about: string
  readonly to: bigint
  readonly amount: Money
}

export type Draft = ReturnType<typeof openDraft>

/**
 * Collects transfers of one bettor's money in memory, under the lock of the accounts. `Ledger.postDrafts` posts the drafts of many bettors
 * with one statement. A draft that is not posted moves nothing.
 */
export function openDraft({ cash, debt }: Payee) {
  const now = { cash: { ...cash }, debt: { ...debt } }
  const transfers: Transfer[] = []
  return {
    /** The accounts as they were locked. */
    accounts: [cash, debt] as const,
    /** The transfers so far, in order. */
    transfers: transfers as readonly Transfer[],
    /** The cash after these transfers. */
    balance: (): Money => money(now.cash.balance),

    /** Debits the cash. The caller has checked the balance. */
    stake({ id, kind, about, to, amount }: StakeMove): void {
      invariant(amount > 0n && amount <= now.cash.balance, `stake ${id} exceeds its payer's balance`)
      now.cash.balance -= amount
      const postings = [
        { account: now.cash.id, amount: money(-amount) },
        { account: to, amount },
      ]
      transfers.push({ id, kind, about, postings })
    },
    /** Credits the bettor: repays a debt first; the rest is cash. */
    credit: (one: Credit): void => void transfers.push(creditTransfer(one, now)),
    /** Debits the cash as far as it covers the amount; the rest becomes debt. */
    clawBack: (one: Credit): void => void transfers.push(clawBackTransfer(one, now)),
  }
}
