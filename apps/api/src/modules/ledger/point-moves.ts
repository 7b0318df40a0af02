import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'

/** A bettor's points account, locked until the transaction ends. */
export type LockedPoints = { readonly account: bigint; readonly points: bigint }

/** A movement of points, with the balance after it. */
export type PointMove = {
  readonly at: Date
  readonly kind: string
  readonly about: string | null
  readonly points: bigint
  readonly balance: bigint
}

/** A page of the movements of a bettor's points account, newest first. */
export const pointMoves = (db: Db, bettor: bigint, page: Page): Promise<Paged<PointMove>> =>
  readPage(
    db,
    {
      columns: sql`t.at, t.kind, t.about, e.amount as points, e.balance_after as balance`,
      from: sql`ledger.entry e join ledger.transfer t on t.no = e.transfer_no
        where e.account_id = (select id from ledger.account where owner = ${bettor}::bigint and kind = 'points')`,
      order: [{ by: sql`e.transfer_no`, type: 'number', desc: true }],
    },
    page,
  )

/** A query of (owner, balance): the points of the next bettors after one, for verifiers. */
export const pointBalances = ({ after, most }: { after: bigint; most: number }): RawBuilder<unknown> =>
  sql`select owner, balance from ledger.account where kind = 'points' and owner > ${after}::bigint order by owner limit ${most}::int`
