import { money } from '@nare/money/money'
import type { Tx } from '#platform/db'
import { splitDeposit } from '../amounts.ts'
import type { Parts } from '../deps.ts'
import { matchPaybill, furtherPayments } from './receipts.ts'
import { insertPaybillDeposit } from './store.ts'

/**
 * Opens a deposit for each paybill payment that used the reference of a prompt which has just ended with another receipt: the two are
 * separate payments. Returns the deposits to query, by prompt. The caller has locked the prompts.
 */
export async function openFurtherPayments(
  tx: Tx,
  { terms, clock }: Pick<Parts, 'terms' | 'clock'>,
  prompts: readonly bigint[],
): Promise<Map<bigint, bigint[]>> {
  const opened = new Map<bigint, bigint[]>()
  if (prompts.length === 0) return opened
  for (const { prompt, bettor, provider, receipt, amount } of await furtherPayments(tx, prompts)) {
    const { tax, net } = splitDeposit(terms(), clock.date(), money(amount))
    const deposit = await insertPaybillDeposit(tx, { bettor, provider, amount, tax, net, receipt })
    if (deposit === undefined) continue
    await matchPaybill(tx, { provider, receipt, deposit, by: null })
    opened.set(prompt, [...(opened.get(prompt) ?? []), deposit])
  }
  return opened
}
