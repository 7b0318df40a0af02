import { sql, type RawBuilder } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { Feed, FeedReader } from '#platform/follow-feed'
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

/** A reader of a feed that has not read all of it: how many rows are left, and the time of the first one. */
export type Behind = { readonly name: string; readonly rows: number; readonly since: Date }

/** The consumers of transfers that have not read all of them, the furthest behind first. */
export function consumersBehind(db: Db): Promise<Behind[]> {
  return queryRows<Behind>(db)`
    select c.name, (newest.no - c.transfer_no)::int as rows, next.at as since
    from ledger.consumer c cross join (select coalesce(max(no), 0) as no from ledger.transfer) newest
      cross join lateral (select at from ledger.transfer where no > c.transfer_no order by no limit 1) next
    order by next.at`
}

/** For figures that a consumer sums: the number of the last transfer that it has read, 0 before the first. */
export const cursorOf = (name: string): RawBuilder<bigint> =>
  sql`(select coalesce(max(transfer_no), 0) from ledger.consumer where name = ${name})`

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

/** A consumer of transfers. `kinds` selects the kinds to read; the cursor passes the others. By default all are read. */
export type Consumer = FeedReader & { readonly kinds?: readonly TransferKind[] | undefined }

/** The ledger as a feed of transfers, of some kinds if given. */
export const transferFeed = (kinds?: readonly TransferKind[]): Feed<PostedTransfer> => ({
  readers: { table: 'ledger.consumer', cursor: 'transfer_no' },
  finalNumber: settledNo,
  async read(tx, from) {
    const { transfers, cursor } = await batch(tx, { ...from, kinds })
    return { rows: transfers, cursor, more: cursor < from.upTo }
  },
})

/** Final numbers of transfers, after the first and up to the second. */
export type TransferRange = { readonly after: bigint; readonly upTo: bigint }

/** The ledger as a feed for a reader that sums by SQL: a batch is one range of at most `limit` transfers, none of which is read here. */
export const rangeFeed: Feed<TransferRange> = {
  readers: { table: 'ledger.consumer', cursor: 'transfer_no' },
  finalNumber: settledNo,
  async read(tx, { cursor, upTo, limit }) {
    const rows = await queryRows<{ last: bigint | null; count: number }>(tx)`
      select max(no) as last, count(*)::int as count from (
        select no from ledger.transfer where no > ${cursor}::bigint and no <= ${upTo}::bigint order by no limit ${limit}::int) t`
    const { last = null, count = 0 } = rows[0] ?? {}
    const end = upTo > cursor ? upTo : cursor
    if (last === null) return { rows: [], cursor: end, more: false }
    const to = count < limit ? end : last
    return { rows: [{ after: cursor, upTo: to }], cursor: to, more: to < upTo }
  },
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
  const rows = await queryRows<Omit<PostedTransfer, 'entries'>>(db)`
    select no, id, kind, about, at from ledger.transfer
    where no > ${cursor}::bigint and no <= ${upTo}::bigint ${ofKinds} order by no limit ${limit}::int`
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
