import { sql } from 'kysely'
import { taxNames } from '@nare/contract/console-reports'
import { dayIn, type Country } from '#country/country'
import { lastReadBy, type Ledger } from '#modules/ledger/ledger'
import type { Clock } from '#platform/clock'
import { transact, type Db } from '#platform/db'
import { reportReader } from './roll-up.ts'
import type { TaxTimes } from './tax-times.ts'
import { taxesOf } from './tax.ts'

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly country: Pick<Country, 'grossTaxes' | 'timeZone'>
  readonly ledger: Pick<Ledger, 'consumersBehind'>
  readonly times: () => Pick<TaxTimes, 'fileAt'>
}

const minuteMs = 60_000
const dayMs = 86_400_000
const daysBack = 62

/**
 * Declares the taxes of days whose file is due, by default half an hour after the day, once for each: what was due when the file was ready. Waits while
 * the figures have not read the transfers of those days. Any process may run it.
 */
export async function declareTaxes({ db, clock, country, ledger, times }: Deps): Promise<void> {
  const behind = (await ledger.consumersBehind()).find(({ name }) => name === reportReader)
  const read = Math.min(clock.now() - times().fileAt * minuteMs, behind?.since.getTime() ?? Infinity)
  /** The day of this moment may still change; those before it do not. */
  const open = dayIn(country.timeZone, new Date(read))
  const days = { from: shifted(open, -daysBack), to: shifted(open, -1) }
  await transact(db, async (tx) => {
    const until = await lastReadBy(tx, reportReader)
    if (until === 0n) return
    const due = (await taxesOf(tx, { country, days, taxes: taxNames })).filter(
      ({ declared, due: amount, day }) => declared === null && amount !== 0n && day < open,
    )
    if (due.length === 0) return
    await sql`
      insert into report.declaration (tax, day, amount, until_transfer)
      select *, ${until}::bigint from unnest(${due.map(({ tax }) => tax)}::text[], ${due.map(({ day }) => day)}::date[],
        ${due.map((one) => one.due)}::bigint[]) on conflict do nothing`.execute(tx)
  })
}

/** The day so many days after a day. */
const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
