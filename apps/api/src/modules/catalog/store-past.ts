import { sql } from 'kysely'
import type { Score } from '@nare/bets/result'
import type { Db } from '#platform/db'

export type ResultsQuery = {
  readonly sportId: string | undefined
  /** A day, YYYY-MM-DD, in `timeZone`; today if undefined. */
  readonly date: string | undefined
  readonly timeZone: string
  readonly page: number
  readonly limit: number
}

/** One page of the matches of a day that have ended with a result, by sport and competition, and the total. */
export async function listResults(db: Db, query: ResultsQuery): Promise<{ ids: number[]; total: number }> {
  const { sportId, date, timeZone, page, limit } = query
  const rows = await sql<{ id: number | null; total: bigint }>`
    with t as (select coalesce(${date ?? null}::date, (platform.now() at time zone ${timeZone})::date) as day),
    found as (
      select m.id, m.start_time, c.rank, c.category, c.name, s.rank as sport_rank
      from t, catalog.match m join catalog.competition c on c.id = m.competition_id join catalog.sport s on s.id = m.sport_id
      where m.state = 'ended' and m.resulted
        and m.start_time >= t.day::timestamp at time zone ${timeZone} and m.start_time < (t.day + 1)::timestamp at time zone ${timeZone}
        and (${sportId ?? null}::text is null or m.sport_id = ${sportId ?? null})
    ),
    page as (
      select id, row_number() over (order by sport_rank, rank, category, name, start_time, id) as place from found
      order by place limit ${limit}::int offset ${(page - 1) * limit}::int
    )
    select page.id, n.total from (select count(*) as total from found) n left join page on true order by page.place`.execute(
    db,
  )
  return {
    ids: rows.rows.flatMap((row) => (row.id === null ? [] : [row.id])),
    total: Number(rows.rows[0]?.total ?? 0),
  }
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
  const matches = await sql<Found>`
    select m.sport_id, c.category, m.home_team, m.away_team
    from catalog.match m join catalog.competition c on c.id = m.competition_id where m.id = ${matchId}::int`.execute(db)
  const [match] = matches.rows
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
