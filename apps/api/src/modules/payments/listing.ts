import { sql, type RawBuilder } from 'kysely'
import { mobileNumber } from '@nare/contract/typed'
import { typedText } from '@nare/contract/typed-text'
import type { Db } from '#platform/db'
import { countRows, readRows, type OrderKey, type Page, type Paged } from '#platform/paging'
import { searchText } from '#platform/search-text'
import type { Parts } from './deps.ts'
import type { ProviderName } from './ports.ts'

/** The filters that the lists of deposits and withdrawals share. `from` and `to` are days of the country, both inclusive. */
export type PaymentFilter = {
  readonly provider?: ProviderName | undefined
  readonly bettor?: bigint | undefined
  readonly receipt?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly q?: string | undefined
}

export type Condition = RawBuilder<unknown>

/** A searched text in the forms in which payments store it: an id of a payment or a bettor, the owner of a phone number, a receipt. */
export type Searched = {
  readonly ids: readonly bigint[]
  readonly owners: readonly bigint[]
  readonly receipts: readonly string[]
}

/** The letters before an id as screens write it: those of payments, and that of a bettor. */
const paymentLetters = { W: 'withdrawal', D: 'deposit' } as const
type PaymentKind = (typeof paymentLetters)[keyof typeof paymentLetters]

/** The most bettors of a name whose payments a list has. */
const namedMax = 500

type Finding = Pick<Parts, 'bettorByMsisdn' | 'bettorsNamed'>

/**
 * Reads a text that a list of a kind of payments is searched for. A number of a phone finds its owner only if it is whole; a name finds those
 * whose first or further name begins so; "W-41" is a withdrawal only, "B-46" a bettor only.
 */
export async function searchedBy(
  q: string,
  kind: PaymentKind,
  { bettorByMsisdn, bettorsNamed }: Finding,
): Promise<Searched> {
  const text = typedText(q).trim()
  const msisdn = mobileNumber(text)
  const [, letter = '', digits] = /^(?:([WDB])-)?(\d{1,18})$/i.exec(text) ?? []
  const id = digits === undefined ? [] : [BigInt(digits)]
  const of = letter.toUpperCase()
  const isOwn = of === '' || (of in paymentLetters && paymentLetters[of as keyof typeof paymentLetters] === kind)
  const name = searchText(text)
  const [owner, named] = await Promise.all([
    msisdn === undefined ? undefined : bettorByMsisdn(msisdn),
    digits === undefined && name.length >= 2 && /\p{L}/u.test(name) ? bettorsNamed(name, namedMax) : [],
  ])
  return {
    ids: isOwn ? id : [],
    owners: [
      ...(of === '' || of === 'B' ? id : []),
      ...(owner === undefined ? [] : [owner]),
      ...named.map(({ bettor }) => bettor),
    ],
    receipts: formsOf(text),
  }
}

/** Receipts and references are compared as they are stored, which lets an index find them. */
export const formsOf = (text: string): string[] => [...new Set([text, text.toUpperCase()])]

/** All providers by name, which lets the index on provider and receipt find a receipt. */
const allProviders = sql`provider in ('mpesa', 'airtel', 'mixx')`

/** The conditions of the shared filters. `alsoFinds` are further places in which a searched text may stand. */
export function conditionsOf(
  { provider, bettor, receipt, from, to }: PaymentFilter,
  searched: Searched | undefined,
  { zone, alsoFinds }: { zone: string; alsoFinds: (receipts: readonly string[]) => Condition },
): Condition[] {
  const found = searched && [
    sql`id = any(${searched.ids}::bigint[])`,
    sql`bettor_id = any(${searched.owners}::bigint[])`,
    sql`(${allProviders} and receipt = any(${searched.receipts}::text[]))`,
    alsoFinds(searched.receipts),
  ]
  return [
    ...(provider === undefined ? [] : [sql`provider = ${provider}`]),
    ...(bettor === undefined ? [] : [sql`bettor_id = ${bettor}::bigint`]),
    ...(receipt === undefined ? [] : [sql`${allProviders} and receipt = any(${formsOf(receipt)}::text[])`]),
    ...(from === undefined ? [] : [sql`created_at >= (${from}::date::timestamp at time zone ${zone}::text)`]),
    ...(to === undefined ? [] : [sql`created_at < ((${to}::date + 1)::timestamp at time zone ${zone}::text)`]),
    ...(found ? [sql`(${sql.join(found, sql` or `)})`] : []),
  ]
}

/** Reads one page of a list whose whole may be too long to count. */
export async function readLongPage<T>(
  db: Db,
  list: {
    columns: Condition
    table: Condition
    /** Further columns' tables, which change nothing about the number of rows. */
    joined?: Condition
    where: readonly Condition[]
    order: readonly OrderKey[]
  },
  page: Page,
): Promise<Paged<T>> {
  const { columns, table, joined = sql``, where, order } = list
  const condition = where.length === 0 ? sql`` : sql`where ${sql.join(where, sql` and `)}`
  const read = await readRows<T>(db, { columns, from: sql`${table} ${joined} ${condition}`, order }, page)
  return { ...read, total: await countRows(db, sql`${table} ${condition}`) }
}
