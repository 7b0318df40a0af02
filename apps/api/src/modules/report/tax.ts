import { sql } from 'kysely'
import { taxNames, type consoleReports, type TaxName } from '@nare/contract/console-reports'
import { dailyTaxes } from '@nare/contract/console-taxes'
import { done, type Outcome } from '@nare/contract/outcome'
import type { Answer, Received } from '@nare/contract/route'
import { money } from '@nare/money/money'
import { taxOf } from '@nare/money/tax'
import { grossTaxOn, type Country } from '#country/country'
import { products, type Product } from '@nare/contract/products'
import { houseOfProduct } from '#modules/ledger/ledger'
import type { Db, Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { countedUpTo, readTogether, refusedDays, returnedKinds, stakedKinds, text, type Days } from './counted.ts'

/** A tax of a day; that on the gross result is of the month that ends with the day. Amounts in cents. */
export type Tax = {
  readonly tax: TaxName
  readonly day: string
  readonly due: bigint
  readonly declared: bigint | null
  readonly remitted: bigint
  readonly percent: string | null
  readonly basis: bigint | null
}

type Report = typeof consoleReports.taxReport
type Rules = Pick<Country, 'grossTaxes' | 'timeZone'>

/** The taxes of these days: what became due, what the file of the day declared, what was remitted. */
export async function taxReport(
  { db, country }: { readonly db: Db; readonly country: Rules },
  { tax, ...days }: Received<Report>,
): Promise<Outcome<Answer<Report>, 'invalid_input'>> {
  const refusal = refusedDays(days)
  if (refusal) return refusal
  const { taxes, counted } = await readTogether(db, async (tx) => ({
    taxes: await taxesOf(tx, { country, days, taxes: tax === undefined ? taxNames : [tax] }),
    counted: await countedUpTo(tx, { zone: country.timeZone, days }),
  }))
  return done({ data: taxes.map(viewOf), ...counted })
}

const viewOf = ({ due, declared, remitted, basis, ...row }: Tax): Answer<Report>['data'][number] => ({
  ...row,
  ...{ due: text(due), declared: declared === null ? null : text(declared), remitted: text(remitted) },
  ...{ open: text(due - remitted), basis: basis === null ? null : text(basis) },
})

/** The taxes of these days that are due, declared or remitted, newest first. A month belongs to days that share one with it. */
export async function taxesOf(
  on: Db | Tx,
  { country, days, taxes }: { country: Rules; days: Days; taxes: readonly TaxName[] },
): Promise<Tax[]> {
  const due = [...(await daily(on, days)), ...(taxes.includes('gross') ? await monthly(on, country, days) : [])].filter(
    ({ tax }) => taxes.includes(tax),
  )
  const { rows } = await sql<Pick<Tax, 'tax' | 'day' | 'declared' | 'remitted'>>`
    with declared as (
      select tax, day, amount from report.declaration where day between ${days.from}::date and ${monthEnd(days.to)}),
    paid as (
      select tax, day, sum(amount)::bigint as amount from report.remittance
      where day between ${days.from}::date and ${monthEnd(days.to)} group by 1, 2)
    select tax, day::text as day, d.amount as declared, coalesce(p.amount, 0)::bigint as remitted
    from declared d full join paid p using (tax, day) where tax = any(${taxes}::text[])
      and (tax = 'gross' or day <= ${days.to}::date)`.execute(on)
  const known = new Map(rows.map((row) => [`${row.tax} ${row.day}`, row]))
  const sums = new Map(due.map((row) => [`${row.tax} ${row.day}`, row]))
  return [...new Set([...sums.keys(), ...known.keys()])]
    .flatMap((key): Tax[] => {
      const of = known.get(key) ?? sums.get(key)
      if (!of) return []
      const { amount = 0n, percent = null, basis = null } = sums.get(key) ?? {}
      const { declared = null, remitted = 0n } = known.get(key) ?? {}
      return [{ tax: of.tax, day: of.day, due: amount, declared, remitted, percent, basis }]
    })
    .toSorted((a, b) => b.day.localeCompare(a.day) || taxNames.indexOf(a.tax) - taxNames.indexOf(b.tax))
}

type Due = Pick<Tax, 'tax' | 'day'> & {
  readonly amount: bigint
  readonly percent: string | null
  readonly basis: bigint | null
}

const monthEnd = (day: string) => sql`(date_trunc('month', ${day}::date) + interval '1 month - 1 day')::date`

/** The taxes that deposits, withdrawals and wins have moved to their accounts, each to the cent. */
async function daily(on: Db | Tx, { from, to }: Days): Promise<Due[]> {
  const { rows } = await sql<Pick<Due, 'tax' | 'day' | 'amount'>>`
    select substr(account, 5) as tax, day::text as day, sum(amount)::bigint as amount from report.money_day
    where account = any(${dailyTaxes.map((tax) => `tax:${tax}`)}::text[]) and kind <> 'tax_remittance' and day between ${from}::date and ${to}::date
    group by 1, 2 having sum(amount) <> 0`.execute(on)
  return rows.map((row) => ({ ...row, percent: null, basis: null }))
}

/**
 * The tax on the gross result of each month. The products with one rate are summed together, and the tax on them is rounded down; if they paid
 * more than they took, they owe nothing, and take nothing off the tax of others. With more than one rate there is no `percent` of the whole.
 */
async function monthly(on: Db | Tx, country: Rules, { from, to }: Days): Promise<Due[]> {
  const { rows } = await sql<{ day: string; account: string; basis: bigint }>`
    select (date_trunc('month', day) + interval '1 month - 1 day')::date::text as day, account, sum(amount)::bigint as basis
    from report.money_day
    where account = any(${Object.values(houseOfProduct)}::text[]) and kind = any(${[...stakedKinds, ...returnedKinds]}::text[])
      and day between date_trunc('month', ${from}::date)::date and ${monthEnd(to)} group by 1, 2`.execute(on)
  const months = new Map<string, Map<string, bigint>>()
  for (const { day, account, basis } of rows) {
    const percent = grossTaxOn(country, { day, product: productOf(account) })
    if (Number(percent) === 0) continue
    const sums = months.get(day) ?? new Map<string, bigint>()
    months.set(day, sums.set(percent, (sums.get(percent) ?? 0n) + basis))
  }
  return [...months].map(([day, sums]): Due => {
    const amount = [...sums].reduce((due, [percent, of]) => due + (of > 0n ? taxOf(percent, money(of)) : 0n), 0n)
    const basis = [...sums.values()].reduce((sum, of) => sum + of, 0n)
    const [[percent] = [null], ...others] = sums
    return { tax: 'gross', day, amount, percent: others.length === 0 ? percent : null, basis }
  })
}

function productOf(account: string): Product {
  const product = products.find((one) => houseOfProduct[one] === account)
  invariant(product, `${account} is the account of a product`)
  return product
}
