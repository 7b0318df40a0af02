import { sql, type RawBuilder } from 'kysely'
import type { FieldFault } from '@nare/contract/field-codes'
import { queryRows, type Db, type Tx } from './db.ts'

/** A requested page: the rows after the cursor `after`, or without one the page counted from 1. */
export type Page = { readonly page: number; readonly limit: number; readonly after?: string | undefined }
/** Some rows of a list, and the cursor of the page after them if there is one. */
export type Rows<T> = { readonly rows: T[]; readonly next: string | undefined }
/** The rows of one page and the total of all pages. */
export type Paged<T> = Rows<T> & { readonly total: number }

/** One expression of a list's order, never null. The last one of a list is unique. */
export type OrderKey = {
  readonly by: RawBuilder<unknown>
  readonly type: 'number' | 'time' | 'text'
  readonly desc?: boolean
}

type List = {
  readonly columns: RawBuilder<unknown>
  /** Everything after "from": tables and conditions. */
  readonly from: RawBuilder<unknown>
  readonly order: readonly OrderKey[]
}

/** The meta of a page as every list returns it. */
export const metaOf = ({ page, limit }: Page, { total, next }: { total: number; next?: string | undefined }) => ({
  page,
  limit,
  total,
  ...(next !== undefined && { next }),
})

/**
 * The parts of a statement that reads one page. A cursor holds the order keys of a page's last row, so that rows that come or leave
 * meanwhile neither repeat nor skip others. A cursor of another list is refused, by the name of the `field` that it came in.
 */
export function keyset(order: readonly OrderKey[], { page, limit, after }: Page, field: CursorField = 'after') {
  const values = after === undefined ? undefined : (valuesOf(after, order) ?? refuseCursor(field))
  const skipped = values ? 0 : (page - 1) * limit
  return {
    /** True for the rows after the cursor. */
    isAfter: values ? isAfter(order, values) : sql`true`,
    order: sql.join(order.map(({ by, desc = false }) => (desc ? sql`${by} desc` : by))),
    /** One row more than the page has: whether there is another page. */
    window: sql`limit ${limit + 1}::int offset ${skipped}::int`,
    /** The column that `cut` reads, named `keys`. */
    keys: sql`array[${sql.join(order.map(textOf))}] as keys`,
    /** The rows of the page without their keys. */
    cut<T>(read: readonly (T & { keys: string[] })[]): Rows<T> {
      const last = read.length > limit ? read[limit - 1] : undefined
      const next = last && cursorOf(last.keys)
      return { rows: read.slice(0, limit).map(({ keys: _keys, ...row }) => row as T), next }
    },
  }
}

/** The field of a request that has a cursor. */
export type CursorField = 'after' | 'before'

/** Refuses a cursor that is none of its list: the answer names its field. */
export function refuseCursor(field: CursorField): never {
  const sentence = `${field === 'after' ? 'After' : 'Before'} is not from this list`
  const fields: Record<string, FieldFault> = { [field]: { code: 'not_valid', sentence } }
  throw Object.assign(new Error('the cursor is of another list'), { statusCode: 400, fields })
}

/** The cursor of the rows after the one with these keys. */
export const cursorOf = (keys: readonly string[]): string => Buffer.from(JSON.stringify(keys)).toString('base64url')

/** Reads one page of a list. */
export async function readRows<T>(db: Db | Tx, { columns, from, order }: List, page: Page): Promise<Rows<T>> {
  const names = order.map((_, n) => `key ${n}`)
  const keys = sql.join(order.map(({ by }, n) => sql`${by} as ${sql.id(`key ${n}`)}`))
  const parts = keyset(
    order.map((key, n) => ({ ...key, by: sql.id(`key ${n}`) })),
    page,
  )
  const rows = await queryRows<T & { keys: string[] }>(db)`
    select listed.*, ${parts.keys} from (select ${columns}, ${keys} from ${from}) listed
    where ${parts.isAfter} order by ${parts.order} ${parts.window}`
  for (const row of rows as Record<string, unknown>[]) for (const name of names) delete row[name]
  return parts.cut(rows)
}

/** Reads one page of a list and counts the whole list. */
export async function readPage<T>(db: Db, list: List, page: Page): Promise<Paged<T>> {
  const read = await readRows<T>(db, list, page)
  return { ...read, total: await countRows(db, list.from) }
}

/** All rows of a list for a file, in batches. */
export async function* allRows<T>(read: (page: Page) => Promise<Rows<T>>): AsyncGenerator<T[]> {
  let after: string | undefined
  do {
    const page = await read({ page: 1, limit: rowsOfBatch, after })
    yield page.rows
    after = page.next
  } while (after !== undefined)
}
const rowsOfBatch = 500

/** The most rows that a list counts: a total of this many means at least as many. */
export const countedMax = 100_000

/** How many rows a list has, counted up to 100,000. `from` is everything after "from". */
export async function countRows(db: Db, from: RawBuilder<unknown>, most = countedMax): Promise<number> {
  const rows = await queryRows<{ total: number }>(db)`
    select count(*)::int as total from (select from ${from} limit ${most}::int) counted`
  return rows[0]?.total ?? 0
}

/** Times are microseconds since 1970, which text holds exactly. */
const textOf = ({ by, type }: OrderKey): RawBuilder<unknown> =>
  type === 'time' ? sql`(extract(epoch from ${by}) * 1000000)::bigint::text` : sql`${by}::text`

const valueOf = (type: OrderKey['type'], text: string): RawBuilder<unknown> =>
  type === 'text'
    ? sql`${text}::text`
    : type === 'number'
      ? sql`${text}::bigint`
      : sql`(timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond')`

/** One comparison of rows where all keys have one direction, which an index can serve; else key by key. */
function isAfter(order: readonly OrderKey[], values: readonly string[]): RawBuilder<unknown> {
  const keys = order.map(({ by, type, desc = false }, n) => ({ by, desc, value: valueOf(type, values[n] ?? '') }))
  const isDesc = keys[0]?.desc ?? false
  if (keys.every(({ desc }) => desc === isDesc)) {
    const [left, right] = [sql.join(keys.map(({ by }) => by)), sql.join(keys.map(({ value }) => value))]
    return isDesc ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`
  }
  const beyond = ({ by, desc, value }: (typeof keys)[number]) => (desc ? sql`${by} < ${value}` : sql`${by} > ${value}`)
  return keys.reduceRight<RawBuilder<unknown>>(
    (rest, key) => sql`(${beyond(key)} or (${key.by} = ${key.value} and ${rest}))`,
    sql`false`,
  )
}

/** At most 17 digits: every id, and times up to the year 5000. */
const isWhole = /^-?\d{1,17}$/

/** The values of a cursor; undefined if it is none of a list in this order. */
function valuesOf(cursor: string, order: readonly OrderKey[]): string[] | undefined {
  const values = parsed(Buffer.from(cursor, 'base64url').toString())
  const fits =
    Array.isArray(values) &&
    values.length === order.length &&
    order.every(({ type }, n) => {
      const value: unknown = values[n]
      return typeof value === 'string' && (type === 'text' ? !value.includes('\0') : isWhole.test(value))
    })
  return fits ? (values as string[]) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
