import { formatMoney, money } from '@nare/money/money'
import { transact, type Tx } from '#platform/db'
import { providerAccount, type Parts } from './deps.ts'
import type { Word } from './ports.ts'
import type { Returns } from './returns.ts'
import { insertReview } from './store-callbacks.ts'
import { lockUnsent } from './store-returns.ts'
import * as store from './store-withdrawals.ts'

/** How withdrawals end, and how the money of one that is refused goes back to where it was held from. */
export function openWithdrawalEnds(parts: Parts, returns: Returns) {
  const { db, ledger, reach } = parts

  /** Takes the provider's own answer about a payout: the one place where a withdrawal ends. Anything else leaves it as it is. */
  async function hear(id: bigint, word: Word): Promise<void> {
    await reach('result read')
    const told = await transact(db, async (tx) => {
      const row = await store.lockWithdrawal(tx, id)
      if (!row || word.is === 'pending') return undefined
      if (row.state === 'sent') return end(tx, row, word)
      const contradicts =
        (row.state === 'done' && word.is === 'failed') || (row.state === 'failed' && word.is === 'succeeded')
      if (!contradicts) return undefined
      await insertReview(tx, { payment: id, what: 'contradiction', facts: `${row.state} here, then ${word.is}` })
      return stopNextReturn(tx, row)
    })
    await reach('withdrawal settled')
    if (told !== undefined) await ledger.publishBalances(parts.live, [told])
  }

  async function end(
    tx: Tx,
    row: store.WithdrawalRow,
    word: Exclude<Word, { is: 'pending' }>,
  ): Promise<bigint | undefined> {
    if (word.is === 'failed') {
      await release(tx, row, word.reason)
      return row.bettor
    }
    if (word.amount !== undefined && word.amount !== row.sum) {
      await store.setWithdrawal(tx, row.id, { state: 'sent', reason: 'amount_differs', receipt: word.receipt })
      const facts = `sent ${formatMoney(money(row.sum))}, paid ${formatMoney(word.amount)}`
      await insertReview(tx, { payment: row.id, what: 'amount_differs', facts })
      return undefined
    }
    const [posted] = await ledger.post(tx, [
      {
        id: `withdrawal/${row.id}/paid`,
        kind: 'withdrawal_paid',
        about: `payment/${row.id}`,
        postings: [
          { account: ledger.house('transit:withdrawals'), amount: money(-row.debited) },
          { account: ledger.house(providerAccount(row.provider)), amount: money(row.sum) },
          { account: ledger.house('tax:withholding'), amount: money(row.tax) },
        ],
      },
    ])
    if (posted !== 'posted') throw new Error(`the end of withdrawal ${row.id} was ${posted}`)
    await store.setWithdrawal(tx, row.id, { state: 'done', receipt: word.receipt })
    parts.count?.('withdrawal_done')
    return undefined
  }

  /** Ends the next payout of a return, unless it has been sent already: the one before it may have been paid. */
  async function stopNextReturn(tx: Tx, { returns: deposit, state }: store.WithdrawalRow): Promise<bigint | undefined> {
    const id = deposit !== null && state === 'failed' ? await lockUnsent(tx, deposit) : undefined
    const next = id === undefined ? undefined : await store.withdrawalOf(tx, id)
    if (!next) return undefined
    await release(tx, next, 'refused_by_us')
    return next.bettor
  }

  /** Gives the held money back, tax and all. */
  async function release(tx: Tx, row: store.WithdrawalRow, reason: string): Promise<void> {
    if (row.kind === 'return') {
      await returns.release(tx, row)
      await store.setWithdrawal(tx, row.id, { state: 'failed', reason })
      return returns.planNext(tx, row)
    }
    await ledger.credit(tx, [
      {
        id: `withdrawal/${row.id}/released`,
        kind: 'withdrawal_released',
        about: `payment/${row.id}`,
        bettor: row.bettor,
        amount: money(row.debited),
        against: ledger.house('transit:withdrawals'),
      },
    ])
    await store.setWithdrawal(tx, row.id, { state: 'failed', reason })
  }

  return { hear, release }
}
