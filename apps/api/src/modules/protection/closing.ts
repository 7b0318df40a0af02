import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { protection as calls } from '@nare/contract/protection'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { formatMoney, money, type Money } from '@nare/money/money'
import { endPasskeys } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import * as store from './store.ts'

type Close = typeof calls.closeAccount

/** A password that was right. */
export type VerifiedPassword = {
  /** Whether the bettor still has this password. It cannot change until the transaction ends. */
  readonly isCurrent: (tx: Tx) => Promise<boolean>
}

export type ClosingDeps = {
  readonly db: Db
  readonly ledger: Pick<Ledger, 'lockCash'>
  readonly closing: {
    /** Checks the bettor's password, with the delays of failed logins. */
    readonly verifyPasswordOf: (
      bettor: bigint,
      password: string,
    ) => Promise<Outcome<VerifiedPassword, 'wrong_credentials' | 'too_many_requests'>>
    readonly openBets: (tx: Tx, bettor: bigint) => Promise<number>
    readonly openWithdrawals: (tx: Tx, bettor: bigint) => Promise<number>
    /** Whether a balance reaches the minimum withdrawal today. */
    readonly withdrawable: (balance: Money) => boolean
  }
}

/**
 * Closes an account at its bettor's request: at once and permanently, under the lock that every stake takes, if no bet and no
 * withdrawal is open and the balance is withdrawn. A balance below the minimum withdrawal does not prevent closing; it
 * stays the bettor's. The bettor can still log in, read, and withdraw money that arrives later. Closing again returns the
 * same result. The caller has verified the password before the bettor's turn, because that can take seconds; a password that has changed
 * since then is refused.
 */
export function openClosing({ db, ledger, closing }: ClosingDeps) {
  return async function closeAccount(
    bettor: bigint,
    { password, reason }: Pick<Received<Close>, 'reason'> & { readonly password: VerifiedPassword },
  ): Promise<Outcome<Answer<Close>, Failure<Close>>> {
    return transact(db, async (tx): Promise<Outcome<Answer<Close>, Failure<Close>>> => {
      const balance = (await ledger.lockCash(tx, [bettor])).get(bettor)?.balance ?? money(0n)
      if (!(await password.isCurrent(tx))) return refused('wrong_credentials', undefined, 'This password is wrong')
      const closed = await store.closedSince(tx, bettor)
      if (closed) return done(answerOf(closed, balance))
      // Earlier stakes and withdrawals held the same lock, so they are committed.
      const bets = await closing.openBets(tx, bettor)
      const withdrawals = await closing.openWithdrawals(tx, bettor)
      const isWithdrawable = closing.withdrawable(balance)
      if (bets > 0 || withdrawals > 0 || isWithdrawable) {
        const reasons = [
          bets > 0 && (bets === 1 ? 'one bet is open' : `${bets} bets are open`),
          withdrawals > 0 &&
            (withdrawals === 1 ? 'one withdrawal is on its way' : `${withdrawals} withdrawals are on their way`),
          isWithdrawable && `${formatMoney(balance)} can still be withdrawn`,
        ]
        const facts = { open_bets: bets, open_withdrawals: withdrawals, balance: formatMoney(balance) }
        return refused('account_in_use', facts, `Not yet: ${reasons.filter((text) => text !== false).join(', ')}`)
      }
      await endPasskeys(tx, bettor)
      return done(answerOf(await store.insertClosed(tx, bettor, { reason: reason ?? null }), balance))
    })
  }
}

function answerOf(since: Date, left: Money): Answer<Close> {
  return {
    success: 'Your account is closed. You can still log in to read your statement',
    closed_at: since.toISOString(),
    left: formatMoney(left),
  }
}
