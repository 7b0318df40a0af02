import type { PaymentView } from '@nare/contract/payments'
import { formatMoney, money } from '@nare/money/money'
import { reasonView } from '../texts.ts'
import type { WithdrawalRow } from './store.ts'

/** A withdrawal as a payment view. `amount` is the net debit: the sum and its tax, less what was returned because the provider paid less. */
export function withdrawalView(row: WithdrawalRow): PaymentView {
  const sum = row.returned > 0n ? (row.paid ?? row.sum) : row.sum
  const debited = row.debited - row.returned
  return {
    payment_id: row.id.toString(),
    id: row.clientId,
    kind: 'withdrawal',
    provider: row.provider,
    status: row.state,
    amount: formatMoney(money(debited)),
    tax: formatMoney(money(debited - sum)),
    net: formatMoney(money(sum)),
    msisdn: row.msisdn,
    reference: null,
    receipt: row.receipt,
    reason: reasonView(row.reason),
    created_at: row.createdAt.toISOString(),
    changed_at: row.changedAt.toISOString(),
  }
}
