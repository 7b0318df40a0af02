import type { PaymentView } from '@nare/contract/payments'
import { formatMoney, money } from '@nare/money/money'
import { reasonView, reasonText } from '../texts.ts'
import type { DepositRow } from './store.ts'

export type DepositStatus = 'pending' | 'succeeded' | 'failed' | 'unknown'

const open = new Set(['created', 'submitted', 'pending'])

/**
 * The status of a deposit that its bettor sees: pending while it is open, unknown after three minutes without an answer. A returnable
 * deposit is shown as failed.
 */
export function depositStatus({ state, returnable }: Pick<DepositRow, 'state' | 'returnable'>): DepositStatus {
  if (returnable) return 'failed'
  if (state === 'succeeded' || state === 'failed' || state === 'unknown') return state
  return open.has(state) ? 'pending' : 'unknown'
}

export function depositView(row: DepositRow): PaymentView {
  return {
    payment_id: row.id.toString(),
    id: row.clientId,
    kind: 'deposit',
    provider: row.provider,
    status: depositStatus(row),
    amount: formatMoney(money(row.amount)),
    tax: formatMoney(money(row.tax)),
    net: formatMoney(money(row.net)),
    msisdn: row.msisdn,
    reference: row.reference,
    receipt: row.receipt,
    reason: reasonView(row.returnable ? 'returned' : row.reason),
    created_at: row.createdAt.toISOString(),
    changed_at: row.changedAt.toISOString(),
  }
}

/** The message to the bettor about the current state of a deposit. */
export function depositMessage(row: DepositRow): string {
  if (row.returnable) return reasonText('returned')
  if (row.state === 'succeeded') return `Your deposit of ${formatMoney(money(row.amount))} has arrived`
  if (row.state === 'failed') return reasonText(row.reason ?? '')
  if (row.state === 'unknown')
    return 'The provider has not confirmed this deposit yet. We keep checking; you need not pay again'
  return 'We are waiting for your payment'
}
