import { sql } from 'kysely'
import { dailyTaxes, type consoleTaxes } from '@nare/contract/console-taxes'
import { products } from '@nare/contract/products'
import { done, type Outcome } from '@nare/contract/outcome'
import type { Answer, Received } from '@nare/contract/route'
import { grossTaxOn, type Country } from '#country/country'
import { taxTransfers } from '#modules/ledger/ledger'
import type { Db, Tx } from '#platform/db'
import { countedUpTo, readTogether, refusedDays, returnedKinds, stakedKinds, text, type Days } from './counted.ts'
import { taxesOf } from './tax.ts'

type Rules = Pick<Country, 'grossTaxes' | 'timeZone'>
type Deps = { readonly db: Db; readonly country: Rules }
type Lines = typeof consoleTaxes.taxLines
type Line = Pick<Answer<Lines>['data'][number], 'day' | 'tax' | 'kind' | 'transfers'> & { readonly amount: bigint }

/** The taxes of days by the kinds of their transfers, which sum to what is due. */
export async function taxLines(
  { db, country }: Deps,
  { tax, ...days }: Received<Lines>,
): Promise<Outcome<Answer<Lines>, 'invalid_input'>> {
  const refusal = refusedDays(days)
  if (refusal) return refusal
  const taxes = tax === undefined ? dailyTaxes : [tax]
  const { lines, counted } = await readTogether(db, async (tx) => ({
    lines: (
      await sql<Line>`
        select day::text as day, substr(account, 5) as tax, kind, transfers::int as transfers, amount
        from report.money_day where account = any(${taxes.map((one) => `tax:${one}`)}::text[]) and kind <> 'tax_remittance'
          and day between ${days.from}::date and ${days.to}::date order by 1, 2, 3`.execute(tx)
    ).rows,
    counted: await countedUpTo(tx, { zone: country.timeZone, days }),
  }))
  const total = lines.reduce((sum, { amount }) => sum + amount, 0n)
  return done({ data: lines.map((line) => ({ ...line, amount: text(line.amount) })), total: text(total), ...counted })
}

type Return = typeof consoleTaxes.grossReturn
type Sums = { readonly stakes: bigint; readonly returns: bigint; readonly bets: number }

const nothing: Sums = { stakes: 0n, returns: 0n, bets: 0 }
const sumOf = (a: Sums, b: Sums): Sums => ({
  stakes: a.stakes + b.stakes,
  returns: a.returns + b.returns,
  bets: a.bets + b.bets,
})
const shown = ({ stakes, returns, bets }: Sums) => ({
  ...{ bets, stakes: text(stakes), returns: text(returns), gross: text(stakes - returns) },
})

/** The gross result of a month by product with the tax on it. */
export async function grossReturn(
  { db, country }: Deps,
  { month }: Received<Return>,
): Promise<Outcome<Answer<Return>, never>> {
  const days = daysOf(month)
  const { sums, tax, counted } = await readTogether(db, async (tx) => ({
    sums: await played(tx, days),
    tax: (await taxesOf(tx, { country, days, taxes: ['gross'] })).find(({ day }) => day === days.to),
    counted: await countedUpTo(tx, { zone: country.timeZone, days }),
  }))
  return done({
    data: products.flatMap((product) => {
      const of = sums.get(product)
      if (!of) return []
      return [{ product, ...shown(of), percent: grossTaxOn(country, { day: days.to, product }) }]
    }),
    total: shown([...sums.values()].reduce(sumOf, nothing)),
    ...{ day: days.to, percent: tax?.percent ?? null, due: text(tax?.due ?? 0n), remitted: text(tax?.remitted ?? 0n) },
    declared: typeof tax?.declared === 'bigint' ? text(tax.declared) : null,
    ...counted,
  })
}

/** The first and the last day of a month. */
function daysOf(month: string): Days {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 'YYYY-MM-DD'.length) }
}

async function played(tx: Tx, { from, to }: Days): Promise<Map<string, Sums>> {
  const { rows } = await sql<Sums & { product: string }>`
    select p.product, sum(d.bets)::int as bets,
      coalesce(sum(d.amount) filter (where d.kind = any(${stakedKinds}::text[])), 0)::bigint as stakes,
      coalesce(-sum(d.amount) filter (where d.kind = any(${returnedKinds}::text[])), 0)::bigint as returns
    from report.play_day d join report.place p using (place_id) where d.day between ${from}::date and ${to}::date
    group by 1`.execute(tx)
  return new Map(rows.map(({ product, ...sums }) => [product, sums]))
}

type Transfers = typeof consoleTaxes.taxTransfers
type TransferRow = Answer<Transfers>['data'][number]

const readMax = 100
/** The most pages of a file. */
const pagesMax = 500

/** A page of the transfers that a tax of a day consists of. */
export async function transfersOf(
  { db, country }: Deps,
  { tax, day, ...page }: Received<Transfers>,
): Promise<{ data: TransferRow[]; meta: { page: number; limit: number; next?: string } }> {
  const { rows, next } = await taxTransfers(db, { account: `tax:${tax}`, day, zone: country.timeZone }, page)
  const data = rows.map(({ no, at, bettor, amount, ...row }) => ({
    ...{ transfer: no.toString(), at: at.toISOString(), ...row },
    ...{ bettor_id: bettor?.toString() ?? null, amount: text(amount) },
  }))
  return { data, meta: { page: page.page, limit: page.limit, ...(next !== undefined && { next }) } }
}

/** All of them, page by page. */
export async function* allTransfersOf(
  deps: Deps,
  of: Pick<Received<Transfers>, 'tax' | 'day'>,
): AsyncGenerator<TransferRow[]> {
  let after: string | undefined
  for (let page = 1; page <= pagesMax; page++) {
    const { data, meta } = await transfersOf(deps, { ...of, page, limit: readMax, ...(after && { after }) })
    if (data.length > 0) yield data
    after = meta.next
    if (after === undefined) return
  }
}
