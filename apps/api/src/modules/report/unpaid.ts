import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import type { TaxTimes } from './tax-times.ts'

/**
 * What is declared for a day, and for a month that ends with it, and not remitted. What an earlier day has given back, or was remitted too much for
 * it, is set off. Amounts in cents.
 */
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
    given as (
      select tax, day, sum(coalesce(p.amount, 0) - d.amount) over (partition by tax order by day) as sum
      from report.declaration d left join paid p using (tax, day)),
    -- The lowest sum so far, or 0: each day is open by how much it has lowered that, so what was given before it covers it first.
    low as (select tax, day, least(0, min(sum) over (partition by tax order by day)) as sum from given),
    unpaid as (
      select day, (coalesce(lag(sum) over (partition by tax order by day), 0) - sum)::bigint as open,
        (case when tax = 'gross' then day + ${times.grossDay}::int else day + 1 end)::timestamp as due
      from low)
    select day::text as day, sum(open)::bigint as open, min(${at(times.alertAt)}) as "alertAt", min(${at(times.lateAt)}) as "lateAt"
    from unpaid where open > 0 and ${at(times.alertAt)} <= platform.now() group by day order by day desc`
}
