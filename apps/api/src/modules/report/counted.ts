import { sql, type RawBuilder } from 'kysely'
import { refused, type Refusal } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import { flowsByDay, houseOfProduct, isCloseToHours, kindsWhere, lastReadBy } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import { reportReader } from './roll-up.ts'

/** Days of the country, both inclusive. */
export type Days = { readonly from: string; readonly to: string }

export const text = (cents: bigint): string => formatMoney(money(cents))

const daysMax = 400
/** Days that are compared with those of a year before have one. */
const dayMin = '2000-01-01'
const dayMs = 86_400_000

/** The refusal of days that end before they begin, are too many, or are before this century. */
export function refusedDays({ from, to }: Days): Refusal<'invalid_input'> | undefined {
  const length = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (from < dayMin) return refused('invalid_input', { fields: { from: `Not before ${dayMin}` } })
  if (length < 1) return refused('invalid_input', { fields: { to: 'Not before the first day' } })
  if (length > daysMax) return refused('invalid_input', { fields: { to: `At most ${daysMax} days` } })
  return undefined
}

/**
 * Reads figures that belong together, as of one moment. The rows of a day or a month lie beside each other, but not in the order of the index: read
 * page by page (a bitmap scan) 700,000 of them take 0.2 s, row by row along the index 1.8 s, which the planner takes for cheaper.
 */
export function readTogether<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    await sql`set local work_mem = '64MB'`.execute(tx)
    await sql`set local enable_indexscan = off`.execute(tx)
    return read(tx)
  })
}

/**
 * Up to which transfer the figures of these days count, and whether they equal the ledger: each account of the operator by day and kind with the
 * hours of the ledger and the entries since, and the play of each product with its account. Without days the accounts of all days, whose play is not read.
 */
export async function countedUpTo(
  tx: Tx,
  { zone, days }: { zone: string; days?: Days },
): Promise<{ until_transfer: string; equals_ledger: boolean }> {
  const until = await lastReadBy(tx, reportReader)
  const equals = (await isCloseToHours(tx, reportReader)) && (await differences(tx, { zone, days })) === 0
  return { until_transfer: until.toString(), equals_ledger: equals }
}

async function differences(tx: Tx, { zone, days }: { zone: string; days: Days | undefined }): Promise<number> {
  const { from, to } = days ?? {}
  const inDays = sql`d.day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`
  const { rows } = await sql<{ count: number }>`
    with flow as (${flowsByDay(reportReader, { zone, ...(from && { from }), ...(to && { to }) })}),
    house as (
      select d.day, d.account, d.kind, d.amount from report.money_day d where ${inDays} and d.account not like 'bettors:%'),
    product as (
      select * from unnest(${Object.keys(houseOfProduct)}::text[], ${Object.values(houseOfProduct)}::text[]) h (product, account)),
    play as (
      select d.day, h.account, d.kind, sum(d.amount)::bigint as amount
      from report.play_day d join report.place p using (place_id) join product h using (product)
      where ${days === undefined ? sql`false` : inDays} group by 1, 2, 3),
    played as (
      select d.* from house d join product using (account) where d.kind = any(${playKinds}::text[]) and ${days !== undefined}::boolean)
    select ((select count(*) from house h full join flow f using (day, account, kind) where h.amount is distinct from f.amount)
      + (select count(*) from played h full join play p using (day, account, kind) where h.amount is distinct from p.amount))::int as count`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export const stakedKinds = kindsWhere((row) => row.counts === 'staked')
export const returnedKinds = kindsWhere((row) => row.counts === 'returned')
const playKinds = [...stakedKinds, ...returnedKinds]

/**
 * The months of these days as rows w (month, days), with a bit for each of the days: joined with rows of marks m by `month`, those with `marked` have some
 * of the days.
 */
export function months({ from, to }: Days): RawBuilder<unknown> {
  const rows: { month: string; days: number }[] = []
  for (let day = Date.parse(from); day <= Date.parse(to); day += dayMs) {
    const text = new Date(day).toISOString()
    const [month, bit] = [`${text.slice(0, 7)}-01`, 1 << (Number(text.slice(8, 10)) - 1)]
    const last = rows.at(-1)
    if (last?.month === month) last.days |= bit
    else rows.push({ month, days: bit })
  }
  return sql`unnest(${rows.map(({ month }) => month)}::date[], ${rows.map(({ days }) => days)}::int[]) w (month, days)`
}

/** Whether marks m have some of the days of their month w. */
export const marked = sql`m.days & w.days <> 0`

/** How many bettors are marked on each day: rows (key, bettors) of a query `b` of (month, days) with a row for each bettor and month. */
export const marksByDay = (b: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select (s.month + n.n::int - 1)::text as key, n.bettors::int as bettors
  from (select month, array[${sql.join(Array.from({ length: 31 }, (_, n) => sql`sum(days >> ${sql.lit(n)} & 1)`))}] as sums from (${b}) b group by 1) s
    cross join unnest(s.sums) with ordinality n (bettors, n) where n.bettors > 0`
