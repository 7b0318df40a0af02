import { money, type Money } from '@nare/money/money'
import { invariant } from '#platform/invariant'
import { clawedBack, paidOut, type Credit, type Payee } from './credits.ts'
import type { Transfer } from './posting.ts'

/** A stake from the cash of a draft to one of the platform's own accounts. */
export type StakeMove = Pick<Transfer, 'id' | 'kind'> & {
  readonly about: string
  readonly to: bigint
  readonly amount: Money
}

export type Draft = ReturnType<typeof openDraft>

/**
 * Moves of one bettor's money in memory, under the lock of the accounts. `Ledger.postDrafts` posts those of many bettors by one statement;
 * a draft that is not posted moves nothing.
 */
export function openDraft({ cash, debt }: Payee) {
  const now = { cash: { ...cash }, debt: { ...debt } }
  const transfers: Transfer[] = []
  return {
    /** The accounts as they were locked. */
    accounts: [cash, debt] as const,
    /** The moves so far, in their order. */
    transfers: transfers as readonly Transfer[],
    /** The cash after the moves so far. */
    balance: (): Money => money(now.cash.balance),

    /** Debits the cash, which the caller has checked. */
    stake({ id, kind, about, to, amount }: StakeMove): void {
      invariant(amount > 0n && amount <= now.cash.balance, `stake ${id} exceeds its payer's balance`)
      now.cash.balance -= amount
      const postings = [
        { account: now.cash.id, amount: money(-amount) },
        { account: to, amount },
      ]
      transfers.push({ id, kind, about, postings })
    },
    /** Pays: a debt is repaid first, the rest is cash. */
    credit: (one: Credit): void => void transfers.push(paidOut(one, now)),
    /** Takes back: from the cash as far as it covers it, the rest becomes debt. */
    clawBack: (one: Credit): void => void transfers.push(clawedBack(one, now)),
  }
}
