import { sql } from 'kysely'
import type { Db } from '#platform/db'
import type { OrderKey, Page, Paged } from '#platform/paging'
import { conditionsOf, type Condition, type PaymentFilter, readLongPage, type Searched } from '../listing.ts'
import { columns, type DepositRow } from './store.ts'

export type DepositFilter = PaymentFilter & {
  readonly state?: 'open' | 'pending' | 'unknown' | 'succeeded' | 'failed' | 'returnable' | undefined
}
export type ListedDeposit = DepositRow & { readonly party: string | null }

const inState: Readonly<Record<NonNullable<DepositFilter['state']>, Condition>> = {
  open: sql`state in ('created', 'submitted', 'pending', 'unknown')`,
  pending: sql`state in ('created', 'submitted', 'pending')`,
  unknown: sql`state = 'unknown'`,
  succeeded: sql`state = 'succeeded' and not returnable`,
  failed: sql`state = 'failed'`,
  returnable: sql`returnable`,
}
const isOpen = new Set<DepositFilter['state']>(['open', 'pending', 'unknown'])

const byId = (desc: boolean): readonly OrderKey[] => [{ by: sql`id`, type: 'number', desc }]

/** Deposits in all states or in one: open ones oldest first, the others newest first. */
export const listDeposits = (
  db: Db,
  { state, ...filter }: DepositFilter,
  { page, searched, zone }: { page: Page; searched: Searched | undefined; zone: string },
): Promise<Paged<ListedDeposit>> =>
  readLongPage(
    db,
    {
      columns: sql`${columns}, party`,
      table: sql`payments.deposit`,
      where: [
        ...(state === undefined ? [] : [inState[state]]),
        ...conditionsOf(filter, searched, {
          zone,
          alsoFinds: (receipts) =>
            sql`reference = any(${receipts}::text[]) or (state <> 'succeeded' and claim_receipt = any(${receipts}::text[]))`,
        }),
      ],
      order: byId(!isOpen.has(state)),
    },
    page,
  )
