import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

/** A sign of harm: how often it was found, and its weight. */
export type Reason = { readonly sign: Sign; readonly times: number; readonly weight: number }
export type Sign = 'chasing' | 'night_play' | 'limit_hits' | 'deposits_after_losses'

export type Run = { readonly day: string; readonly from: Date; readonly to: Date; readonly after: bigint }

/** Locks the run: its day and the day's bounds. Undefined while the day is not over or another transaction has the lock. */
export async function lockRun(tx: Tx, zone: string): Promise<Run | undefined> {
  await sql`
    insert into protection.marker_run (day) values ((platform.now() at time zone ${zone}::text)::date - 1)
    on conflict (one) do nothing`.execute(tx)
  return queryRow<Run>(tx)`
    select day::text as day, day::timestamp at time zone ${zone}::text as from, (day + 1)::timestamp at time zone ${zone}::text as to,
      after_bettor as after
    from protection.marker_run where (day + 1)::timestamp at time zone ${zone}::text <= platform.now()
    for update skip locked`
}

/** Advances the run past this bettor, or to the next day. */
export async function advanceRun(tx: Tx, to: { readonly after: bigint } | { readonly nextDay: true }): Promise<void> {
  const next = 'nextDay' in to
  await sql`
    update protection.marker_run set day = day + ${next ? 1 : 0}::int, after_bettor = ${next ? 0n : to.after}::bigint`.execute(
    tx,
  )
}

/** How often the gates refused each of these bettors in this period. */
export async function refusalsOf(
  tx: Tx,
  { bettors, from, to }: { bettors: readonly bigint[]; from: Date; to: Date },
): Promise<Map<bigint, number>> {
  const rows = await queryRows<{ bettor: bigint; times: number }>(tx)`
    select bettor_id as bettor, count(*)::int as times from protection.refusal
    where bettor_id = any(${bettors}::bigint[]) and at >= ${from}::timestamptz and at < ${to}::timestamptz
    group by bettor_id`
  return new Map(rows.map((row) => [row.bettor, row.times]))
}

/** Writes the markers of a day; existing ones stay unchanged. */
export async function insertMarkers(
  tx: Tx,
  { day, found }: { day: string; found: readonly { bettor: bigint; score: number; reasons: readonly Reason[] }[] },
): Promise<void> {
  if (found.length === 0) return
  await sql`
    insert into protection.marker (bettor_id, day, score, reasons, at)
    select m.bettor, ${day}::date, m.score, m.reasons::jsonb, platform.now()
    from unnest(${found.map((one) => one.bettor)}::bigint[], ${found.map((one) => one.score)}::int[],
      ${found.map((one) => JSON.stringify(one.reasons))}::text[]) as m (bettor, score, reasons)
    on conflict (bettor_id, day) do nothing`.execute(tx)
}

export type Failure = { readonly bettor: bigint; readonly day: string }

/** Stores that the search failed for a bettor's day. */
export async function insertFailure(tx: Tx, { bettor, day }: Failure): Promise<void> {
  await sql`
    insert into protection.marker_failure (bettor_id, day, tried_at) values (${bettor}::bigint, ${day}::date, platform.now())
    on conflict (bettor_id, day) do nothing`.execute(tx)
}

/** The stored failures that were tried longest ago, with the bounds of their days. */
export function failuresToRetry(
  db: Db,
  { zone, max }: { zone: string; max: number },
): Promise<(Failure & Pick<Run, 'from' | 'to'>)[]> {
  return queryRows<Failure & Pick<Run, 'from' | 'to'>>(db)`
    select bettor_id as bettor, day::text as day, day::timestamp at time zone ${zone}::text as from,
      (day + 1)::timestamp at time zone ${zone}::text as to
    from protection.marker_failure order by tried_at, bettor_id, day limit ${max}::int`
}

/** Deletes a failure. Returns false if another transaction has deleted it. */
export async function deleteFailure(tx: Tx, { bettor, day }: Failure): Promise<boolean> {
  const rows = await queryRows(tx)`
    delete from protection.marker_failure where bettor_id = ${bettor}::bigint and day = ${day}::date returning 1`
  return rows.length > 0
}

/** Puts a failure behind the others. */
export async function postponeFailure(db: Db, { bettor, day }: Failure): Promise<void> {
  await sql`
    update protection.marker_failure set tried_at = platform.now()
    where bettor_id = ${bettor}::bigint and day = ${day}::date`.execute(db)
}

/** The bettors among these with a marker in the last `days` days. */
export async function markedLately(db: Db | Tx, bettors: readonly bigint[], days: number): Promise<bigint[]> {
  const rows = await queryRows<{ bettor: bigint }>(db)`
    select b as bettor from unnest(${bettors}::bigint[]) b where exists (
      select from protection.marker m
      where m.bettor_id = b and m.day >= (platform.now() - make_interval(days => ${days}::int))::date)`
  return rows.map((row) => row.bettor)
}
