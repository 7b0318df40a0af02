import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { Voided } from './states.ts'

/** Stores what is void in a locked match, and the version of its result that says so: the facts of the newest one, or none. Returns the version. */
export async function writeVoids(
  tx: Tx,
  {
    matchId,
    voids,
    by,
    reason,
    at,
  }: { matchId: number; voids: readonly Voided[]; by: string; reason: string; at: Date },
): Promise<number> {
  const list = JSON.stringify(voids)
  await sql`update catalog.match set voids = ${list}::jsonb where id = ${matchId}::int`.execute(tx)
  const rows = await queryRows<{ version: number }>(tx)`
    insert into catalog.result (match_id, version, kind, half_home, half_away, full_home, full_away, goals, periods, home_corners, away_corners,
      home_cards, away_cards, certainty, reason, source, at, voids)
    select ${matchId}::int, coalesce(r.version, 0) + 1, coalesce(r.kind, 'open'), r.half_home, r.half_away, r.full_home, r.full_away, r.goals, r.periods,
      r.home_corners, r.away_corners, r.home_cards, r.away_cards,
      case when r.certainty = 1 and c.version is null then 1 else 2 end, ${reason}, ${by}, ${at}::timestamptz, ${list}::jsonb
    from (select) one
      left join lateral (select * from catalog.result where match_id = ${matchId}::int order by version desc limit 1) r on true
      left join catalog.result_confirmation c on c.match_id = r.match_id and c.version = r.version
    returning version`
  return rows[0]?.version ?? 0
}

/** The parts of a match that are void, each with who declared it and when: the first version since which it has been void without a break. */
export function voidsOn(
  on: Db | Tx,
  matchId: number,
): Promise<(Voided & { readonly by: string; readonly since: Date })[]> {
  return queryRows<Voided & { by: string; since: Date }>(on)`
    select v.part ->> 'marketId' as "marketId", v.part ->> 'line' as line, v.part ->> 'oddKey' as "oddKey", r.source as by, r.at as since
    from catalog.match m cross join lateral jsonb_array_elements(m.voids) with ordinality v (part, n)
      cross join lateral (
        select source, at from catalog.result r where r.match_id = m.id and r.voids @> jsonb_build_array(v.part) and r.version > coalesce((
          select max(version) from catalog.result o where o.match_id = m.id and not exists (
            select from jsonb_array_elements(coalesce(o.voids, '[]')) w (part) where w.part = v.part)), 0)
        order by version limit 1) r
    where m.id = ${matchId}::int order by v.n`
}

/** Sets the live delay of a locked match; null for none. */
export async function writeLiveDelay(tx: Tx, matchId: number, seconds: number | null): Promise<void> {
  await sql`update catalog.match set live_delay_s = ${seconds}::int where id = ${matchId}::int`.execute(tx)
}

/** The longest live delay of these matches in seconds; 0 if none has one of its own. */
export async function liveDelayOf(on: Db | Tx, matchIds: readonly number[]): Promise<number> {
  const rows = await queryRows<{ seconds: number | null }>(on)`
    select max(live_delay_s)::int as seconds from catalog.match where id = any(${matchIds}::int[])`
  return rows[0]?.seconds ?? 0
}

/** How long a match of a sport takes at least, in milliseconds. */
export async function shortestOf(on: Db | Tx, sportId: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from shortest) * 1000)::float8 as ms from catalog.sport where id = ${sportId}`.execute(on)
  return rows[0]?.ms ?? 0
}

/** A competition of a sport. */
export function competitionOf(
  db: Db,
  { id, sportId }: { id: string; sportId: string },
): Promise<{ id: string; name: string; category: string } | undefined> {
  return queryRow<{ id: string; name: string; category: string }>(db)`
    select id, name, category from catalog.competition where id = ${id} and sport_id = ${sportId}`
}
