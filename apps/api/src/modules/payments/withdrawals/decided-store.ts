import { sql } from 'kysely'
import type { Db } from '#platform/db'
import type { WaitsBecause } from './rules.ts'

/** What people decided about a withdrawal; `by` are those who decided, `tookS` the seconds from the request to the last of them. */
export type DecidedWithdrawal = {
  readonly id: bigint
  readonly bettor: bigint
  readonly sum: bigint
  readonly approve: boolean
  readonly because: readonly WaitsBecause[]
  readonly by: readonly string[]
  readonly at: Date
  readonly tookS: number
}

/** How the withdrawals of a day went; the times are those within which half of the decisions and 95 of 100 were made. */
export type DecidedDay = {
  readonly automatic: number
  readonly byPeople: number
  readonly refused: number
  readonly halfS: number | null
  readonly mostS: number | null
}

const shownMax = 100

/** What people decided about withdrawals on the current day in a time zone, the newest first, at most 100, and how the day went. */
export async function decidedToday(db: Db, zone: string): Promise<{ rows: DecidedWithdrawal[]; day: DecidedDay }> {
  const begins = sql`(date_trunc('day', platform.now() at time zone ${zone}::text) at time zone ${zone}::text)`
  const decided = sql`
    select a.withdrawal_id as id, max(a.at) as at, bool_and(a.approve) as approve, array_agg(a.operator order by a.at) as by
    from payments.approval a where a.undone_at is null and a.at >= ${begins} group by 1`
  const [listed, counted] = await Promise.all([
    sql<DecidedWithdrawal>`
      select d.id, w.bettor_id as bettor, w.sum, d.approve, w.because, d.by, d.at,
        extract(epoch from d.at - w.created_at)::int as "tookS"
      from (${decided} order by 2 desc, 1 desc limit ${shownMax}::int) d join payments.withdrawal w on w.id = d.id
      order by d.at desc, d.id desc`.execute(db),
    sql<DecidedDay>`
      select
        (select count(*)::int from payments.withdrawal
          where kind = 'withdrawal' and created_at >= ${begins} and because = '{}' and state in ('sent', 'done')) as automatic,
        count(*)::int as "byPeople", count(*) filter (where not d.approve)::int as refused,
        percentile_disc(0.5) within group (order by extract(epoch from d.at - w.created_at))::int as "halfS",
        percentile_disc(0.95) within group (order by extract(epoch from d.at - w.created_at))::int as "mostS"
      from (${decided}) d join payments.withdrawal w on w.id = d.id`.execute(db),
  ])
  const none: DecidedDay = { automatic: 0, byPeople: 0, refused: 0, halfS: null, mostS: null }
  return { rows: listed.rows, day: counted.rows[0] ?? none }
}
