import { sql, type RawBuilder } from 'kysely'
import type { consoleReports } from '@nare/contract/console-reports'
import { done, type Outcome } from '@nare/contract/outcome'
import type { Answer, Received } from '@nare/contract/route'
import { products } from '@nare/contract/products'
import { percentText } from '#platform/percent-text'
import type { Db, Tx } from '#platform/db'
import { countedUpTo, marked, months, readTogether, refusedDays, stakedKinds, text } from './counted.ts'
import { columns, ofProduct } from './gross-columns.ts'
import { earlierGross } from './gross-earlier.ts'
import { namesOf } from './names.ts'

type Report = typeof consoleReports.grossReport
type Filter = Received<Report>
type Sum = {
  readonly stakes: bigint
  readonly returns: bigint
  readonly cash_outs: bigint
  readonly bonus: bigint
  readonly bets: number
}
type Row = Sum & { readonly key: string | null; readonly is_total: number }

const rowsMax = 1_000

/** The gross result of these days by day, product, sport, competition, market or source: the 1,000 keys with the most stakes, and all together. */
export async function grossReport(
  db: Db,
  zone: string,
  filter: Filter,
): Promise<Outcome<Answer<Report>, 'invalid_input'>> {
  const refusal = refusedDays(filter)
  if (refusal) return refusal
  const read = await readTogether(db, async (tx) => ({
    sums: await sumsOf(tx, filter),
    bettors: await bettorsOf(tx, filter),
    earlier: await earlierGross(tx, filter),
    counted: await countedUpTo(tx, { zone, days: filter }),
  }))
  const keys = read.sums.flatMap(({ key, is_total: isTotal }) => (isTotal === 0 && key !== null ? key : []))
  const names = await namesOf(db, filter.by, keys)
  const total = read.sums.find(({ is_total: isTotal }) => isTotal === 1)
  return done({
    data: read.sums.flatMap(({ key, is_total: isTotal, ...sum }) =>
      isTotal === 1 || key === null
        ? []
        : { key, name: names(key), ...viewOf(sum, read.bettors.get(key)), ...read.earlier(key) },
    ),
    total: { ...viewOf(total ?? nothing, read.bettors.get(null)), ...read.earlier(null) },
    ...read.counted,
  })
}

async function sumsOf(tx: Tx, { from, to, by, product }: Filter): Promise<Row[]> {
  const key = columns[by]
  const { rows } = await sql<Row>`
    select ${key} as key, grouping(${key})::int as is_total, coalesce(sum(d.bets), 0)::int as bets,
      coalesce(sum(d.amount) filter (where d.kind = any(${stakedKinds}::text[])), 0)::bigint as stakes,
      coalesce(-sum(d.amount) filter (where d.kind <> all(${stakedKinds}::text[])), 0)::bigint as returns,
      coalesce(-sum(d.amount) filter (where d.kind in ('cash_out', 'bonus_cash_out')), 0)::bigint as cash_outs,
      coalesce(sum(d.amount) filter (where d.kind in ('bonus_stake', 'bonus_stake_released')), 0)::bigint as bonus
    from report.play_day d join report.place p using (place_id)
    where d.day between ${from}::date and ${to}::date and ${ofProduct(product)}
    group by grouping sets ((${key}), ())
    order by is_total desc, ${by === 'day' ? sql`key` : sql`stakes desc, key`} limit ${rowsMax + 1}::int`.execute(tx)
  return rows
}

/** How many bettors placed a bet, by key, and all together under null. */
async function bettorsOf(tx: Tx, filter: Filter): Promise<Map<string | null, number>> {
  const { from, to, by, product } = filter
  const active = sql`from report.active_month m join ${months(filter)} using (month) where ${marked}`
  // Pairs are made distinct by hashing, before they are counted: `count(distinct …)` sorts all of them.
  const counted = (pairs: RawBuilder<unknown>) =>
    sql`select key, count(*)::int as bettors from (${pairs} group by 1, 2) p group by 1`
  const all = counted(sql`select null::text as key, m.bettor_id ${active} and m.product = ${product ?? ''}`)
  const query =
    by === 'day'
      ? sql`select day::text as key, bettors::int as bettors from report.active_day
          where product = ${product ?? ''} and day between ${from}::date and ${to}::date union all ${all}`
      : by === 'product'
        ? byProduct(sql`${active} and m.product <> '' and ${ofProduct(product, sql`m`)}`)
        : sql`${counted(sql`select ${columns[by]} as key, m.bettor_id
            from report.bettor_month m join ${months(filter)} using (month) join report.place p using (place_id)
            where ${marked} and ${ofProduct(product)}`)} union all ${all}`
  const { rows } = await sql<{ key: string | null; bettors: number }>`${query}`.execute(tx)
  return new Map(rows.map(({ key, bettors }) => [key, bettors]))
}

/** The bettors of each product and of all, from one reading of `active`: a bit for each product that a bettor bet on, then bettors with the same bits. */
const byProduct = (active: RawBuilder<unknown>) => sql`
  with bits as (select * from unnest(${products}::text[], ${products.map((_, n) => 1 << n)}::int[]) b (product, bit)),
  alike as (
    select bits, count(*) as bettors
    from (select bit_or(case m.product ${productBits} end) as bits ${active} group by m.bettor_id) b group by 1)
  select b.product as key, sum(a.bettors)::int as bettors from alike a join bits b on a.bits & b.bit <> 0 group by 1
  union all select null, coalesce(sum(bettors), 0)::int from alike`
const productBits = sql.join(
  products.map((product, n) => sql`when ${sql.lit(product)} then ${sql.lit(1 << n)}`),
  sql` `,
)

const nothing: Sum = { stakes: 0n, returns: 0n, cash_outs: 0n, bonus: 0n, bets: 0 }

function viewOf({ stakes, returns, cash_outs: cashOuts, bonus, bets }: Sum, bettors = 0) {
  const gross = stakes - returns
  return {
    ...{ bets, bettors, stakes: text(stakes), returns: text(returns), cash_outs: text(cashOuts), bonus: text(bonus) },
    ...{ gross: text(gross), margin_percent: stakes > 0n ? percentText(gross, stakes) : null },
  }
}
