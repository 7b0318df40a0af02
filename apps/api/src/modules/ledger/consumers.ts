import { sql } from 'kysely'
import { transact, type Db, type Tx } from '#platform/db'
import type { TransferKind } from './kinds.ts'
import { settledNo } from './store.ts'

/** One account's part of a posted transfer; `owner` is the bettor, null for an operator account. */
export type PostedEntry = {
  readonly account: bigint
  readonly owner: bigint | null
  /** The kind of the account: cash, bonus, points, debt, returnable, house, provider, transit or tax. */
  readonly accountKind: string
  readonly amount: bigint
}

export type PostedTransfer = {
  readonly no: bigint
  readonly id: string
  readonly kind: string
  readonly about: string | null
  readonly at: Date
  readonly entries: readonly PostedEntry[]
}

/** Transfers in the order of their numbers, and the cursor after them. */
export type TransferBatch = { readonly transfers: readonly PostedTransfer[]; readonly cursor: bigint }

const limitMax = 1_000

/**
 * The next transfers after a cursor (0 for the first ones), at most `limit` and 1,000, in the order of their numbers. The cursor
 * passes only final numbers: a transfer that commits late is in a later batch, none is skipped and none is returned twice. May wait up to
 * two seconds for open transactions that write transfers.
 */
export async function transfersSince(
  db: Db,
  { cursor, limit }: { cursor: bigint; limit: number },
): Promise<TransferBatch> {
  const upTo = await settledNo(db)
  return batch(db, { cursor, upTo, limit })
}

/** Processes a batch in the transaction that moves the consumer's cursor. May run again after a rollback. */
export type ConsumerHandler = (tx: Tx, transfers: readonly PostedTransfer[]) => Promise<void>

export type Consumed =
  | { readonly busy: false; readonly transfers: number; readonly more: boolean }
  /** Another process is running this consumer. */
  | { readonly busy: true }

/** A consumer of transfers. `kinds` selects the kinds to read; the cursor passes the others. By default all are read. */
export type Consumer = {
  readonly name: string
  readonly limit?: number
  readonly kinds?: readonly TransferKind[] | undefined
}

/**
 * Passes the next batch of transfers to a consumer's handler. Its work and its cursor are stored in one transaction, so that each transfer is
 * processed once, even if the process is killed. Only one process runs a consumer at a time. `more` means that another call should follow
 * immediately.
 */
export async function consume(
  db: Db,
  { name, limit = 500, kinds }: Consumer,
  handler: ConsumerHandler,
): Promise<Consumed> {
  await sql`
    insert into ledger.consumer (name, changed_at) values (${name}, platform.now()) on conflict (name) do nothing`.execute(
    db,
  )
  const upTo = await settledNo(db)
  return transact(db, async (tx): Promise<Consumed> => {
    const { rows } = await sql<{ cursor: bigint }>`
      select transfer_no as cursor from ledger.consumer where name = ${name} for update skip locked`.execute(tx)
    const cursor = rows[0]?.cursor
    if (cursor === undefined) return { busy: true }
    const { transfers, cursor: next } = await batch(tx, { cursor, upTo, limit, kinds })
    if (transfers.length > 0) await handler(tx, transfers)
    if (next > cursor) {
      await sql`
        update ledger.consumer set transfer_no = ${next}::bigint, changed_at = platform.now() where name = ${name}`.execute(
        tx,
      )
    }
    return { busy: false, transfers: transfers.length, more: next < upTo }
  })
}

/** The maximum distance of the cursor in one batch of a consumer that selects kinds. */
const cursorStepMax = 10_000n

/** A batch up to a final number. If it reaches that number, the cursor is set to it, past the gaps of rolled-back transactions. */
async function batch(
  db: Db | Tx,
  {
    cursor,
    upTo: final,
    limit: requested,
    kinds,
  }: Pick<Consumer, 'kinds'> & { cursor: bigint; upTo: bigint; limit: number },
): Promise<TransferBatch> {
  const limit = Math.min(requested, limitMax)
  const upTo = kinds && final > cursor + cursorStepMax ? cursor + cursorStepMax : final
  const ofKinds = kinds ? sql`and kind = any(${kinds}::text[])` : sql``
  const { rows } = await sql<Omit<PostedTransfer, 'entries'>>`
    select no, id, kind, about, at from ledger.transfer
    where no > ${cursor}::bigint and no <= ${upTo}::bigint ${ofKinds} order by no limit ${limit}::int`.execute(db)
  const [first, last] = [rows[0], rows.at(-1)]
  const end = upTo > cursor ? upTo : cursor
  if (!first || !last) return { transfers: [], cursor: end }
  const entries = await sql<PostedEntry & { no: bigint }>`
    select e.transfer_no as no, e.account_id as account, a.owner, a.kind as "accountKind", e.amount
    from ledger.entry e join ledger.account a on a.id = e.account_id
    where e.transfer_no >= ${first.no}::bigint and e.transfer_no <= ${last.no}::bigint ${kinds ? sql`and e.transfer_no = any(${rows.map(({ no }) => no)}::bigint[])` : sql``}
    order by e.transfer_no, e.account_id`.execute(db)
  const byNo = Map.groupBy(entries.rows, (entry) => entry.no)
  const transfers = rows.map((row) => ({
    ...row,
    entries: (byNo.get(row.no) ?? []).map(({ no: _no, ...entry }) => entry),
  }))
  return { transfers, cursor: rows.length < limit ? end : last.no }
}
