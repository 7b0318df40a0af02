import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import type { TaxTimes } from './tax-times.ts'

/** What is declared for a day, and for a month that ends with it, and not remitted. Amounts in cents. */
export type UnpaidDay = {
  readonly day: string
  readonly open: bigint
  /** Since when it is reported, and since when it is late. */
  readonly alertAt: Date
  readonly lateAt: Date
}

/** The declared taxes that are not remitted and whose reminder is due, by day, the newest first. */
export function unpaidTaxes(db: Db, { zone, times }: { zone: string; times: TaxTimes }): Promise<UnpaidDay[]> {
  const at = (minutes: number) => sql`((due + make_interval(mins => ${minutes}::int)) at time zone ${zone}::text)`
  return queryRows<UnpaidDay>(db)`
    with paid as (select tax, day, sum(amount) as amount from report.remittance group by tax, day),
    unpaid as (
      select day, (d.amount - coalesce(p.amount, 0))::bigint as open,
        (case when tax = 'gross' then day + ${times.grossDay}::int else day + 1 end)::timestamp as due
      from report.declaration d left join paid p using (tax, day) where d.amount > coalesce(p.amount, 0))
    select day::text as day, sum(open)::bigint as open, min(${at(times.alertAt)}) as "alertAt", min(${at(times.lateAt)}) as "lateAt"
    from unpaid where ${at(times.alertAt)} <= platform.now() group by day order by day desc`
}
