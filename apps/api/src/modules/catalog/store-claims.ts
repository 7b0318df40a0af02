import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { Confirmation } from './feeds/port.ts'

/** Two matches of the same sides that start within this many hours are the same match. */
export const samePairHours = 12

/**
 * Matches of a list of a feed that have not started, are not among `priced` and whose prices still count. At most `most`; repeat until none
 * is left.
 */
export async function unpricedMatches(
  db: Db,
  { source, list, priced, most }: { source: string; list: string; priced: readonly string[]; most: number },
): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(db)`
    select id from catalog.match where source = ${source} and driven_by = ${source} and list = ${list} and state = 'not_started'
      and not resulted and source_id <> all(${[...priced]}::text[]) and (price_until is null or price_until > platform.real_now())
    order by start_time, id limit ${most}::int`
  return rows.map(({ id }) => id)
}

/** Records that a feed confirmed the prices of a match, or with `validMs` 0 that they have no source any more. The match is locked. */
export async function writeConfirmation(tx: Tx, matchId: number, { validMs, list }: Confirmation): Promise<void> {
  await sql`
    update catalog.match set list = coalesce(${list ?? null}, list),
      price_until = platform.real_now() + make_interval(secs => ${validMs === undefined ? null : validMs / 1000}::float8)
    where id = ${matchId}::int`.execute(tx)
}

export type Names = { readonly homeTeam: string; readonly awayTeam: string }

/**
 * How the names that a feed sends compare with the stored ones, by catalog.team_key. 'swapped': both sides have each other's name;
 * 'renamed': one side has a new name; 'changed': anything else, so that it may be another match. Also if both sides now differ from the first
 * names: a match does not become another one in two steps.
 */
export type NameChange = 'same' | 'swapped' | 'renamed' | 'changed'

export type SentNames = Names & { readonly sourceId: string }
export type Compared = { readonly change: NameChange; readonly stored: Names; readonly startTime: Date }

/** Compares the names that a feed sends with those of its stored matches, by the feed's id. New matches are left out. */
export async function compareNames(
  on: Db | Tx,
  source: string,
  sent: readonly SentNames[],
): Promise<Map<string, Compared>> {
  if (sent.length === 0) return new Map()
  const rows = await queryRows<{
    source_id: string
    home_team: string
    away_team: string
    start_time: Date
    change: NameChange
  }>(on)`
    select source_id, home_team, away_team, start_time, case when (h, a) = (sent_h, sent_a) then 'same' when (h, a) = (sent_a, sent_h) then 'swapped'
      when (h = sent_h or a = sent_a) and h <> sent_a and a <> sent_h and not exists (
        select from catalog.match_name n where n.match_id = m.id and n.version = 1
          and catalog.team_key(n.home_team) <> sent_h and catalog.team_key(n.away_team) <> sent_a) then 'renamed' else 'changed' end as change
    from unnest(${sent.map((one) => one.sourceId)}::text[], ${sent.map((one) => one.homeTeam)}::text[],
        ${sent.map((one) => one.awayTeam)}::text[]) as s (source_id, sent_home, sent_away)
      join catalog.match m using (source_id)
      cross join lateral (select catalog.team_key(m.home_team) as h, catalog.team_key(m.away_team) as a,
        catalog.team_key(sent_home) as sent_h, catalog.team_key(sent_away) as sent_a) k
    where m.source = ${source}`
  return new Map(
    rows.map((row) => [
      row.source_id,
      {
        change: row.change,
        stored: { homeTeam: row.home_team, awayTeam: row.away_team },
        startTime: row.start_time,
      },
    ]),
  )
}

/** Whether `now` is before the earliest possible end of a match: its kick-off and the shortest duration of its sport. */
export async function isBeforeEnd(
  tx: Tx,
  { sportId, startTime, now }: { sportId: string; startTime: Date; now: Date },
): Promise<boolean> {
  const row = await queryRow<{ early: boolean }>(tx)`
    select ${now}::timestamptz < ${startTime}::timestamptz + shortest as early from catalog.sport where id = ${sportId}`
  return row?.early ?? false
}

/** Renames the sides of a locked match. Each name is kept as a version, the first one included. */
export async function renameSides(
  tx: Tx,
  given: { matchId: number; names: Names; words: string; source: string; at: Date },
): Promise<void> {
  const { matchId, names, words, source, at } = given
  await sql`
    insert into catalog.match_name (match_id, version, home_team, away_team, source, at)
    select id, 1, home_team, away_team, source, fed_at from catalog.match where id = ${matchId}::int
    on conflict do nothing`.execute(tx)
  await sql`
    insert into catalog.match_name (match_id, version, home_team, away_team, source, at)
    select ${matchId}::int, max(version) + 1, ${names.homeTeam}, ${names.awayTeam}, ${source}, ${at}::timestamptz
    from catalog.match_name where match_id = ${matchId}::int`.execute(tx)
  await sql`
    update catalog.match set home_team = ${names.homeTeam}, away_team = ${names.awayTeam}, words = ${words} where id = ${matchId}::int`.execute(
    tx,
  )
}

export type SameMatch = {
  readonly id: number
  readonly firstId: number
  readonly name: string
  readonly startTime: Date
}

/**
 * Those of these matches that have the same sport, competition and sides as an earlier match and nearly the same start. Matches that are
 * over do not count.
 */
export async function sameAsEarlier(tx: Tx, matchIds: readonly number[]): Promise<SameMatch[]> {
  const rows = await queryRows<{ id: number; first_id: number; name: string; start_time: Date }>(tx)`
    select distinct on (m.id) m.id, o.id as first_id, m.home_team || ' v ' || m.away_team as name, m.start_time
    from catalog.match m join catalog.match o on (o.sport_id, o.competition_id, o.pair) = (m.sport_id, m.competition_id, m.pair)
      and o.id < m.id and o.state in ('not_started', 'live', 'interrupted') and not o.resulted
      and o.start_time between m.start_time - make_interval(hours => ${samePairHours}) and m.start_time + make_interval(hours => ${samePairHours})
    where m.id = any(${matchIds}::int[]) and not m.resulted order by m.id, o.id`
  return rows.map((row) => ({
    id: row.id,
    firstId: row.first_id,
    name: row.name,
    startTime: row.start_time,
  }))
}
