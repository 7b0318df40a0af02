import { money } from '@nare/money/money'
import type { Tx } from '#platform/db'
import { splitDeposit } from '../amounts.ts'
import { insertPaybillDeposit } from '../deposits/deposits.ts'
import type { Parts } from '../deps.ts'
import type { ProviderName } from '../ports.ts'

type Opening = { bettor: bigint; name: ProviderName; receipt: string; amount: bigint }

/** Opens the deposit of a payment; undefined if its receipt has one. */
export async function openDeposit(
  { clock, terms }: Pick<Parts, 'clock' | 'terms'>,
  tx: Tx,
  { bettor, name, receipt, amount }: Opening,
): Promise<bigint | undefined> {
  const { tax, net } = splitDeposit(terms(), clock.date(), money(amount))
  return insertPaybillDeposit(tx, { bettor, provider: name, amount, tax, net, receipt })
}
