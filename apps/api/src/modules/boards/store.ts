import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db'

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

/**
 * What won bets of an area are worth on a board since a time: a query of (bettor, cents, at), a row a bet or round. `cents` is the
 * stake, of which at most 100.00 count, times the multiplier less one.
 */
export type BoardWins = (since: RawBuilder<unknown>) => RawBuilder<unknown>

/** A place on a board. `before` is the bettor's place when today began (for the board of a day, an hour ago); null without one. */
export type Place = {
  readonly bettor: bigint
  readonly cents: bigint
  readonly rank: number
  readonly before: number | null
}

/** The places of the present period, the best first. Of two with the same points the one who had them first is before the other. */
export async function placesOf(
  db: Db,
  { period, timeZone, wins, most }: { period: Period; timeZone: string; wins: readonly BoardWins[]; most: number },
): Promise<Place[]> {
  const begins = (unit: Period) =>
    sql`(select date_trunc(${unit}::text, platform.now() at time zone ${timeZone}::text) at time zone ${timeZone}::text)`
  const earlier = period === 'day' ? sql`platform.now() - interval '1 hour'` : begins('day')
  const { rows } = await sql<Place>`
    with time as materialized (select ${begins(period)} as since, ${earlier} as earlier),
    win as (${sql.join(
      wins.map((of) => of(sql`(select since from time)`)),
      sql` union all `,
    )}),
    total as (
      select bettor, sum(cents)::bigint as cents, max(at) as at, sum(cents) filter (where at < time.earlier) as before
      from win, time group by bettor),
    place as (
      select bettor, cents, row_number() over (order by cents desc, at, bettor)::int as rank,
        case when before > 0 then row_number() over (order by before desc nulls last, bettor)::int end as before
      from total where cents > 0)
    select * from place order by rank limit ${most}::int`.execute(db)
  return rows
}
