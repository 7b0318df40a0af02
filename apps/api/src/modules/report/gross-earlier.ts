import { sql } from 'kysely'
import type { consoleReports } from '@nare/contract/console-reports'
import type { Received } from '@nare/contract/route'
import type { Tx } from '#platform/db'
import { text, type Days } from './counted.ts'
import { columns, ofProduct } from './gross-columns.ts'

type Filter = Received<typeof consoleReports.grossReport>
type Earlier = { readonly gross_before: string; readonly gross_year_before: string | null }

const dayMs = 86_400_000
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length)
/** The same day a year before; the last of February on a 29th. */
export function yearBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return isoDay(Math.min(Date.UTC(year - 1, month - 1, date), Date.UTC(year - 1, month, 0)))
}

/**
 * Reads the gross result of as many days just before these, and of the same days a year before. Returns what they say about a key, and about all under
 * null: a day is compared with the day that stands at its place.
 */
export async function earlierGross(tx: Tx, filter: Filter): Promise<(key: string | null) => Earlier> {
  const { from, to, by } = filter
  const length = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
  const back = (day: string): string => isoDay(Date.parse(day) - length * dayMs)
  const before = await grossOf(tx, filter, { from: back(from), to: back(to) })
  const year = await grossOf(tx, filter, { from: yearBefore(from), to: yearBefore(to) })
  const at = (key: string | null, move: (day: string) => string) => (key !== null && by === 'day' ? move(key) : key)
  return (key) => ({
    gross_before: text(before.get(at(key, back)) ?? 0n),
    gross_year_before: year.size > 0 ? text(year.get(at(key, yearBefore)) ?? 0n) : null,
  })
}

/** The gross result of days by key, and all together under null; nothing of days without bets. */
async function grossOf(tx: Tx, { by, product }: Filter, { from, to }: Days): Promise<Map<string | null, bigint>> {
  const key = columns[by]
  const { rows } = await sql<{ key: string | null; gross: bigint | null }>`
    select ${key} as key, sum(d.amount)::bigint as gross from report.play_day d join report.place p using (place_id)
    where d.day between ${from}::date and ${to}::date and ${ofProduct(product)} group by grouping sets ((${key}), ())`.execute(
    tx,
  )
  return new Map(rows.flatMap(({ key: of, gross }) => (gross === null ? [] : [[of, gross] as const])))
}
