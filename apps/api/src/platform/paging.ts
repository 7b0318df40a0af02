import { sql, type RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** A requested page, counted from 1, and the number of rows a page. */
export type Page = { readonly page: number; readonly limit: number }
/** The rows of one page and the total of all pages. */
export type Paged<T> = { readonly rows: T[]; readonly total: number }

type List = {
  readonly columns: RawBuilder<unknown>
  /** Everything after "from": tables and conditions. */
  readonly from: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

/** Reads one page of a list and counts the whole list. */
export async function readPage<T>(db: Db, { columns, from, order }: List, { page, limit }: Page): Promise<Paged<T>> {
  const rows = await sql<T>`
    select ${columns} from ${from} order by ${order} limit ${limit}::int offset ${(page - 1) * limit}::int`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db)
  return { rows: rows.rows, total: counted.rows[0]?.total ?? 0 }
}
