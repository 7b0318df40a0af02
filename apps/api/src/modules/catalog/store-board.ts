import { sql, type RawBuilder } from 'kysely'
import type { MatchNow } from '@nare/bets/risk/match-book'
import type { SuspensionReason } from '@nare/bets/grading/events'
import type { Sport } from '@nare/bets/markets/markets'
import { cardsOf, type Score, type Side } from '@nare/bets/result'
import { sportOf, sports } from '@nare/bets/markets/sports'
import { queryRows, type Db, type Tx } from '#platform/db'
import { houseSource } from './claims.ts'
import { currentResult, resultColumns, type ResultRow } from './offers.ts'
import { isHeld, stopsAbove, stopsWithin, withoutStopped, type LineStop } from './store-stops.ts'
import type { MarketStateName, MatchStateName } from './states.ts'
import { halfTime, mainMarket, stateOfLine, suspendedFor } from './views.ts'

/** The line that lists show: its prices in thousandths in the order of `keys`, null for none. */
export type MainLine = {
  readonly marketId: string
  readonly line: string
  readonly state: MarketStateName
  readonly keys: readonly string[]
  readonly prices: readonly (number | null)[]
  readonly at: Date
}

/**
 * A match as the house trades it. `now` is what is decided of it; `source` is the feed that drives it; `byHand`: a person has
 * stopped it or something of it, or set a price; `held`: a person has stopped the match itself. */
export type TradedMatch = {
  readonly id: number
  readonly gameId: number
  readonly sport: Sport
  readonly sportId: string
  readonly competitionId: string
  readonly competition: string
  readonly home: string
  readonly away: string
  readonly startTime: Date
  readonly state: MatchStateName
  readonly minute: number | null
  readonly added: number | null
  readonly atHalfTime: boolean
  readonly score: Score | null
  readonly halfTime: Score | null
  readonly suspended: SuspensionReason | null
  readonly byHand: boolean
  /** Whether a person has made the match and its prices. */
  readonly isMadeByHand: boolean
  readonly held: boolean
  readonly resulted: boolean
  readonly source: string
  readonly now: MatchNow
  readonly main: MainLine | undefined
}

type Row = Omit<TradedMatch, 'sport' | 'score' | 'halfTime' | 'now' | 'main'> &
  LineStop & {
    readonly match_stopped: boolean
    readonly past: boolean
    readonly home_score: number | null
    readonly away_score: number | null
    readonly half_home: number | null
    readonly half_away: number | null
    readonly goals: Side[]
    readonly home_reds: number
    readonly away_reds: number
    readonly home_corners: number | null
    readonly away_corners: number | null
    readonly home_yellows: number | null
    readonly away_yellows: number | null
    readonly periods: Score[] | null
    readonly result: ResultRow | null
    readonly market: number | null
    readonly line: string
    readonly line_state: MarketStateName
    readonly keys: string[]
    readonly prices: (number | null)[]
    readonly at: Date
  }

/** Whether a person has stopped a match `m` or something of it, or set a price of it. */
const isSetByHand = sql<boolean>`(${isHeld} or exists (select from catalog.market_stop s where s.match_id = m.id and s.stopped)
  or exists (select from catalog.market h where h.match_id = m.id and h.hand is not null))`

const mainOf = sql.join(
  sports.map(({ id }) => sql`(${id}::text, ${Number(mainMarket(id))}::int)`),
  sql`, `,
)

/** These matches; unknown ids are left out. One statement. */
export async function tradedMatches(on: Db | Tx, matchIds: readonly number[]): Promise<TradedMatch[]> {
  if (matchIds.length === 0) return []
  const rows = await queryRows<Row>(on)`
    select m.id, m.game_id as "gameId", m.sport_id as "sportId", m.competition_id as "competitionId", c.name as competition,
      m.home_team as home, m.away_team as away, m.start_time as "startTime", m.state, m.minute, m.added, ${halfTime} as "atHalfTime",
      m.home_score, m.away_score, m.half_home, m.half_away, m.goals, m.home_reds, m.away_reds, m.home_corners, m.away_corners,
      m.home_yellows, m.away_yellows, m.periods, ${suspendedFor} as suspended, ${isSetByHand} as "byHand", m.source = ${houseSource} as "isMadeByHand", m.held, m.suspended or ${isHeld} as match_stopped,
      m.start_time <= t.now as past, m.resulted, m.driven_by as source, r.result,
      k.market_id as market, k.line, k.state as line_state, k.keys, k.prices, k.at, within.stopped, within.stopped_keys
    from (select platform.now() as now) t, unnest(${matchIds}::int[]) i (id)
      join catalog.match m on m.id = i.id
      join catalog.competition c on c.id = m.competition_id
      ${stopsAbove}
      left join (values ${mainOf}) main (sport, market) on main.sport = m.sport_id
      left join lateral (
        select match_id, market_id, line, state, keys, prices, at from catalog.market where match_id = m.id and market_id = main.market
        order by line limit 1) k on true
      ${stopsWithin}
      left join lateral (
        select to_json(r) as result from (
          select ${resultColumns} from catalog.result r where m.resulted and r.match_id = m.id order by r.version desc limit 1) r) r on true`
  return rows.flatMap((row) => {
    const sport = sportOf(row.sportId)
    return sport ? [tradedMatch(row, sport)] : []
  })
}

function tradedMatch(row: Row, sport: Sport): TradedMatch {
  const { id, gameId, sportId, competitionId, competition, home, away, startTime, state, minute, added } = row
  const { atHalfTime, suspended, byHand, isMadeByHand, held, resulted, source } = row
  return {
    ...{ id, gameId, sport, sportId, competitionId, competition, home, away, startTime, state, minute, added },
    ...{ atHalfTime, suspended, byHand, isMadeByHand, held, resulted, source },
    score: scoreOf(row.home_score, row.away_score) ?? null,
    halfTime: scoreOf(row.half_home, row.half_away) ?? null,
    now: row.result ? resultNow(row.result) : soFar(row),
    main:
      row.market === null
        ? undefined
        : {
            ...{ marketId: String(row.market), line: row.line, keys: row.keys, at: row.at },
            ...asOffered(row),
          },
  }
}

type StoredLine = LineStop & {
  readonly state: MatchStateName
  readonly match_stopped: boolean
  readonly past: boolean
  readonly line_state: MarketStateName
  readonly keys: readonly string[]
  readonly prices: readonly (number | null)[]
}

/** The state and the prices of a line as bettors meet them. */
function asOffered({ state, match_stopped: stopped, past, line_state, keys, prices, ...stop }: StoredLine) {
  type Line = Pick<MainLine, 'state' | 'keys' | 'prices'>
  const line = withoutStopped<number, Line>({ state: line_state, keys, prices }, stop)
  return { state: stateOfLine({ state, stopped, past }, line.state), prices: line.prices }
}

/** A result that is not settled yet: a cancelled match has no facts, by which everything is void. */
function resultNow(row: ResultRow): MatchNow {
  const { kind, result } = currentResult(row)
  return kind === 'cancelled' ? { finished: true } : { ...result, finished: true }
}

function soFar(row: Row): MatchNow {
  const fullTime = scoreOf(row.home_score, row.away_score)
  const half = scoreOf(row.half_home, row.half_away)
  const corners = scoreOf(row.home_corners, row.away_corners)
  const yellows = scoreOf(row.home_yellows, row.away_yellows)
  const areAllGoals = fullTime !== undefined && row.goals.length === fullTime.home + fullTime.away
  return {
    ...(fullTime && { fullTime }),
    ...(half && { halfTime: half }),
    ...(areAllGoals && { goals: row.goals }),
    ...(corners && { corners }),
    ...(yellows && { cards: cardsOf({ yellows, reds: { home: row.home_reds, away: row.away_reds } }) }),
    ...(row.periods && { periods: row.periods }),
    finished: false,
    isFirstHalf: !half,
  }
}

const scoreOf = (home: number | null, away: number | null): Score | undefined =>
  home === null || away === null ? undefined : { home, away }

/** The sports of these matches. */
export async function sportsOf(on: Db | Tx, matchIds: readonly number[]): Promise<Map<number, Sport>> {
  const rows = await queryRows<{ id: number; sport: string }>(on)`
    select id, sport_id as sport from catalog.match where id = any(${matchIds}::int[])`
  return new Map(rows.flatMap(({ id, sport: sportId }) => pairOf(id, sportOf(sportId))))
}

const pairOf = (id: number, sport: Sport | undefined): [number, Sport][] => (sport ? [[id, sport]] : [])

const unresolvedMax = 50_000

/** The matches without a result, the first to start first, at most 50,000. */
export async function unresolvedMatches(on: Db | Tx): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(on)`
    select id from catalog.match where not resulted order by start_time, id limit ${unresolvedMax}::int`
  return rows.map(({ id }) => id)
}

/** A line of a match: its prices in thousandths in the order of `keys`, and those by hand, null for an outcome that is taken off. */
export type TradedLine = MainLine & {
  readonly source: string
  readonly hand: Readonly<Record<string, { readonly price: number | null }>> | null
}

/** All lines of a match, also closed ones. */
export async function linesOfMatch(on: Db | Tx, matchId: number): Promise<TradedLine[]> {
  const lineState: RawBuilder<unknown> = sql`m.state, m.suspended or ${isHeld} as match_stopped, m.start_time <= platform.now() as past`
  type LineRow = Omit<TradedLine, 'marketId' | 'state'> & StoredLine & { market: number }
  const rows = await queryRows<LineRow>(on)`
    select k.market_id as market, k.line, k.state as line_state, k.keys, k.prices, k.hand, k.at, k.source, within.stopped, within.stopped_keys, ${lineState}
    from catalog.market k join catalog.match m on m.id = k.match_id ${stopsAbove} ${stopsWithin} where k.match_id = ${matchId}::int order by k.market_id, k.line`
  return rows.map((row) => ({
    ...{
      marketId: String(row.market),
      line: row.line,
      keys: row.keys,
      hand: row.hand,
      at: row.at,
      source: row.source,
    },
    ...asOffered(row),
  }))
}

/** A price that an outcome had from a moment on, in thousandths; null while it had none or its line was not open. */
export type PricePoint = { readonly at: Date; readonly price: number | null }

const pointsMax = 2_000

/** The prices of an outcome, oldest first, the newest 2,000. */
export function pricesOf(
  on: Db | Tx,
  { matchId, marketId, line, oddKey }: { matchId: number; marketId: string; line: string; oddKey: string },
): Promise<PricePoint[]> {
  return queryRows<PricePoint>(on)`
    select at, case when state = 'open' then prices[array_position(keys, ${oddKey}::text)] end as price from (
      select no, at, state, keys, prices from catalog.price_change
      where match_id = ${matchId}::int and market_id = ${Number(marketId)}::int and line = ${line}::text
      order by no desc limit ${pointsMax}::int) newest
    order by no`
}
