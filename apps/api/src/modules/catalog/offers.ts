import { sql } from 'kysely'
import type { Score, Side } from '@nare/bets/result'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { houseSource } from './claims.ts'
import type { LinePrices } from './feeds/port.ts'
import { openLine } from './open-lines.ts'
import type { CurrentResult, MarketStateName, MatchStateName, ResultKind, Voided } from './states.ts'
import { withoutVoided } from './voids.ts'
import { progressColumns, progressIn, type ProgressColumns } from './store-progress.ts'
import { isHeld, stopsAbove, stopsWithin, withoutStopped, type LineStop } from './store-stops.ts'

/** Identifies a line: the match, the `sub_type_id` and the `special_bet_value`. */
export type LineName = { readonly matchId: number; readonly marketId: string; readonly line: string }

/**
 * A line with its prices and all facts that decide whether bets are accepted on it. `prices` are in thousandths, in the order of `keys`;
 * null means no price.
 */
export type Offer = LineName & {
  readonly matchState: MatchStateName
  /**
   * Suspended by the feed or an operator, because the feed is silent or has not confirmed its prices in time, or because the match was moved so
   * late that it will be closed before it can be over. Silence and age are checked here and not left to the feed's owner, whose process may
   * have died.
   */
  readonly suspended: boolean
  readonly startTime: Date
  /** Both sides in either order: matches with the same pair that start at nearly the same time are related. */
  readonly pair: string
  readonly score: Score | null
  /** Incremented by each suspension and each change of score, red cards or state, and by each stop of this line or above it. */
  readonly breaks: number
  readonly sportId: string
  readonly competitionId: string
  /** Whether a person has made the match and its prices. */
  readonly isByHand?: boolean
  /** The live delay of the match in seconds, if it has one of its own. */
  readonly liveDelayS?: number | null
  readonly marketState: MarketStateName
  readonly keys: readonly string[]
  readonly prices: readonly (bigint | null)[]
}

type OfferRow = ProgressColumns &
  LineStop & {
    match_id: number
    market_id: number
    line: string
    match_state: MatchStateName
    suspended: boolean
    start_time: Date
    pair: string
    breaks: number
    sport: string
    competition_id: string
    voids: Voided[] | null
    live_delay_s: number | null
    by_hand: boolean
    market_state: MarketStateName
    keys: string[]
    prices: (number | null)[]
  }

/**
 * The given lines that exist, without duplicates, in no particular order. Outcomes that the score has decided have no price, even if the
 * change of score that closes them is not committed together with their last price. Runs one statement. Lock the matches first.
 */
export async function offers(tx: Tx | Db, lines: readonly LineName[]): Promise<Offer[]> {
  const valid = lines.filter(({ marketId }) => /^\d{1,6}$/.test(marketId))
  if (valid.length === 0) return []
  const rows = await queryRows<OfferRow>(tx)`
    select distinct on (k.match_id, k.market_id, k.line) k.match_id, k.market_id, k.line, m.state as match_state,
      m.suspended or ${isHeld} or coalesce(catalog.is_silent(f.beat_at, m.state), false)
        or coalesce(m.price_until < platform.real_now(), false) or (m.due_start < m.start_time and exists (
          select from catalog.sport s where s.id = m.sport_id and m.start_time + s.shortest > m.due_start + s.undecided_after)) as suspended, m.start_time, m.sport_id || '|' || m.pair as pair,
      ${progressColumns}, (m.breaks + above.version + within.version)::int as breaks, m.sport_id as sport, m.competition_id,
      m.voids, m.live_delay_s, m.source = ${houseSource} as by_hand, within.stopped, within.stopped_keys, k.state as market_state, k.keys, k.prices
    from unnest(${valid.map((one) => one.matchId)}::int[], ${valid.map((one) => Number(one.marketId))}::int[],
        ${valid.map((one) => one.line)}::text[]) as requested (match_id, market_id, line)
      join catalog.market k using (match_id, market_id, line)
      join catalog.match m on m.id = k.match_id
      left join catalog.feed f on f.source = m.driven_by
      ${stopsAbove} ${stopsWithin}
    order by k.match_id, k.market_id, k.line`
  return rows.map(toOffer)
}

function toOffer(row: OfferRow): Offer {
  const { home_score: home, away_score: away } = row
  const stored = {
    marketId: String(row.market_id),
    line: row.line,
    state: row.market_state,
    keys: row.keys,
    prices: row.prices.map((one) => (one === null ? null : BigInt(one))),
  }
  const open = withoutVoided(openLine(stored, progressIn(row)), row.voids)
  const { state, ...line } = withoutStopped<bigint, LinePrices>(open, row)
  return {
    ...line,
    ...{ matchId: row.match_id, matchState: row.match_state, suspended: row.suspended, startTime: row.start_time },
    ...{ pair: row.pair, breaks: row.breaks, sportId: row.sport, competitionId: row.competition_id },
    ...{ isByHand: row.by_hand, liveDelayS: row.live_delay_s, marketState: state },
    score: home === null || away === null ? null : { home, away },
  }
}

/**
 * Match details for a receipt, as the API returns them. `result` is the current or final score with the half-time score, "2:1 (1:0)", or
 * null.
 */
export type LegFacts = {
  readonly home_team: string
  readonly away_team: string
  readonly competition_name: string
  readonly category: string
  readonly sport_id: string
  readonly start_time: string
  readonly game_id: string
  readonly state: MatchStateName
  readonly result: string | null
  readonly minute: number | null
  /** "2:1", the current or final score. */
  readonly score: string | null
}

type FactRow = {
  id: number
  home_team: string
  away_team: string
  competition_name: string
  category: string
  sport_id: string
  start_time: Date
  game_id: number
  state: MatchStateName
  minute: number | null
  home_score: number | null
  away_score: number | null
  half_home: number | null
  half_away: number | null
}

/** Receipt details by match id; unknown ids are omitted. */
export async function legFacts(db: Db | Tx, matchIds: readonly number[]): Promise<Map<number, LegFacts>> {
  if (matchIds.length === 0) return new Map()
  const rows = await queryRows<FactRow>(db)`
    select m.id, m.home_team, m.away_team, c.name as competition_name, c.category, m.sport_id, m.start_time, m.game_id, m.state,
      m.minute, m.home_score, m.away_score, m.half_home, m.half_away
    from catalog.match m join catalog.competition c on c.id = m.competition_id
    where m.id = any(${matchIds}::int[])`
  return new Map(
    rows.map((row) => {
      const { id, start_time, game_id, home_score, away_score, half_home, half_away, ...rest } = row
      const half = half_home === null ? '' : ` (${half_home}:${half_away})`
      const score = home_score === null ? null : `${home_score}:${away_score}`
      const result = score === null ? null : `${score}${half}`
      return [id, { ...rest, start_time: start_time.toISOString(), game_id: String(game_id), result, score }]
    }),
  )
}

/** The given matches that have a result and whose newest result is older than `before`. */
export async function resultedBefore(
  db: Db | Tx,
  { matchIds, before }: { matchIds: readonly number[]; before: Date },
): Promise<Set<number>> {
  if (matchIds.length === 0) return new Set()
  const rows = await queryRows<{ id: number }>(db)`
    select m.id from catalog.match m where m.id = any(${matchIds}::int[]) and m.resulted
      and not exists (select from catalog.result r where r.match_id = m.id and r.at >= ${before}::timestamptz)`
  return new Set(rows.map((row) => row.id))
}

export type ResultRow = {
  version: number
  kind: ResultKind
  certainty: 1 | 2
  half_home: number | null
  half_away: number | null
  full_home: number | null
  full_away: number | null
  goals: Side[] | null
  periods: Score[] | null
  home_corners: number | null
  away_corners: number | null
  home_cards: number | null
  away_cards: number | null
  voids: Voided[] | null
}

/** The columns of a `ResultRow`, of a result `r`. */
export const resultColumns = sql`r.version, r.kind, r.certainty, r.half_home, r.half_away, r.full_home, r.full_away, r.goals, r.periods,
  r.home_corners, r.away_corners, r.home_cards, r.away_cards, r.voids`

/** The newest result of a match; undefined before the first. */
export async function resultOf(tx: Tx | Db, matchId: number): Promise<CurrentResult | undefined> {
  const row = await queryRow<ResultRow>(tx)`
    select ${resultColumns} from catalog.result r where match_id = ${matchId}::int order by version desc limit 1`
  return row && currentResult(row)
}

/** The newest result of each of these matches that has one. `certainty` is 2 if a second report has confirmed the result. */
export async function resultsOf(db: Db | Tx, matchIds: readonly number[]): Promise<Map<number, CurrentResult>> {
  const rows = await queryRows<ResultRow & { match_id: number }>(db)`
    select distinct on (r.match_id) r.match_id, r.version, r.kind, r.half_home, r.half_away, r.full_home, r.full_away, r.goals,
      r.periods, r.home_corners, r.away_corners, r.home_cards, r.away_cards, r.voids, case when exists (
        select from catalog.result_confirmation c where c.match_id = r.match_id and c.version = r.version) then 2 else r.certainty end as certainty
    from catalog.result r where r.match_id = any(${matchIds}::int[]) order by r.match_id, r.version desc`
  return new Map(rows.map((row) => [row.match_id, currentResult(row)]))
}

export const scoreOf = (home: number | null, away: number | null): Score | undefined =>
  home === null ? undefined : { home, away: away ?? 0 }

/** A stored result as it counts. */
export function currentResult(row: ResultRow): CurrentResult {
  const half = scoreOf(row.half_home, row.half_away)
  const full = scoreOf(row.full_home, row.full_away)
  const corners = scoreOf(row.home_corners, row.away_corners)
  const cards = scoreOf(row.home_cards, row.away_cards)
  return {
    version: row.version,
    kind: row.kind,
    certainty: row.certainty,
    result: {
      ...(half && { halfTime: half }),
      ...(full && { fullTime: full }),
      ...(row.goals && { goals: row.goals }),
      ...(row.periods && { periods: row.periods }),
      ...(corners && { corners }),
      ...(cards && { cards }),
      finished: row.kind === 'result',
    },
    ...(row.voids && { voids: row.voids }),
  }
}

/**
 * The times of a match that decide whether legs on it are void. `startTime` is the start that is known last; `overAt` is the earliest time at
 * which the match can be over: after the shortest duration of its sport, or when play went on after a postponement or interruption. A leg sold
 * with an earlier kick-off is void if `overAt` is more than `windowMs` after it, unless the move was announced more than `noticeMs` before that
 * kick-off.
 */
export type MatchSchedule = {
  readonly startTime: Date
  readonly overAt: Date
  readonly windowMs: number
  readonly noticeMs: number
  readonly announcedAt: Date | undefined
}

type ScheduleRow = {
  readonly id: number
  readonly start_time: Date
  readonly resumed_at: Date | null
  readonly moved_at: Date | null
  readonly window_ms: number
  readonly shortest_ms: number
  readonly notice_ms: number
}

/**
 * The schedules of those of these matches whose kick-off was moved, or that were resumed. The others are played as first announced. With
 * `endedAt` as if those that were postponed, interrupted or abandoned were ended then.
 */
export async function schedulesOf(
  on: Db | Tx,
  matchIds: readonly number[],
  { endedAt }: { endedAt?: Date } = {},
): Promise<Map<number, MatchSchedule>> {
  const rows = await queryRows<ScheduleRow>(on)`
    select m.id, m.start_time, r.at as resumed_at, m.moved_at, (extract(epoch from s.undecided_after) * 1000)::float8 as window_ms,
      (extract(epoch from s.shortest) * 1000)::float8 as shortest_ms,
      (extract(epoch from s.move_notice) * 1000)::float8 as notice_ms
    from catalog.match m join catalog.sport s on s.id = m.sport_id
      cross join lateral (select case when ${endedAt ?? null}::timestamptz is not null and m.state in ('postponed', 'interrupted', 'abandoned')
        then ${endedAt ?? null}::timestamptz else m.resumed_at end as at) r
    where m.id = any(${matchIds}::int[]) and coalesce(m.moved_at, r.at) is not null`
  return new Map(rows.map((row) => [row.id, scheduleIn(row)]))
}

function scheduleIn(row: ScheduleRow): MatchSchedule {
  const { start_time: startTime, resumed_at: resumedAt, moved_at: movedAt } = row
  const wasResumed = resumedAt !== null && resumedAt > startTime
  return {
    startTime,
    overAt: wasResumed ? resumedAt : new Date(startTime.getTime() + row.shortest_ms),
    windowMs: row.window_ms,
    noticeMs: row.notice_ms,
    announcedAt: wasResumed ? undefined : (movedAt ?? undefined),
  }
}
