import { sql, type RawBuilder } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import { isBefore, microsOf, type Place, type Stretch } from '#platform/timeline'
import type { Reason } from './markers-store.ts'

type OfBettor = Stretch & { readonly bettor: bigint }

/** A requested limit and what came of it; amounts in cents, null for none. `by` is the operator, null if the bettor asked. */
export type LimitChange = Place & {
  readonly kind: string
  readonly period: string
  readonly before: bigint | null
  readonly asked: bigint | null
  readonly became: 'in_force' | 'waiting' | 'still_waiting' | 'confirmed'
  readonly by: string | null
}

/** A bettor's requests for limits, newest first. */
export function limitChanges(db: Db, { bettor, before, most }: OfBettor): Promise<LimitChange[]> {
  return queryRows<LimitChange>(db)`
    select c.no as id, ${microsOf(sql`c.at`)} as at, c.kind, c.period, c.before, c.asked, c.became, c.by from protection.limit_change c
    where c.bettor_id = ${bettor}::bigint and ${isBefore(sql`c.at`, sql`c.no`, before)}
    order by c.at desc, c.no desc limit ${most}::int`
}

/** A break, an exclusion or the closing of an account, when it began. */
export type ExclusionBegin = Place & {
  readonly kind: 'break' | 'exclusion' | 'closed'
  readonly period: string
  readonly until: Date | null
  readonly by: string | null
  /** Who asked the house for it, and the reference of the order; null for what the bettor entered. */
  readonly askedBy: string | null
  readonly reference: string | null
}

/** A bettor's breaks and exclusions and the closing of the account, newest first. */
export function exclusionBegins(db: Db, { bettor, before, most }: OfBettor): Promise<ExclusionBegin[]> {
  return queryRows<ExclusionBegin>(db)`
    select e.id, ${microsOf(sql`e.since`)} as at, e.kind, e.period, e.until, e.by, e.asked_by as "askedBy", e.reference from (
      select 1::bigint as id, since, kind, period, until, by, asked_by, reference from protection.exclusion where bettor_id = ${bettor}::bigint
      union all
      select 2, since, 'closed', 'closed', null, by, null, null from protection.closed where bettor_id = ${bettor}::bigint) e
    where ${isBefore(sql`e.since`, sql`e.id`, before)} order by e.since desc, e.id desc limit ${most}::int`
}

export type Marker = { readonly day: string; readonly score: number; readonly reasons: readonly Reason[] }

/** The latest signs of harm of a bettor, newest first. */
export function markersOf(db: Db, bettor: bigint, most: number): Promise<Marker[]> {
  return queryRows<Marker>(db)`
    select day::text as day, score, reasons from protection.marker
    where bettor_id = ${bettor}::bigint order by day desc limit ${most}::int`
}

/**
 * For lists of other areas: what holds back the account of the bettor in this column: 'locked', 'closed', 'excluded' or 'break', the first that
 * applies; null for none.
 */
export const restrictionOf = (bettor: RawBuilder<unknown>) => sql<string | null>`
  case when exists (select from protection.account_setting k where k.bettor_id = ${bettor} and k.locked) then 'locked' else (
    select case when bool_or(period = 'closed') then 'closed' when bool_or(kind = 'exclusion') then 'excluded'
      when count(*) > 0 then 'break' end
    from protection.standstill where bettor_id = ${bettor} and until > platform.now()) end`

/** For lists of other areas: the bettors whom something holds back. */
export const restricted = sql`(
  select bettor_id from protection.standstill where until > platform.now()
  union select bettor_id from protection.account_setting where locked)`

export type ExclusionPeriod = {
  readonly kind: 'break' | 'exclusion'
  readonly period: string
  readonly since: string
  readonly until: string
  /** Whether it is the one that holds now and ends last. */
  readonly active: boolean
}

/** A bettor's breaks and exclusions, and the closing of the account, the latest first, at most 100. */
export async function exclusionsOf(db: Db, bettor: bigint): Promise<ExclusionPeriod[]> {
  const rows = await queryRows<Omit<ExclusionPeriod, 'since' | 'until'> & { since: Date; until: Date }>(db)`
    select kind, period, since, until, until > platform.now()
      and row_number() over (order by until > platform.now() desc, until desc, kind desc, since) = 1 as active
    from protection.standstill where bettor_id = ${bettor}::bigint order by since desc limit 100`
  return rows.map((row) => ({ ...row, since: row.since.toISOString(), until: row.until.toISOString() }))
}

/** How many limits of each of these bettors were raised or removed, and came into force, within some days. */
export async function limitsRaisedOf(tx: Tx, bettors: readonly bigint[], days: number): Promise<Map<bigint, number>> {
  const rows = await queryRows<{ bettor: bigint; times: number }>(tx)`
    select bettor_id as bettor, count(*)::int as times from protection.limit_change
    where bettor_id = any(${bettors}::bigint[]) and became = 'confirmed' and at > platform.now() - make_interval(days => ${days}::int)
    group by bettor_id`
  return new Map(rows.map(({ bettor, times }) => [bettor, times]))
}

/** When the last exclusion of each of these bettors ended, if that was within some days and none holds now. */
export async function exclusionsEnded(tx: Tx, bettors: readonly bigint[], days: number): Promise<Map<bigint, Date>> {
  const rows = await queryRows<{ bettor: bigint; until: Date }>(tx)`
    select bettor_id as bettor, max(until) as until from protection.exclusion
    where bettor_id = any(${bettors}::bigint[]) and kind = 'exclusion' group by bettor_id
    having max(until) <= platform.now() and max(until) > platform.now() - make_interval(days => ${days}::int)`
  return new Map(rows.map(({ bettor, until }) => [bettor, until]))
}

/** The signs of harm that were found in the play of the last days. */
export function latestSigns(db: Db, days: number): Promise<(Marker & { bettor: bigint; at: Date })[]> {
  return queryRows<Marker & { bettor: bigint; at: Date }>(db)`
    select bettor_id as bettor, day::text as day, score, reasons, at from protection.marker
    where day >= platform.now()::date - ${days}::int`
}
