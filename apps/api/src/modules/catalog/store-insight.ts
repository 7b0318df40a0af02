import { queryRow, queryRows, type Db } from '#platform/db'
import { scoreOf } from './offers.ts'
import type { Score } from '@nare/bets/result'
import type { MinuteAt, WinnerPrices } from './chances.ts'
import type { PastResult } from './season.ts'
import { mainMarket } from './views.ts'

/** The facts that the form, meetings and table of a match are computed from. */
export type PastOfMatch = {
  readonly sportId: string
  readonly competition: { readonly category: string; readonly name: string }
  readonly home: string
  readonly away: string
  readonly keys: { readonly home: string; readonly away: string }
  readonly startMs: number
  readonly corners: Score | undefined
  readonly yellows: Score | undefined
  readonly reds: Score
  /** The results of the competition in the year before the match, and the meetings of both sides in it before. In no order. */
  readonly results: readonly PastResult[]
  readonly meetings: readonly PastResult[]
}

const resultsMax = 800
const meetingsMax = 10

type FoundResult = [id: number | null, atMs: number, home: string, away: string, homeScore: number, awayScore: number]
type Found = {
  sport_id: string
  category: string
  name: string
  home_team: string
  away_team: string
  start_ms: number
  home_corners: number | null
  away_corners: number | null
  home_yellows: number | null
  away_yellows: number | null
  home_reds: number
  away_reds: number
  results: FoundResult[] | null
  meetings: FoundResult[] | null
  keys: Record<string, string>
}

/**
 * A match with the earlier results of its competition and of its sides in it; undefined if it does not exist. One statement. A team that has the same
 * name in another competition may be another team, so its results do not count.
 */
export async function pastOfMatch(db: Db, matchId: number): Promise<PastOfMatch | undefined> {
  const found = await queryRow<Found>(db)`
    with m as materialized (
      select m.*, c.category, c.name from catalog.match m join catalog.competition c on c.id = m.competition_id where m.id = ${matchId}::int
    ),
    own_season as (
      select p.id, p.start_time, p.home_team, p.away_team from m join catalog.match p on p.competition_id = m.competition_id
      where p.state = 'ended' and p.start_time < m.start_time and p.start_time > m.start_time - interval '1 year'
      order by p.start_time desc limit ${resultsMax}::int
    ),
    own_meetings as (
      select p.id, p.start_time, p.home_team, p.away_team from m join catalog.match p on p.sport_id = m.sport_id and p.pair = m.pair
      where p.competition_id = m.competition_id and p.state = 'ended' and p.start_time < m.start_time
      order by p.start_time desc limit ${meetingsMax}::int
    ),
    results as (
      (select o.*, r.full_home, r.full_away from own_season o cross join lateral (
        select kind, full_home, full_away from catalog.result where match_id = o.id order by version desc limit 1) r
        where r.kind = 'result' and r.full_home is not null)
      union all
      (select null, p.start_time, p.home_team, p.away_team, p.home_score, p.away_score from m join catalog.past_result p
        on p.sport_id = m.sport_id and p.category = m.category and p.competition = m.name
        where p.day <= (m.start_time at time zone 'UTC')::date and p.day > (m.start_time at time zone 'UTC')::date - 366 and p.start_time < m.start_time
        order by p.day desc limit ${resultsMax}::int)
    ),
    meetings as (
      (select o.*, r.full_home, r.full_away from own_meetings o cross join lateral (
        select kind, full_home, full_away from catalog.result where match_id = o.id order by version desc limit 1) r
        where r.kind = 'result' and r.full_home is not null)
      union all
      (select null, p.start_time, p.home_team, p.away_team, p.home_score, p.away_score from m join catalog.past_result p
        on p.sport_id = m.sport_id and p.pair = m.pair
        where p.category = m.category and p.competition = m.name and p.start_time < m.start_time
        order by p.day desc limit ${meetingsMax}::int)
    ),
    names as (
      select home_team as name from m union select away_team from m union select home_team from results union select away_team from results
      union select home_team from meetings union select away_team from meetings
    )
    select m.sport_id, m.category, m.name, m.home_team, m.away_team, floor(extract(epoch from m.start_time) * 1000)::float8 as start_ms,
      m.home_corners, m.away_corners, m.home_yellows, m.away_yellows, m.home_reds, m.away_reds,
      (select json_agg(json_build_array(id, floor(extract(epoch from start_time) * 1000), home_team, away_team, full_home, full_away)) from results) as results,
      (select json_agg(json_build_array(id, floor(extract(epoch from start_time) * 1000), home_team, away_team, full_home, full_away)) from meetings) as meetings,
      (select json_object_agg(name, catalog.team_key(name)) from names) as keys
    from m`
  if (!found) return undefined
  const keyOf = (name: string): string => found.keys[name] ?? name
  const toResult = ([matchId, atMs, home, away, scored, conceded]: FoundResult): PastResult => ({
    ...{ matchId, atMs, home, away, homeKey: keyOf(home), awayKey: keyOf(away) },
    score: { home: scored, away: conceded },
  })
  return {
    sportId: found.sport_id,
    competition: { category: found.category, name: found.name },
    home: found.home_team,
    away: found.away_team,
    keys: { home: keyOf(found.home_team), away: keyOf(found.away_team) },
    startMs: found.start_ms,
    corners: scoreOf(found.home_corners, found.away_corners),
    yellows: scoreOf(found.home_yellows, found.away_yellows),
    reds: { home: found.home_reds, away: found.away_reds },
    results: (found.results ?? []).map(toResult),
    meetings: (found.meetings ?? []).map(toResult),
  }
}

const pricesMax = 2_000

/** The prices of the winner of a match while it could be bet on, the newest 2,000, and its minutes; each the oldest first. */
export async function winnerPrices(
  db: Db,
  { matchId, sportId }: { matchId: number; sportId: string },
): Promise<{ prices: WinnerPrices[]; minutes: MinuteAt[]; kickOffMs: number | undefined }> {
  const marketId = Number(mainMarket(sportId))
  const [prices, changes] = await Promise.all([
    queryRows<{ at: Date; keys: string[]; prices: number[] }>(db)`
      select at, keys, prices from (
        select no, at, state, keys, prices from catalog.price_change
        where match_id = ${matchId}::int and market_id = ${marketId}::int and line = '' order by no desc limit ${pricesMax}::int) newest
      where state = 'open' and array_position(prices, null) is null order by no`,
    queryRows<{ at: Date; minute: number | null }>(db)`
      select min(at) as at, minute from (
        select at, minute from catalog.match_change
        where match_id = ${matchId}::int and state in ('live', 'interrupted') order by no limit ${pricesMax}::int) played
      group by minute order by 1`,
  ])
  return {
    prices: prices.map(({ at, keys, prices: values }) => ({ atMs: at.getTime(), keys, prices: values })),
    minutes: changes.flatMap(({ at, minute }) => (minute === null ? [] : [{ atMs: at.getTime(), minute }])),
    kickOffMs: changes[0]?.at.getTime(),
  }
}
