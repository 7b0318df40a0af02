import { sql } from 'kysely'
import type { Score } from '@nare/bets/result'
import { queryRows, type Db } from '#platform/db'
import { keyset, type Page, type Paged } from '#platform/paging'
import { orderKeys, pagedIds, pageOfFound, type ListedId } from './store-lists.ts'

export type ResultsQuery = {
  readonly sportId: string | undefined
  /** A day, YYYY-MM-DD, in `timeZone`; today if undefined. */
  readonly date: string | undefined
  readonly timeZone: string
  readonly page: Page
}

/** One page of the matches of a day that have ended with a result, by sport and competition, and the total. */
export async function listResults(db: Db, query: ResultsQuery): Promise<Paged<number>> {
  const { sportId, date, timeZone, page } = query
  const { sport, rank, category, name, start, id } = orderKeys
  const parts = keyset([sport, rank, category, name, start, id], page)
  const rows = await queryRows<ListedId>(db)`
    with t as (select coalesce(${date ?? null}::date, (platform.now() at time zone ${timeZone})::date) as day),
    found as (
      select m.id, m.start_time, c.rank, c.category, c.name, s.rank as sport_rank
      from t, catalog.match m join catalog.competition c on c.id = m.competition_id join catalog.sport s on s.id = m.sport_id
      where m.state = 'ended' and m.resulted
        and m.start_time >= t.day::timestamp at time zone ${timeZone} and m.start_time < (t.day + 1)::timestamp at time zone ${timeZone}
        and (${sportId ?? null}::text is null or m.sport_id = ${sportId ?? null})
    ),
    ${pageOfFound(parts)}`
  return pagedIds(parts, rows)
}

/** A match with its final score. */
export type PastMatch = {
  readonly matchId: number
  readonly startTime: Date
  readonly home: string
  readonly away: string
  readonly score: Score
}

/** The facts of a match that its background is computed from. */
export type Setting = {
  readonly sportId: string
  readonly category: string
  readonly home: string
  readonly away: string
  /** The results of the competition in the ten months before the match, newest first, at most 600. */
  readonly past: readonly PastMatch[]
}

const pastMax = 600

/** The competition of a match with its earlier results; undefined if the match does not exist. */
export async function settingOf(db: Db, matchId: number): Promise<Setting | undefined> {
  type Found = { sport_id: string; category: string; home_team: string; away_team: string }
  type Past = {
    id: number
    start_time: Date
    home_team: string
    away_team: string
    full_home: number
    full_away: number
  }
  const matches = await queryRows<Found>(db)`
    select m.sport_id, c.category, m.home_team, m.away_team
    from catalog.match m join catalog.competition c on c.id = m.competition_id where m.id = ${matchId}::int`
  const [match] = matches
  if (!match) return undefined
  const past = await sql<Past>`
    select p.id, p.start_time, p.home_team, p.away_team, r.full_home, r.full_away
    from catalog.match m join catalog.match p on p.competition_id = m.competition_id
      cross join lateral (
        select kind, full_home, full_away from catalog.result where match_id = p.id order by version desc limit 1
      ) r
    where m.id = ${matchId}::int and p.state = 'ended' and p.start_time < m.start_time
      and p.start_time > m.start_time - interval '10 months' and r.kind = 'result' and r.full_home is not null
    order by p.start_time desc, p.id desc limit ${pastMax}::int`.execute(db)
  return {
    sportId: match.sport_id,
    category: match.category,
    home: match.home_team,
    away: match.away_team,
    past: past.rows.map((row) => ({
      matchId: row.id,
      startTime: row.start_time,
      home: row.home_team,
      away: row.away_team,
      score: { home: row.full_home, away: row.full_away },
    })),
  }
}
