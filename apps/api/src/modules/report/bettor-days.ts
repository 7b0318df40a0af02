import { sql } from 'kysely'
import type { consoleReports } from '@nare/contract/console-reports'
import { done, type Outcome } from '@nare/contract/outcome'
import type { Answer, Received } from '@nare/contract/route'
import { houseOfProduct } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'
import {
  countedUpTo,
  marked,
  marksByDay,
  months,
  readTogether,
  refusedDays,
  returnedKinds,
  stakedKinds,
  text,
} from './counted.ts'
import type { AccountSources } from './places.ts'

type Report = typeof consoleReports.bettorsReport
type Row = Record<'signed_up' | 'active' | 'depositors' | 'all_active' | 'all_depositors', number> &
  Record<'deposited' | 'stakes' | 'gross', bigint> & { day: string }
type Deps = { readonly db: Db; readonly zone: string; readonly accountSources: AccountSources }

/** Sign-ups, bettors who placed a bet, depositors and their money, by day. */
export async function bettorsReport(
  { db, zone, accountSources }: Deps,
  days: Received<Report>,
): Promise<Outcome<Answer<Report>, 'invalid_input'>> {
  const refusal = refusedDays(days)
  if (refusal) return refusal
  const { from, to } = days
  const midnight = (day: string, plus: number) =>
    sql`((${day}::date + ${plus}::int)::timestamp at time zone ${zone}::text)`
  const { rows, counted } = await readTogether(db, async (tx) => {
    const byDay = await sql<Row>`
      with total as (
        select (
            select count(distinct m.bettor_id)::int from report.active_month m join ${months(days)} using (month) where m.product = '' and ${marked}) as active,
          (select count(distinct m.bettor_id)::int from report.depositor_month m join ${months(days)} using (month) where ${marked}) as depositors),
      signed as (
        select (s.signed_up_at at time zone ${zone}::text)::date as day, count(*) as signed_up from (${accountSources()}) s
        where s.signed_up_at >= ${midnight(from, 0)} and s.signed_up_at < ${midnight(to, 1)} group by 1),
      active as (select day, bettors as active from report.active_day where product = ''),
      paying as (
        select key::date as day, bettors as depositors from (${marksByDay(sql`
          select m.month, m.days & w.days as days from report.depositor_month m join ${months(days)} using (month) where ${marked}`)}) m),
      money as (
        select d.day, coalesce(-sum(d.amount) filter (where d.account like 'provider:%' and d.kind = 'deposit'), 0) as deposited,
          coalesce(sum(d.amount) filter (where d.account = any(${products}::text[]) and d.kind = any(${stakedKinds}::text[])), 0) as stakes,
          coalesce(sum(d.amount) filter (where d.account = any(${products}::text[]) and d.kind = any(${playKinds}::text[])), 0) as gross
        from report.money_day d where d.day between ${from}::date and ${to}::date group by 1)
      select g.day::date::text as day, coalesce(s.signed_up, 0)::int as signed_up, coalesce(a.active, 0)::int as active,
        coalesce(p.depositors, 0)::int as depositors, coalesce(m.deposited, 0)::bigint as deposited,
        coalesce(m.stakes, 0)::bigint as stakes, coalesce(m.gross, 0)::bigint as gross, t.active as all_active, t.depositors as all_depositors
      from total t cross join (select ${from}::date + n as day from generate_series(0, ${to}::date - ${from}::date) n) g
        left join signed s using (day) left join active a using (day) left join paying p using (day) left join money m using (day)
      order by 1`.execute(tx)
    return { rows: byDay.rows, counted: await countedUpTo(tx, { zone, days }) }
  })
  return done({
    data: rows.map(({ deposited, stakes, gross, all_active: _active, all_depositors: _depositors, ...row }) => ({
      ...row,
      ...{ deposited: text(deposited), stakes: text(stakes), gross: text(gross) },
    })),
    total: { active: rows[0]?.all_active ?? 0, depositors: rows[0]?.all_depositors ?? 0 },
    ...counted,
  })
}

const products = Object.values(houseOfProduct)
const playKinds = [...stakedKinds, ...returnedKinds]
