import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { Score } from '@nare/bets/result'

/** A result of an earlier season, to be stored. */
export type NewPastResult = {
  readonly sportId: string
  readonly competition: { readonly category: string; readonly name: string }
  readonly homeTeam: string
  readonly awayTeam: string
  readonly kickOff: Date
  readonly score: Score
}

export type PastWritten = { readonly added: number; readonly changed: number }

const rowsInStatement = 2_000

/** Stores results of earlier seasons; one that is stored already keeps its row and takes the new score. Twice is once. */
export async function writePastResults(
  on: Db | Tx,
  { results, source, at }: { results: readonly NewPastResult[]; source: string; at: Date },
): Promise<PastWritten> {
  let [added, changed] = [0, 0]
  for (let from = 0; from < results.length; from += rowsInStatement) {
    const rows = results
      .slice(from, from + rowsInStatement)
      .map(({ sportId, competition, kickOff, score, ...teams }) => ({
        sport_id: sportId,
        category: competition.category,
        competition: competition.name,
        start_time: kickOff,
        home_team: teams.homeTeam,
        away_team: teams.awayTeam,
        home_score: score.home,
        away_score: score.away,
      }))
    const written = await queryRow<{ added: number; changed: number }>(on)`
      with given as (
        select *, (start_time at time zone 'UTC')::date as day from json_to_recordset(${JSON.stringify(rows)}::json)
          as g (sport_id text, category text, competition text, start_time timestamptz, home_team text, away_team text, home_score int, away_score int)
      ),
      single as (
        select distinct on (sport_id, category, competition, day, pair, home_key) * from (
          select *, catalog.pair_key(home_team, away_team) as pair, catalog.team_key(home_team) as home_key from given) keyed
        order by sport_id, category, competition, day, pair, home_key
      ),
      written as (
        insert into catalog.past_result as p
          (sport_id, category, competition, day, start_time, home_team, away_team, home_score, away_score, source, at)
        select sport_id, category, competition, day, start_time, home_team, away_team, home_score, away_score, ${source}, ${at}::timestamptz from single
        on conflict (sport_id, category, competition, day, pair, home_key) do update
          set home_score = excluded.home_score, away_score = excluded.away_score, source = excluded.source, at = excluded.at
          where (p.home_score, p.away_score) is distinct from (excluded.home_score, excluded.away_score)
        returning p.xmax = 0 as is_new
      )
      select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as changed from written`
    added += written?.added ?? 0
    changed += written?.changed ?? 0
  }
  return { added, changed }
}

type Names = {
  readonly sportId: string
  readonly category: string
  readonly name: string
  readonly teams: readonly string[]
}

/** Whether the catalogue has a competition, or results of it, and which of these teams it has neither in matches nor in results of it. */
export async function unknownNames(
  on: Db | Tx,
  { sportId, category, name, teams }: Names,
): Promise<{ isKnown: boolean; teams: string[] }> {
  const known = await queryRow<{ id: string | null; imported: boolean }>(on)`
    select (select id from catalog.competition where sport_id = ${sportId} and category = ${category} and name = ${name}) as id,
      exists (select from catalog.past_result where sport_id = ${sportId} and category = ${category} and competition = ${name}) as imported`
  const competitionId = known?.id ?? ''
  const unknown = await queryRows<{ team: string }>(on)`
    with known as (
      select home_team as team from catalog.match where competition_id = ${competitionId}
      union select away_team from catalog.match where competition_id = ${competitionId}
      union select home_team from catalog.past_result where sport_id = ${sportId} and category = ${category} and competition = ${name}
      union select away_team from catalog.past_result where sport_id = ${sportId} and category = ${category} and competition = ${name}
    )
    select team from unnest(${teams}::text[]) g (team)
    where catalog.team_key(team) not in (select catalog.team_key(team) from known) order by team`
  return { isKnown: competitionId !== '' || known?.imported === true, teams: unknown.map(({ team }) => team) }
}

/** Whether results of this source are stored. */
export async function hasPastResults(db: Db, source: string): Promise<boolean> {
  const rows = await queryRows<{ source: string }>(
    db,
  )`select source from catalog.past_result where source = ${source} limit 1`
  return rows.length > 0
}

/** The kick-off of the first match of a feed; undefined if it has none. */
export async function firstKickOff(db: Db, source: string): Promise<Date | undefined> {
  const row = await queryRow<{ first: Date | null }>(db)`
    select min(start_time) as first from catalog.match where source = ${source}`
  return row?.first ?? undefined
}
