import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { LimitDecision, LimitKind, LimitPeriod, LimitState } from './limits.ts'

export type LimitRow = LimitState & { readonly kind: LimitKind; readonly period: LimitPeriod }

/** A bettor's current and former limits, with pending changes that have not lapsed. */
export async function limitsOf(db: Db | Tx, { bettor, now }: { bettor: bigint; now: Date }): Promise<LimitRow[]> {
  const rows = await queryRows<{
    kind: LimitKind
    period: LimitPeriod
    value: bigint | null
    pending_value: bigint | null
    pending_from: Date | null
    pending_until: Date | null
    pending_stops: boolean
    stopped_until: Date | null
  }>(db)`
    select kind, period, value, pending_value, pending_from, pending_until, pending_stops, stopped_until
    from protection.bettor_limit where bettor_id = ${bettor}::bigint`
  return rows.map(({ kind, period, value, pending_from: from, pending_until: until, ...row }) => ({
    kind,
    period,
    value,
    ...(row.stopped_until && { stoppedUntil: row.stopped_until }),
    ...(from &&
      until &&
      until > now && { pending: { value: row.pending_value, from, until, stopsBets: row.pending_stops } }),
  }))
}

export type LimitWrite = LimitDecision & {
  readonly kind: LimitKind
  readonly period: LimitPeriod
  readonly before: bigint | null
  readonly requested: bigint | null
}

/** Writes a bettor's limits and records each change, with the operator who made it (`by`, null for the bettor). The caller has locked the bettor's cash account. */
export async function writeLimits(
  tx: Tx,
  {
    bettor,
    zone,
    at,
    writes,
    by = null,
  }: { bettor: bigint; zone: string; at: Date; writes: readonly LimitWrite[]; by?: string | null },
): Promise<void> {
  for (const { kind, period, state, before, requested, became } of writes) {
    const pending = state.pending
    await sql`
      insert into protection.bettor_limit (bettor_id, kind, period, zone, value, pending, pending_value, pending_from, pending_until,
        pending_stops, stopped_until)
      values (${bettor}::bigint, ${kind}, ${period}, ${zone}, ${state.value}::bigint, ${pending !== undefined}::boolean,
        ${pending?.value ?? null}::bigint, ${pending?.from ?? null}::timestamptz, ${pending?.until ?? null}::timestamptz,
        ${pending?.stopsBets === true}::boolean, ${state.stoppedUntil ?? null}::timestamptz)
      on conflict (bettor_id, kind, period) do update set zone = excluded.zone, value = excluded.value, pending = excluded.pending,
        pending_value = excluded.pending_value, pending_from = excluded.pending_from, pending_until = excluded.pending_until,
        pending_stops = excluded.pending_stops, stopped_until = excluded.stopped_until`.execute(tx)
    await sql`
      insert into protection.limit_change (bettor_id, kind, period, before, asked, became, at, by)
      values (${bettor}::bigint, ${kind}, ${period}, ${before}::bigint, ${requested}::bigint, ${became}, ${at}::timestamptz, ${by})`.execute(
      tx,
    )
  }
}

export type Periods = { readonly now: Date } & Readonly<
  Record<'day' | 'week' | 'month', { readonly since: Date; readonly resets: Date }>
>

/** The current time, and its day, week (from Monday) and month in the zone. */
export async function periodsNow(db: Db | Tx, zone: string): Promise<Periods> {
  const rows = await queryRows<{ now: Date; period: 'day' | 'week' | 'month'; since: Date; resets: Date }>(db)`
    with at as materialized (select platform.now() as now)
    select at.now, p.period, date_trunc(p.period, at.now at time zone ${zone}::text) at time zone ${zone}::text as since,
      (date_trunc(p.period, at.now at time zone ${zone}::text) + ('1 ' || p.period)::interval) at time zone ${zone}::text as resets
    from at, unnest(array['day', 'week', 'month']) as p (period)`
  const of = (period: 'day' | 'week' | 'month') => {
    const row = rows.find((one) => one.period === period)
    if (!row) throw new Error(`the query returned no ${period}`)
    return { since: row.since, resets: row.resets }
  }
  return { now: rows[0]?.now ?? new Date(0), day: of('day'), week: of('week'), month: of('month') }
}
