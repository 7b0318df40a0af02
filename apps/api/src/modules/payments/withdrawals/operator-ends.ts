import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import type { Tx } from '#platform/db'
import type { Page } from '#platform/paging'
import { lockReceipt } from '../deposits/deposits.ts'
import { ageS, type HouseDecision, type Parts } from '../deps.ts'
import { sweepsEndS } from '../polling.ts'
import type { openWithdrawalEnds } from './ends.ts'
import * as ends from './operator-end-store.ts'
import { claimedForS, unresolvedBecause } from './rules.ts'
import * as store from './store.ts'

/** The end that an operator found in the provider's statement. `receipt` is required if it was paid, `reference` if it was not. */
export type PayoutEndCommand = {
  readonly withdrawal: bigint
  readonly operator: string
  /** The line of the audit log. */
  readonly line?: bigint | undefined
  readonly reason: string
  readonly outcome: 'paid' | 'not_paid'
  readonly receipt?: string | undefined
  readonly reference?: string | undefined
  /** The paid amount, if it is not the amount that was sent. */
  readonly amount?: bigint | undefined
}
/** An end that a second operator confirms. */
export type ConfirmedEnd = PayoutEndCommand & { readonly proposedBy: string }
type Refused = 'not_found' | 'still_checking' | 'already_ended' | 'receipt_used' | 'invalid_input'

type Uses = {
  withdrawalEnds: Pick<ReturnType<typeof openWithdrawalEnds>, 'bookPaid' | 'release'>
  /** Queries the provider once more about a payout. */
  check: (id: bigint) => Promise<void>
}

/**
 * Opens the operators' ends of payouts that the provider does not end: unanswered for three days, reported as failed and unconfirmed for an
 * hour, or paid with another amount. A second operator confirms the same outcome, evidence and amount. The provider is queried again when an
 * end is proposed. Its answer decides if it arrives before the confirmation.
 */
export function openPayoutEnds(parts: Parts, { withdrawalEnds, check }: Uses) {
  const { db, clock, background, ledger, reach } = parts

  type Judged = { row: store.WithdrawalRow; end: ends.PayoutEnd; isEnded: boolean }

  /** Locks a payout and judges whether operators may end it so, or have ended it so. */
  async function judge(
    tx: Tx,
    given: Omit<PayoutEndCommand, 'operator' | 'reason'>,
  ): Promise<Outcome<Judged, Refused>> {
    const row = await store.lockWithdrawal(tx, given.withdrawal)
    if (!row || row.sentAt === null) return refused('not_found')
    const read = readEnd(row, given)
    if (row.state !== 'sent') {
      const confirmed = await ends.confirmedEnd(tx, row.id)
      const isAgain = read.ok && confirmed && isSame(confirmed, read.value)
      return isAgain ? done({ row, end: read.value, isEnded: true }) : refused('already_ended')
    }
    if (!read.ok) return read
    const end = read.value
    if (!unresolvedBecause(row, timesOf(row))) return refused('still_checking')
    if (end.outcome === 'paid' && (await isReceiptUsed(tx, row, end.evidence))) return refused('receipt_used')
    return done({ row, end, isEnded: false })
  }

  /**
   * Ends a payout as two operators found it: `proposedBy` and `operator`. Refuses a payout that the provider may still end (still_checking),
   * a payout with another end (already_ended), and the receipt of another payment (receipt_used). A repeated call moves no money.
   */
  const decision: HouseDecision<ConfirmedEnd, 'paid' | 'not_paid', Refused> = {
    async read(tx, given) {
      const judged = await judge(tx, given)
      if (!judged.ok) return judged
      const { row, end, isEnded } = judged.value
      const { kind, provider, msisdn, state, requestId, receipt } = row
      const facts = { kind, provider, msisdn, state, request_id: requestId, receipt, sum: formatMoney(money(row.sum)) }
      return done({ facts, needed: !isEnded, amount: money(end.amount ?? row.sum), bettor: row.bettor })
    },
    async work(tx, given) {
      const judged = await judge(tx, given)
      if (!judged.ok) return judged
      const { row, end, isEnded } = judged.value
      if (isEnded) return done(end.outcome)
      const { proposedBy, operator: confirmedBy, reason } = given
      await ends.insertEnd(tx, { ...end, withdrawal: row.id, proposedBy, confirmedBy, reason })
      await apply(tx, row, end)
      await store.setLine(tx, row.id, given.line)
      return done(end.outcome)
    },
    async after({ withdrawal }) {
      await reach('payout end applied')
      const row = await store.withdrawalOf(db, withdrawal)
      if (row) await ledger.publishBalances(parts.live, [row.bettor])
    },
  }

  /** Queries the provider about a payout again, when an end is proposed. */
  async function afterProposal(id: bigint): Promise<void> {
    await reach('payout end proposed')
    background.send(`withdrawal ${id}`, () => check(id))
  }

  async function apply(tx: Tx, row: store.WithdrawalRow, { outcome, amount, evidence }: ends.PayoutEnd): Promise<void> {
    if (outcome === 'paid')
      await withdrawalEnds.bookPaid(tx, row, { amount: money(amount ?? row.sum), receipt: evidence })
    else await withdrawalEnds.release(tx, row, 'not_paid')
  }

  async function isReceiptUsed(tx: Tx, row: store.WithdrawalRow, receipt: string): Promise<boolean> {
    await lockReceipt(tx, { provider: row.provider, receipt })
    return ends.receiptUsed(tx, row, receipt)
  }

  const timesOf = ({ sentAt, claimedAt }: store.WithdrawalRow) => ({
    sentForS: sentAt ? ageS(clock, sentAt) : 0,
    claimedForS: claimedAt ? ageS(clock, claimedAt) : undefined,
  })

  return {
    decision,
    afterProposal,

    /** How many payouts wait for an operator's end, and since when the oldest was sent. */
    waiting: () => ends.waitingPayouts(db, { claimedForS, sentForS: sweepsEndS }),

    /** Payouts that wait for an operator's end, the longest sent first. */
    async unresolved(page: Page) {
      const { rows, ...paged } = await ends.unresolvedPayouts(db, { claimedForS, sentForS: sweepsEndS }, page)
      return {
        ...paged,
        rows: rows.map((row) => ({ ...row, because: unresolvedBecause(row, timesOf(row)) ?? ('no_answer' as const) })),
      }
    },
  }
}

/** The end that the fields describe, or the invalid field. The amount is required if the provider reported another amount. */
function readEnd(
  row: store.WithdrawalRow,
  given: Omit<PayoutEndCommand, 'operator' | 'reason'>,
): Outcome<ends.PayoutEnd, 'invalid_input'> {
  const invalid = (field: string, sentence: string) => refused('invalid_input', { fields: { [field]: sentence } })
  const { outcome, receipt, reference, amount } = given
  if (outcome === 'not_paid') {
    if (amount !== undefined || receipt !== undefined)
      return invalid(amount === undefined ? 'receipt' : 'amount', 'Leave this out for a payout that was not paid')
    if (reference === undefined) return invalid('reference', 'Enter what shows that it was not paid')
    return done({ outcome, amount: null, evidence: reference })
  }
  if (receipt === undefined) return invalid('receipt', 'Enter the receipt from the provider’s statement')
  if (row.receipt !== null && row.receipt.toLowerCase() !== receipt.toLowerCase())
    return invalid('receipt', 'The provider named another receipt for this payout')
  if (row.reason === 'amount_differs' && amount === undefined)
    return invalid('amount', 'Enter the amount that was paid')
  if (amount !== undefined && amount <= 0n) return invalid('amount', 'Enter the amount that was paid')
  return done({ outcome, amount: amount ?? row.sum, evidence: receipt })
}

const isSame = (one: ends.PayoutEnd, other: ends.PayoutEnd): boolean =>
  one.outcome === other.outcome &&
  one.amount === other.amount &&
  one.evidence.toLowerCase() === other.evidence.toLowerCase()
