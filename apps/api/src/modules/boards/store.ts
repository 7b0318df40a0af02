import { sql, type RawBuilder } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

/**
 * The points of the rounds of an area. `wins` is a query of (bettor, cents, at) since a time, with a row for each round that a bettor won:
 * `cents` is what all bets on it returned less their stakes, scaled down to stakes of 100.00. `losses` is a query of (lost), what bettors
 * lost together from one time until another. `isFinal`: a past day never changes.
 */
export type BoardSource = {
  readonly name: string
  readonly wins: (since: RawBuilder<unknown>) => RawBuilder<unknown>
  readonly losses: (since: RawBuilder<unknown>, until: RawBuilder<unknown>) => RawBuilder<unknown>
  readonly isFinal: boolean
}

/** A place on a board. `before` is the bettor's place at the start of today (for the board of a day, an hour ago); null if there was none. */
export type Place = {
  readonly bettor: bigint
  readonly cents: bigint
  readonly rank: number
  readonly before: number | null
  /** The number of players with these points, and so with this rank. */
  readonly tied: number
}

type Query = {
  readonly period: Period
  readonly timeZone: string
  readonly sources: readonly BoardSource[]
  /** The totals of the days before this time are stored; null if no day is stored. */
  readonly storedUntil: Date | null
  readonly most: number
}

/** The start of the current day, week or month in a time zone. */
export const beginning = (unit: Period, timeZone: string): RawBuilder<Date> =>
  sql`(date_trunc(${unit}::text, platform.now() at time zone ${timeZone}::text) at time zone ${timeZone}::text)`

/**
 * The places of the current period, best first. Equal points have the same rank; among them, the player who reached the points first is first.
 */
export function placesOf(db: Db, { period, timeZone, sources, storedUntil, most }: Query): Promise<Place[]> {
  const earlier = period === 'day' ? sql`platform.now() - interval '1 hour'` : beginning('day', timeZone)
  const recent = sources.map(({ wins }) => wins(sql`(select recent from time)`))
  return queryRows<Place>(db)`
    with time as materialized (
      select since, earlier, greatest(since, ${storedUntil}::timestamptz) as recent
      from (select ${beginning(period, timeZone)} as since, ${earlier} as earlier) t),
    win as (${sql.join(recent, sql` union all `)}),
    part as (
      select bettor, sum(cents) as cents, max(at) as at, sum(cents) filter (where at < time.earlier) as before
      from win, time group by bettor
      union all
      select d.bettor_id, d.cents, d.last_at, d.cents from boards.day_total d, time where d.since >= time.since and d.since < time.recent),
    total as (select bettor, sum(cents)::bigint as cents, max(at) as at, sum(before) as before from part group by bettor),
    place as (
      select bettor, cents, at, rank() over (order by cents desc)::int as rank, count(*) over (partition by cents)::int as tied,
        case when before > 0 then rank() over (order by before desc nulls last)::int end as before
      from total where cents > 0)
    select bettor, cents, rank, tied, before from place order by rank, at, bettor limit ${most}::int`
}

/**
 * A season whose days are stored, but for `unread`: queries of the players (bettor, cents, at) and of the loss (lost) of days that are not, or may
 * have changed.
 */
type StoredSeason = {
  readonly since: Date
  readonly endsAt: Date
  readonly sources: readonly BoardSource[]
  readonly unread: readonly UnreadDay[]
}
export type UnreadDay = {
  readonly since: Date
  readonly source: string
  readonly totals: RawBuilder<unknown>
  readonly lost: RawBuilder<unknown>
}

const storedIn = ({ since, endsAt, sources, unread }: StoredSeason) => sql`
  d.since >= ${since}::timestamptz and d.since < ${endsAt}::timestamptz and d.source = any(${sources.map(({ name }) => name)}::text[])
  and not exists (select from unnest(${unread.map((day) => day.since.toISOString())}::timestamptz[], ${unread.map(({ source }) => source)}::text[]) u (since, source)
    where u.since = d.since and u.source = d.source)`

/** What the players of a season lost together, in cents; below zero if they won. */
export async function lostInDays(tx: Tx, season: StoredSeason): Promise<bigint> {
  const parts = [
    sql`select d.lost from boards.day d where ${storedIn(season)}`,
    ...season.unread.map(({ lost }) => sql`select lost from (${lost}) unread`),
  ]
  const rows = await queryRows<{ lost: bigint }>(tx)`
    select coalesce(sum(lost), 0)::bigint as lost from (${sql.join(parts, sql` union all `)}) day`
  return rows[0]?.lost ?? 0n
}

/** The best players of a season, ties included. */
export function bestOfDays(
  tx: Tx,
  { lastRank, ...season }: StoredSeason & { lastRank: number },
): Promise<{ bettor: bigint; rank: number }[]> {
  const parts = [
    sql`select d.bettor_id as bettor, d.cents, d.last_at as at from boards.day_total d where ${storedIn(season)}`,
    ...season.unread.map(({ totals }) => sql`select bettor, cents, at from (${totals}) unread`),
  ]
  return queryRows<{ bettor: bigint; rank: number }>(tx)`
    select bettor, rank from (
      select bettor, rank() over (order by sum(cents) desc)::int as rank, max(at) as at
      from (${sql.join(parts, sql` union all `)}) day group by bettor) place
    where rank <= ${lastRank}::int order by rank, at, bettor`
}
