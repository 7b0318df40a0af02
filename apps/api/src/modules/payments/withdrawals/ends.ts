import { formatMoney, money, type Money } from '@nare/money/money'
import type { Transfer } from '#modules/ledger/ledger'
import { transact, type Tx } from '#platform/db'
import { type Parts, providerAccount } from '../deps.ts'
import type { ProviderStatus } from '../ports.ts'
import { lockReceipt } from '../deposits/deposits.ts'
import { lockUnsent, type Returns } from '../returns/returns.ts'
import { insertReview } from '../reviews.ts'
import { confirmedEnd, receiptOfAnother } from './operator-end-store.ts'
import { isAnother, splitPaid } from './rules.ts'
import * as store from './store.ts'

/** Opens the ends of withdrawals: paid, or failed with the money returned to the account it was reserved from. */
export function openWithdrawalEnds(parts: Parts, returns: Returns) {
  const { db, ledger, reach } = parts

  /**
   * Applies the provider's answer about a payout. Only a success or a failure changes the payout. An answer about another payment is reported
   * and ends nothing.
   */
  async function applyStatus(id: bigint, status: ProviderStatus): Promise<void> {
    await reach('result read')
    const changed = await transact(db, async (tx) => {
      const row = await store.lockWithdrawal(tx, id)
      if (!row || status.is === 'pending') return undefined
      if (isAnother(row, status.named) || (await isOthersReceipt(tx, row, status)))
        return reportAnother(tx, row, status)
      return row.state === 'sent' ? end(tx, row, status) : compare(tx, row, status)
    })
    await reach('withdrawal settled')
    if (changed !== undefined) await ledger.publishBalances(parts.live, [changed])
  }

  type Ended = Exclude<ProviderStatus, { is: 'pending' }>

  /** Whether a success has the receipt of another payment. */
  async function isOthersReceipt(tx: Tx, row: store.WithdrawalRow, status: Ended): Promise<boolean> {
    const receipt = status.is === 'succeeded' ? status.receipt : undefined
    if (receipt === undefined || receipt === row.receipt) return false
    await lockReceipt(tx, { provider: row.provider, receipt })
    return receiptOfAnother(tx, row, receipt)
  }

  /** Reports an answer about another payment. An open payout then waits for operators, or for an answer about itself. */
  async function reportAnother(tx: Tx, row: store.WithdrawalRow, { is, named }: Ended): Promise<undefined> {
    if (row.state === 'sent' && row.reason === null)
      await store.setWithdrawal(tx, row.id, { state: 'sent', reason: 'another_payment' })
    const about = Object.entries(named ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : `${name} ${value}`,
    )
    const facts = `queried ${row.conversation}, answered as ${is}: ${about.join(', ')}`
    await insertReview(tx, { payment: row.id, what: 'another_payment', facts })
  }

  async function end(tx: Tx, row: store.WithdrawalRow, status: Ended): Promise<bigint | undefined> {
    if (status.is === 'failed') {
      await release(tx, row, status.reason)
      return row.bettor
    }
    if (status.amount !== undefined && status.amount !== row.sum) {
      await store.setWithdrawal(tx, row.id, { state: 'sent', reason: 'amount_differs', receipt: status.receipt })
      const facts = `sent ${formatMoney(money(row.sum))}, paid ${formatMoney(status.amount)}`
      await insertReview(tx, { payment: row.id, what: 'amount_differs', facts })
      return undefined
    }
    await bookPaid(tx, row, { amount: money(row.sum), receipt: status.receipt })
    return undefined
  }

  /**
   * Compares a late answer with the end of the payout. If the answer contradicts the end, or the receipt or amount that operators entered,
   * reports this to the operators. Moves no money of this payout.
   */
  async function compare(tx: Tx, row: store.WithdrawalRow, status: Ended): Promise<bigint | undefined> {
    const by = await endedBy(tx, row)
    const contradicts =
      (row.state === 'done' && status.is === 'failed') || (row.state === 'failed' && status.is === 'succeeded')
    if (contradicts) {
      await insertReview(tx, {
        payment: row.id,
        what: 'contradiction',
        facts: `${row.state}${by} in our records, then reported as ${status.is}`,
      })
      return stopNextReturn(tx, row)
    }
    const differences = by === '' || status.is === 'failed' ? [] : differencesOf(row, status)
    if (differences.length > 0)
      await insertReview(tx, { payment: row.id, what: 'end_differs', facts: `ended${by}: ${differences.join(', ')}` })
    return undefined
  }

  async function endedBy(tx: Tx, { id }: store.WithdrawalRow): Promise<string> {
    const end = await confirmedEnd(tx, id)
    return end ? ` by ${end.proposedBy} and ${end.confirmedBy}` : ''
  }

  /**
   * Ends a payout as paid with this amount and books it. If less than the sum was paid, the rest is returned to the account it was reserved
   * from. If more was paid, the excess is the operator's loss.
   */
  async function bookPaid(
    tx: Tx,
    row: store.WithdrawalRow,
    { amount, receipt }: { amount: Money; receipt: string | undefined },
  ): Promise<void> {
    const { provider, tax, returned, loss } = splitPaid(row, amount)
    const account = ledger.house(providerAccount(row.provider))
    const about = `payment/${row.id}`
    const paid: Transfer = {
      id: `withdrawal/${row.id}/paid`,
      kind: 'withdrawal_paid',
      about,
      postings: [
        { account: ledger.house('transit:withdrawals'), amount: money(-(provider + tax)) },
        { account, amount: provider },
        { account: ledger.house('tax:withholding'), amount: tax },
      ],
    }
    const overpaid: Transfer = {
      id: `withdrawal/${row.id}/overpaid`,
      kind: 'withdrawal_overpaid',
      about,
      postings: [
        { account: ledger.house('house:overpaid'), amount: money(-loss) },
        { account, amount: loss },
      ],
    }
    const posted = await ledger.post(tx, loss > 0n ? [paid, overpaid] : [paid])
    if (posted.some((result) => result !== 'posted'))
      throw new Error(`the end of withdrawal ${row.id} could not be booked: ${posted.join()}`)
    if (returned > 0n) await refund(tx, row, { id: `withdrawal/${row.id}/rest`, amount: returned })
    await store.setWithdrawal(tx, row.id, {
      state: 'done',
      reason: returned > 0n ? 'paid_less' : undefined,
      receipt,
      paid: amount === row.sum ? undefined : amount,
      returned,
    })
    parts.count?.('withdrawal_done')
  }

  /** Fails the unsent next payout of the same deposit, because the failed one may have been paid. Returns the bettor if one was failed. */
  async function stopNextReturn(tx: Tx, { returns: deposit, state }: store.WithdrawalRow): Promise<bigint | undefined> {
    const id = deposit !== null && state === 'failed' ? await lockUnsent(tx, deposit) : undefined
    const next = id === undefined ? undefined : await store.withdrawalOf(tx, id)
    if (!next) return undefined
    await release(tx, next, 'refused_by_us')
    return next.bettor
  }

  /** Ends a withdrawal as failed and returns all of its money, including tax. */
  async function release(tx: Tx, row: store.WithdrawalRow, reason: string): Promise<void> {
    await refund(tx, row, { id: `withdrawal/${row.id}/released`, amount: money(row.debited) })
    await store.setWithdrawal(tx, row.id, { state: 'failed', reason })
    if (row.kind === 'return') await returns.scheduleNext(tx, row)
  }

  /** Moves money of a payout back to the account it was reserved from. */
  async function refund(tx: Tx, row: store.WithdrawalRow, transfer: { id: string; amount: Money }): Promise<void> {
    if (row.kind === 'return') {
      await returns.release(tx, row, transfer)
      return transfer.amount < row.debited ? returns.reportRest(tx, row, transfer.amount) : undefined
    }
    await ledger.credit(tx, [
      {
        ...transfer,
        kind: 'withdrawal_released',
        about: `payment/${row.id}`,
        bettor: row.bettor,
        against: ledger.house('transit:withdrawals'),
      },
    ])
  }

  return { applyStatus, release, bookPaid }
}

/** The differences between a provider's late success and the payout that operators ended as paid. */
function differencesOf(
  row: store.WithdrawalRow,
  { receipt, amount }: Extract<ProviderStatus, { is: 'succeeded' }>,
): string[] {
  const paid = row.paid ?? row.sum
  return [
    ...(receipt !== undefined && receipt.toLowerCase() !== row.receipt?.toLowerCase()
      ? [`receipt ${row.receipt ?? 'none'} in our records, ${receipt} at the provider`]
      : []),
    ...(amount !== undefined && amount !== paid
      ? [`amount ${formatMoney(money(paid))} in our records, ${formatMoney(amount)} at the provider`]
      : []),
  ]
}
