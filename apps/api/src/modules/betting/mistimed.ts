import { sql, type RawBuilder } from 'kysely'
import type { Catalog, MatchSchedule } from '#modules/catalog/catalog'
import { queryRows, type Db, type Tx } from '#platform/db'

/**
 * Whether a leg `l` is void because of the time of its match: it was placed before play, but after the start that is known last; or the match
 * is over, or was played on, too long after the kick-off that the leg was sold with, and the move was not announced in time. For a leg placed
 * in play its placing counts: a match that is resumed takes bets on what is left.
 */
export function isMistimed(schedule: MatchSchedule | undefined): RawBuilder<boolean> {
  if (!schedule) return sql`false`
  const { startTime, overAt, windowMs, announcedAt, noticeMs } = schedule
  const ms = (value: number) => sql`make_interval(secs => ${value / 1000}::float8)`
  const placed = sql`(select b.placed_at from betting.bet b where b.bet_id = l.bet_id)`
  return sql<boolean>`(
    l.home_at_bet is null and ${placed} > ${startTime}::timestamptz
    or ${overAt}::timestamptz > greatest(l.start_time, ${placed}) + ${ms(windowMs)}
      and not coalesce(${announcedAt ?? null}::timestamptz < l.start_time - ${ms(noticeMs)}, false))`
}

/**
 * The places of the legs of these bets on these matches that the time of their match makes void, by bet id. Before the result it is what is
 * known now: the match may be moved again.
 */
export async function mistimedLegs(
  catalog: Pick<Catalog, 'schedulesOf'>,
  on: Db | Tx,
  { betIds, matchIds }: { betIds: readonly bigint[]; matchIds: readonly number[] },
): Promise<ReadonlyMap<bigint, ReadonlySet<number>>> {
  const schedules = [...(await catalog.schedulesOf(on, matchIds))]
  if (schedules.length === 0) return new Map()
  const conditions = schedules.map(([id, schedule]) => sql`(l.match_id = ${id}::int and ${isMistimed(schedule)})`)
  const rows = await queryRows<{ betId: bigint; n: number }>(on)`
    select l.bet_id as "betId", l.n from betting.leg l
    where l.bet_id = any(${betIds}::bigint[]) and (${sql.join(conditions, sql` or `)})`
  const byBet = Map.groupBy(rows, ({ betId }) => betId)
  return new Map([...byBet].map(([betId, legs]) => [betId, new Set(legs.map(({ n }) => n))]))
}
