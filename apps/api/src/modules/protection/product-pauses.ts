import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Product } from '@nare/contract/products'
import { monotonicMs } from '#platform/clock'
import { queryRows, type Db } from '#platform/db'

/** More than the deadline of a transaction that debits a stake. */
const stakeMsMax = 12_000
const pollMs = 20

export type ProductPause = {
  readonly product: Product
  readonly paused: boolean
  readonly operator: string
  readonly changedAt: Date
}

/**
 * Pauses a product for new stakes, or resumes it. A pause resolves once every stake accepted before it has been committed or rolled
 * back, so that none is committed afterwards: it waits for the older transactions, at most twelve seconds.
 */
export async function pauseProduct(
  db: Db,
  { product, paused, operator }: Pick<ProductPause, 'product' | 'paused' | 'operator'>,
): Promise<void> {
  await sql`
    insert into protection.product_pause as p (product, paused, operator, changed_at)
    values (${product}, ${paused}::boolean, ${operator}, platform.now())
    on conflict (product) do update set paused = excluded.paused, operator = excluded.operator, changed_at = excluded.changed_at`.execute(
    db,
  )
  if (paused) await olderTransactionsEnded(db)
}

/**
 * Waits for the transactions that are writing now, at most twelve seconds. A transaction of a stake is among them, because it locks the payer
 * before it reads the pauses. So after a committed pause and this wait no earlier stake can be committed.
 */
export async function olderTransactionsEnded(db: Db): Promise<void> {
  const untilMs = monotonicMs() + stakeMsMax
  const older = new Set(await writingTransactions(db))
  while (older.size > 0 && monotonicMs() < untilMs) {
    const running = await writingTransactions(db)
    if (!running.some((id) => older.has(id))) return
    await wait(pollMs)
  }
}

/** The virtual ids of the transactions of this database that have written or locked rows. */
async function writingTransactions(db: Db): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`
    select distinct w.virtualtransaction as id from pg_locks w
    where w.locktype = 'transactionid' and w.granted and w.mode = 'ExclusiveLock' and exists (
      select from pg_locks r where r.virtualtransaction = w.virtualtransaction and r.locktype = 'relation'
        and r.database = (select oid from pg_database where datname = current_database()))`
  return rows.map((row) => row.id)
}

/** The products that were ever paused, with their current state. */
export function productPauses(db: Db): Promise<ProductPause[]> {
  return queryRows<ProductPause>(db)`
    select product, paused, operator, changed_at as "changedAt" from protection.product_pause order by product`
}
