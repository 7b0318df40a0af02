import { sql, type RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** A page that is asked for: counted from 1, with at most so many rows. */
export type Page = { readonly page: number; readonly limit: number }
/** The rows of one page, and how many there are on all of them. */
export type Paged<T> = { readonly rows: T[]; readonly total: number }

type List = {
  readonly columns: RawBuilder<unknown>
  /** What stands behind "from": tables and conditions. */
  readonly from: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

/** Reads one page of a list, and counts the list. */
export async function readPage<T>(db: Db, { columns, from, order }: List, { page, limit }: Page): Promise<Paged<T>> {
  const rows = await sql<T>`
    select ${columns} from ${from} order by ${order} limit ${limit}::int offset ${(page - 1) * limit}::int`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db)
  return { rows: rows.rows, total: counted.rows[0]?.total ?? 0 }
}
