import { queryRows, type Db } from '#platform/db'
import type { TransferKind } from './kinds.ts'

/** A movement on one of the bettor's accounts. */
export type TicketTransfer = {
  readonly no: bigint
  readonly id: string
  readonly kind: TransferKind
  readonly account: 'cash' | 'bonus' | 'debt' | 'returnable' | 'points'
  readonly amount: bigint
  readonly balanceAfter: bigint | null
  readonly at: Date
}

/** The movements that these transfers made on a bettor's accounts, in order. */
export function movementsOf(
  db: Db,
  { bettor, ids }: { bettor: bigint; ids: readonly string[] },
): Promise<TicketTransfer[]> {
  return queryRows<TicketTransfer>(db)`
    select t.no, t.id, t.kind, a.kind as account, e.amount, e.balance_after as "balanceAfter", t.at
    from ledger.transfer t
      join ledger.account a on a.owner = ${bettor}::bigint
      join ledger.entry e on e.account_id = a.id and e.transfer_no = t.no
    where t.id = any(${ids}::text[]) order by t.no, a.id`
}
