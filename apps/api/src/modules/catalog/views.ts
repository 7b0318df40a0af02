import { sql } from 'kysely'
import type { SuspensionReason } from '@nare/bets/grading/events'
import { display, marketsOfSport, marketTitle } from '@nare/bets/markets/markets'
import type { Score } from '@nare/bets/result'
import { sportOf, sports } from '@nare/bets/markets/sports'
import type { MarketView, MatchView } from '@nare/contract/catalog'
import { priceText } from '@nare/contract/shapes'
import { price } from '@nare/money/money'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { MarketStateName, MatchStateName } from './states.ts'
import { outcomeId } from './outcome-ids.ts'
import { isHeld, lineStopIn, stopsAbove, stopsOfMatch, withoutStopped, type StopRow } from './store-stops.ts'

type Row = {
  id: number
  parent_match_id: string
  game_id: number
  sport_id: string
  competition_id: string
  competition_name: string
  category: string
  start_time: Date
  past: boolean
  state: MatchStateName
  minute: number | null
  added: number | null
  periods: Score[] | null
  at_half_time: boolean
  home_score: number | null
  away_score: number | null
  home_reds: number
  away_reds: number
  suspended: SuspensionReason | null
  home_team: string
  away_team: string
  stopped: boolean
  lines: LineJson[] | null
  stops: StopRow[] | null
  side_bets: number
  stamp: string
}
type LineJson = [market: number, line: string, state: MarketStateName, keys: string[], prices: (number | null)[]]

/**
 * Which lines a view contains: those of one market (by default the sport's main market), or all lines. `also` adds one line of each further
 * market: the total of 2.5, else the most even line.
 */
export type ViewOptions = {
  readonly market?: string | undefined
  readonly also?: readonly string[]
  readonly all?: boolean
}

/** Quarters, halves, sets or innings as the API returns them: "6:4". */
export function periodTexts(periods: readonly Score[]): string[] {
  return periods.map(({ home, away }) => `${home}:${away}`)
}

/** Whether a match is in the break between its halves. The clock stops at 45 and the half-time score is known. */
export const halfTime = sql`(m.state = 'live' and m.minute = 45 and m.half_home is not null)`

/** Why a match `m`, joined with `stopsAbove`, accepts no bets now; null if it accepts bets or is over. */
export const suspendedFor = sql<SuspensionReason | null>`case when m.state in ('ended', 'abandoned', 'cancelled') then null
  when ${isHeld} then 'operator' when m.suspended then coalesce(m.suspended_for, 'other') when m.state = 'interrupted' then 'interrupted' end`

/** The main market of a sport: the winner or 1X2. */
export function mainMarket(sportId: string): string {
  const sport = sportOf(sportId)
  return (sport && marketsOfSport(sport)[0]?.id) ?? '1'
}

const mainMarkets = sports.map(({ id }) => Number(mainMarket(id)))

/** Matches by id, as the API returns them. `options` selects the lines. Runs one statement. */
export async function matchViews(
  db: Db | Tx,
  matchIds: readonly number[],
  options: ViewOptions = {},
): Promise<Map<number, MatchView>> {
  const read = await stampedViews(db, matchIds, options)
  return new Map([...read].map(([id, { view }]) => [id, view]))
}

/** A view with a text that differs for every state of the match and its lines, and once its start has passed. */
export type StampedView = { readonly view: MatchView; readonly stamp: string }

/** Like `matchViews`. Of the views in `before` only those that have changed are read; they must have the same options. */
export async function stampedViews(
  db: Db | Tx,
  matchIds: readonly number[],
  options: ViewOptions,
  before: ReadonlyMap<number, StampedView> = new Map(),
): Promise<Map<number, StampedView>> {
  if (matchIds.length === 0) return new Map()
  const marketIds = [options.market ?? '', ...(options.also ?? [])].filter((id) => /^\d{1,6}$/.test(id)).map(Number)
  const rows = await queryRows<Row>(db)`
    select m.id, m.parent_match_id, m.game_id, m.sport_id, m.competition_id, c.name as competition_name, c.category, m.start_time,
      m.start_time <= t.now as past, m.state, m.minute, m.added, m.periods, ${halfTime} as at_half_time, m.home_score, m.away_score, m.home_reds, m.away_reds,
      m.home_team, m.away_team, ${suspendedFor} as suspended, m.suspended or ${isHeld} as stopped, within.stops, k.lines, k.side_bets::int, k.stamp
    from (select platform.now() as now) t, unnest(${matchIds}::int[], ${matchIds.map((id) => before.get(id)?.stamp ?? '')}::text[]) known (id, stamp)
      join catalog.match m on m.id = known.id
      join catalog.competition c on c.id = m.competition_id
      ${stopsAbove} ${stopsOfMatch}
      cross join lateral (
        select
          json_agg(json_build_array(market_id, line, state, keys, prices) order by market_id, line)
            filter (where ${options.all === true}::boolean or market_id = any(${marketIds}::int[]) or market_id = any(${mainMarkets}::int[])) as lines,
          (count(distinct market_id) filter (where state <> 'closed' and market_id <> all(${mainMarkets}::int[]))) as side_bets,
          concat_ws('.', m.xmin, sum(version), above.version + within.version, m.start_time <= t.now) as stamp
        from catalog.market where match_id = m.id
      ) k
    where k.stamp <> known.stamp`
  const found = new Map(rows.map((row) => [row.id, { view: toView(row, options), stamp: row.stamp }]))
  for (const id of matchIds) {
    const same = found.has(id) ? undefined : before.get(id)
    if (same) found.set(id, same)
  }
  return found
}

function toView(row: Row, { market, also = [], all }: ViewOptions): MatchView {
  const main = mainMarket(row.sport_id)
  const lines = (row.lines ?? []).map((line) => unstopped(line, row.stops))
  const first = market ?? main
  const others = also.filter((id) => id !== first).flatMap((id) => mainLine(lines, id))
  const shown = all ? lines : [...lines.filter(([id]) => String(id) === first), ...others]
  const winner = lines.find(([id]) => String(id) === main)
  const odd = (key: string) => (winner ? textOf(winner[4][winner[3].indexOf(key)]) : null)
  return {
    match_id: String(row.id),
    parent_match_id: row.parent_match_id,
    game_id: String(row.game_id),
    sport_id: row.sport_id,
    competition_id: row.competition_id,
    competition_name: row.competition_name,
    category: row.category,
    start_time: row.start_time.toISOString(),
    state: row.state,
    ...(row.minute !== null && { minute: row.minute }),
    ...(row.added !== null && { added: row.added }),
    ...(row.at_half_time && { at_half_time: true }),
    ...(row.home_score !== null && { home_score: row.home_score }),
    ...(row.away_score !== null && { away_score: row.away_score }),
    ...(row.periods && { periods: periodTexts(row.periods) }),
    ...(row.home_reds > 0 && { home_reds: row.home_reds }),
    ...(row.away_reds > 0 && { away_reds: row.away_reds }),
    ...(row.suspended && { suspended: row.suspended }),
    home_team: row.home_team,
    away_team: row.away_team,
    home_odd: odd('home_team'),
    neutral_odd: odd('draw'),
    away_odd: odd('away_team'),
    side_bets: row.side_bets,
    odds: inOrder(row.sport_id, shown).map((line) => marketView(row, line)),
  }
}

/** The line without what operators have stopped of it. */
function unstopped(given: LineJson, stops: readonly StopRow[] | null): LineJson {
  if (!stops) return given
  const [market, line, state, keys, prices] = given
  const left = withoutStopped<number, Line>({ state, keys, prices }, lineStopIn(stops, market, line))
  return [market, line, left.state, keys, [...left.prices]]
}

type Line = { state: MarketStateName; keys: readonly string[]; prices: readonly (number | null)[] }

const usualLine = 'over 2.5'
/** Prices further apart than this, as 1.20 and 4.80, say nothing any more. */
const gapMax = 4

/** The line of a market that a list shows: the total of 2.5 while it is open and its prices are not far apart, else the open line with the most even prices, else the first. */
function mainLine(lines: readonly LineJson[], marketId: string): LineJson[] {
  const all = lines.filter(([id]) => String(id) === marketId)
  const open = all.filter(([, , state]) => state !== 'closed')
  const usual = open.find((line) => line[3].includes(usualLine) && gap(line) <= gapMax)
  const shown =
    usual ?? open.reduce<LineJson | undefined>((best, line) => (best && gap(best) <= gap(line) ? best : line), all[0])
  return shown ? [shown] : []
}

/** How far apart the prices of a line are: 1 for equal ones; closed lines and lines without prices come last. */
function gap([, , state, , prices]: LineJson): number {
  const known = prices.filter((one) => one !== null)
  return state === 'closed' || known.length < 2 ? Infinity : Math.max(...known) / Math.min(...known)
}

const placesOfMarkets = new Map(
  sports.map(({ id: sportId, key }) => [
    sportId,
    new Map(marketsOfSport(key).map(({ id }, place) => [Number(id), place])),
  ]),
)

/** Display order: markets in the catalogue's order, lines by number. */
function inOrder(sportId: string, lines: readonly LineJson[]): LineJson[] {
  if (lines.length < 2) return [...lines]
  const order = placesOfMarkets.get(sportId)
  const place = ([id]: LineJson) => order?.get(id) ?? 1000 + id
  return lines.toSorted((a, b) => place(a) - place(b) || Number(a[1]) - Number(b[1]) || (a[1] < b[1] ? -1 : 1))
}

function marketView(row: Row, [market, line, state, keys, prices]: LineJson): MarketView {
  const id = String(market)
  return {
    sub_type_id: id,
    name: marketTitle(id, line),
    special_bet_value: line,
    state: stateOfLine(row, state),
    odds: keys.map((key, at) => ({
      odd_key: key,
      display: display(id, key),
      odd_value: textOf(prices[at]),
      outcome_id: outcomeId(id, key, line),
    })),
  }
}

type Availability = { readonly state: MatchStateName; readonly stopped: boolean; readonly past: boolean }

/** The state of a line given the state of its match: an open line is suspended while the match accepts no bets. */
export function stateOfLine({ state, stopped, past }: Availability, line: MarketStateName): MarketStateName {
  if (state === 'ended' || state === 'abandoned' || state === 'cancelled') return 'closed'
  const acceptsBets = !stopped && (state === 'live' || (state === 'not_started' && !past))
  return line === 'open' && !acceptsBets ? 'suspended' : line
}

export function textOf(thousandths: number | null | undefined): string | null {
  return typeof thousandths === 'number' ? priceText(price(BigInt(thousandths))) : null
}
