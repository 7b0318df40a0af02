import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { Fixture, MatchRef } from './feeds/port.ts'
import { searchText } from '#platform/search-text'

export type NewMatch = Fixture & { readonly match: MatchRef; readonly at: Date }

/** Creates missing competitions. Returns the ids by sport, category and name. */
export async function openCompetitions(tx: Tx, fixtures: readonly Fixture[]): Promise<Map<string, string>> {
  const wanted = new Map(fixtures.map((one) => [competitionKey(one), one]))
  const list = [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  const given = list.map(({ sportId, competition: of }) => ({
    id: of.id ?? null,
    sport_id: sportId,
    name: of.name,
    category: of.category,
    rank: of.rank ?? 1000,
    words: searchText(of.category, of.name),
  }))
  await sql`
    insert into catalog.competition (id, sport_id, name, category, rank, words)
    select coalesce(g.id, nextval('catalog.competition_no')::text), g.sport_id, g.name, g.category, g.rank, g.words
    from json_to_recordset(${JSON.stringify(given)}::json) as g (id text, sport_id text, name text, category text, rank int, words text)
    where not exists (select from catalog.competition c
      where (c.sport_id, c.category, c.name) = (g.sport_id, g.category, g.name))
    on conflict do nothing`.execute(tx)
  const found = await queryRows<{ id: string; sport_id: string; category: string; name: string }>(tx)`
    select c.id, c.sport_id, c.category, c.name from catalog.competition c
    join json_to_recordset(${JSON.stringify(given)}::json) as g (sport_id text, name text, category text)
      on (c.sport_id, c.category, c.name) = (g.sport_id, g.category, g.name)`
  return new Map(found.map((row) => [`${row.sport_id}|${row.category}|${row.name}`, row.id]))
}

function competitionKey({ sportId, competition }: Fixture): string {
  return `${sportId}|${competition.category}|${competition.name}`
}

/**
 * Inserts new matches with their first history row. Existing matches are left unchanged. Returns the ids of the new matches by the feed's
 * own id.
 */
export async function insertMatches(
  tx: Tx,
  { matches, competitions }: { matches: readonly NewMatch[]; competitions: ReadonlyMap<string, string> },
): Promise<Map<string, number>> {
  const given = matches.map((one) => ({
    source: one.match.source,
    source_id: one.match.sourceId,
    parent_match_id: one.parentMatchId ?? null,
    sport_id: one.sportId,
    competition_id: competitions.get(competitionKey(one)),
    home_team: one.homeTeam,
    away_team: one.awayTeam,
    words: searchText(one.homeTeam, one.awayTeam),
    start_time: one.startTime,
    model: one.model ?? null,
    at: one.at,
    valid_s: one.validMs === undefined ? null : one.validMs / 1000,
    list: one.list ?? null,
  }))
  const rows = await queryRows<{ id: number; source_id: string }>(tx)`
    with made as (
      insert into catalog.match (id, source, source_id, driven_by, parent_match_id, sport_id, competition_id, home_team, away_team, words,
        start_time, due_start, model, fed_at, price_until, list)
      select n.id, g.source, g.source_id, g.source, coalesce(g.parent_match_id, n.id::text), g.sport_id, g.competition_id, g.home_team,
        g.away_team, g.words, g.start_time, g.start_time, g.model, g.at,
        platform.real_now() + make_interval(secs => g.valid_s), g.list
      from json_to_recordset(${JSON.stringify(given)}::json) as g (source text, source_id text, parent_match_id text, sport_id text,
          competition_id text, home_team text, away_team text, words text, start_time timestamptz, model jsonb, at timestamptz, valid_s float8,
          list text)
        cross join lateral (select nextval('catalog.match_no')::int as id where g.source is not null) n
      on conflict (source, source_id) do nothing
      returning id, source, source_id, state, fed_at, version
    ),
    history as (
      insert into catalog.match_change (match_id, version, kind, state, suspended, source, at)
      select id, version, 'created', state, false, source, fed_at from made
    )
    select id, source_id from made`
  return new Map(rows.map((row) => [row.source_id, row.id]))
}

export type StoredMatch = {
  id: number
  source: string
  source_id: string
  driven_by: string
  start_time: Date
  home_team: string
  away_team: string
}

/** Existing matches by `refKey` of their feed reference. */
export async function findMatches(db: Db | Tx, refs: readonly MatchRef[]): Promise<Map<string, StoredMatch>> {
  if (refs.length === 0) return new Map()
  const rows = await queryRows<StoredMatch>(db)`
    select m.id, m.source, m.source_id, m.driven_by, m.start_time, m.home_team, m.away_team
    from (select distinct * from unnest(${refs.map((ref) => ref.source)}::text[], ${refs.map((ref) => ref.sourceId)}::text[])
      as requested (source, source_id)) a
    join catalog.match m using (source, source_id)`
  return new Map(rows.map((row) => [refKey({ source: row.source, sourceId: row.source_id }), row]))
}

export function refKey({ source, sourceId }: MatchRef): string {
  return `${source}|${sourceId}`
}
