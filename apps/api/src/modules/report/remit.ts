import { sql } from 'kysely'
import type { consoleReports } from '@nare/contract/console-reports'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import { money } from '@nare/money/money'
import { dayIn, type Country } from '#country/country'
import type { Ledger } from '#modules/ledger/ledger'
import type { Clock } from '#platform/clock'
import type { Tx } from '#platform/db'
import { lockName } from '#platform/locks'
import type { Deciding } from '#platform/operator-calls'
import { text } from './counted.ts'
import { taxesOf } from './tax.ts'

type Call = typeof consoleReports.remitTax
type Remitting = Pick<Received<Call>, 'id' | 'tax' | 'day' | 'amount' | 'reference'>
type Deps = {
  readonly clock: Clock
  readonly country: Pick<Country, 'grossTaxes' | 'timeZone'>
  readonly ledger: Pick<Ledger, 'post' | 'house'>
}

/**
 * What is due and remitted for a tax of a day, under a lock that other remittances of it wait for. Refuses a day that has not ended, a day that is no month's
 * end where the tax is of months, and an amount above what is open.
 */
async function openTax(
  tx: Tx,
  { clock, country }: Deps,
  { tax, day, amount }: Pick<Remitting, 'tax' | 'day' | 'amount'>,
): Promise<Outcome<{ due: bigint; remitted: bigint }, 'invalid_input'>> {
  const wrong = (field: string, sentence: string) => refused('invalid_input', { fields: { [field]: sentence } })
  if (day >= dayIn(country.timeZone, clock.date())) return wrong('day', 'This day has not ended yet')
  await lockName(tx, 'tax', `${tax} ${day}`)
  const days = { from: day, to: day }
  const found = (await taxesOf(tx, { country, days, taxes: [tax] })).find((one) => one.day === day)
  if (!found)
    return wrong(
      'day',
      tax === 'gross' ? 'Nothing is due for this month. Name its last day' : 'Nothing is due for this day',
    )
  const open = found.due - found.remitted
  if (amount > open) return wrong('amount', `At most ${text(open > 0n ? open : 0n)} is open for this day`)
  return done({ due: found.due, remitted: found.remitted })
}

/**
 * Posts what was paid to the revenue authority: from the account of the tax to the bank, once for an id. Never more than is due for the day, however many
 * do this at once.
 */
export async function remitTax(
  tx: Tx,
  deps: Deps,
  { id, tax, day, amount, reference, operator }: Remitting & { readonly operator: string },
): Promise<Outcome<{ due: bigint; remitted: bigint }, 'invalid_input' | 'id_reused'>> {
  const { ledger } = deps
  const open = await openTax(tx, deps, { tax, day, amount })
  if (!open.ok) return open
  const [posted] = await ledger.post(tx, [
    {
      id: `tax/${id}`,
      kind: 'tax_remittance',
      about: `tax/${tax}/${day}`,
      postings: [
        { account: ledger.house(`tax:${tax}`), amount: money(-amount) },
        { account: ledger.house('bank:main'), amount },
      ],
    },
  ])
  if (posted !== 'posted') return refused('id_reused')
  await sql`
    insert into report.remittance (id, tax, day, amount, reference, operator)
    values (${id}::uuid, ${tax}, ${day}::date, ${amount}::bigint, ${reference}, ${operator})`.execute(tx)
  return done({ due: open.value.due, remitted: open.value.remitted + amount })
}

/** Enters a tax that was paid, once a second person has confirmed it. It rests on what is due and what was remitted before. */
export const remittance = (deps: Deps): Deciding<Call> => ({
  async read(tx, { tax, day, amount }) {
    const open = await openTax(tx, deps, { tax, day, amount })
    if (!open.ok) return open
    return done({ facts: { due: text(open.value.due), remitted: text(open.value.remitted) }, amount })
  },
  async work(tx, input, { operator }) {
    const remitted = await remitTax(tx, deps, { ...input, operator })
    if (!remitted.ok) return remitted
    const { due, remitted: sum } = remitted.value
    return done({ state: 'done', due: text(due), remitted: text(sum) })
  },
})
