import { sql } from 'kysely'
import type { consoleReports } from '@nare/contract/console-reports'
import { done, type Outcome } from '@nare/contract/outcome'
import type { Answer, Received } from '@nare/contract/route'
import { houseOfProduct } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'
import {
  countedUpTo,
  daysOfMonth,
  inMonths,
  marksByDay,
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
      with bettor as materialized (
        select m.month, m.bettor_id, bit_or(m.days & ${daysOfMonth(days)}) as days
        from report.bettor_month m where ${inMonths(days)} group by 1, 2),
      total as (
        select (select count(*)::int from (select distinct bettor_id from bettor) b) as active,
          (select count(distinct m.bettor_id)::int from report.depositor_month m where ${inMonths(days)}) as depositors),
      signed as (
        select (s.signed_up_at at time zone ${zone}::text)::date as day, count(*) as signed_up from (${accountSources()}) s
        where s.signed_up_at >= ${midnight(from, 0)} and s.signed_up_at < ${midnight(to, 1)} group by 1),
      active as (select key::date as day, bettors as active from (${marksByDay(sql`select month, days from bettor`)}) m),
      paying as (
        select key::date as day, bettors as depositors from (${marksByDay(sql`
          select m.month, m.days & ${daysOfMonth(days)} as days from report.depositor_month m where ${inMonths(days)}`)}) m),
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
