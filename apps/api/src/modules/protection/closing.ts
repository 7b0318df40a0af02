import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { protection as calls } from '@nare/contract/protection'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { formatMoney, money, type Money } from '@nare/money/money'
import type { Ledger } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import * as store from './store.ts'

type Close = typeof calls.closeAccount

export type ClosingDeps = {
  readonly db: Db
  readonly ledger: Pick<Ledger, 'lockCash'>
  readonly closing: {
    /** Whether this is the bettor's password; failures are counted like those of logging in. */
    readonly verifyPasswordOf: (
      bettor: bigint,
      password: string,
    ) => Promise<Outcome<undefined, 'wrong_credentials' | 'too_many_requests'>>
    readonly openBets: (tx: Tx, bettor: bigint) => Promise<number>
    readonly openWithdrawals: (tx: Tx, bettor: bigint) => Promise<number>
    /** Whether this much can be withdrawn today. */
    readonly withdrawable: (balance: Money) => boolean
  }
}

/**
 * Closes an account on its bettor's wish: at once and for ever, under the lock that every stake takes, once no bet and no withdrawal
 * is open and the balance is withdrawn. What is too little to be withdrawn keeps nobody in; it stays the bettor's. Logging in goes
 * on, to read, and so do withdrawals of what arrives late. Closed again it answers the same.
 */
export function openClosing({ db, ledger, closing }: ClosingDeps) {
  return async function closeAccount(
    bettor: bigint,
    { password, reason }: Received<Close>,
  ): Promise<Outcome<Answer<Close>, Failure<Close>>> {
    const proven = await closing.verifyPasswordOf(bettor, password)
    if (!proven.ok) return proven
    return transact(db, async (tx): Promise<Outcome<Answer<Close>, Failure<Close>>> => {
      const balance = (await ledger.lockCash(tx, [bettor])).get(bettor)?.balance ?? money(0n)
      const closed = await store.closedSince(tx, bettor)
      if (closed) return done(answerOf(closed, balance))
      // Whoever staked or withdrew before held the same lock and has committed.
      const bets = await closing.openBets(tx, bettor)
      const withdrawals = await closing.openWithdrawals(tx, bettor)
      const owned = closing.withdrawable(balance)
      if (bets > 0 || withdrawals > 0 || owned) {
        const ways = [
          bets > 0 && (bets === 1 ? 'one bet is open' : `${bets} bets are open`),
          withdrawals > 0 &&
            (withdrawals === 1 ? 'one withdrawal is on its way' : `${withdrawals} withdrawals are on their way`),
          owned && `${formatMoney(balance)} can still be withdrawn`,
        ]
        const facts = { open_bets: bets, open_withdrawals: withdrawals, balance: formatMoney(balance) }
        return refused('account_in_use', facts, `Not yet: ${ways.filter((way) => way !== false).join(', ')}`)
      }
      return done(answerOf(await store.insertClosed(tx, bettor, reason ?? null), balance))
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
