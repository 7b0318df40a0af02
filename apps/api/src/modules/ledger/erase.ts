import { sql } from 'kysely'
import type { KeptWhole } from '#platform/erase'

/** That somebody still has more than this much money with the house, bonus money aside. */
export const hasMoneyAbove =
  (least: bigint): KeptWhole =>
  (bettor) =>
    sql`exists (
    select from ledger.account m where m.owner = ${bettor} and m.kind in ('cash', 'returnable') and m.balance > ${least}::bigint)`
