import { formatMoney, money, type Money } from '@nare/money/money'
import type { ProviderName } from '../ports.ts'

export type WithdrawalRequest = {
  id: string
  amount: Money
  provider?: ProviderName | undefined
  /** A passkey's answer that confirms it, as the browser gave it. */
  passkey?: Readonly<Record<string, unknown>> | undefined
}
export type WithdrawalAnswer = {
  message: string
  withdrawal_id: string
  status: 'requested'
  tax: string
  net: string
  debited: string
  balance: string
}

/** The parts of an accepted withdrawal. */
export type Sums = { id: bigint; sum: bigint; tax: bigint; debited: bigint }

/** The answer to a withdrawal, the first time and again. */
export function answerOf(row: Sums, balance: Money): WithdrawalAnswer {
  return {
    message: 'Your withdrawal is on its way',
    withdrawal_id: row.id.toString(),
    status: 'requested',
    tax: formatMoney(money(row.tax)),
    net: formatMoney(money(row.sum)),
    debited: formatMoney(money(row.debited)),
    balance: formatMoney(balance),
  }
}
