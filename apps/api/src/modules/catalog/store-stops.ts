import { sql, type RawBuilder } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { MarketStateName } from './states.ts'

/** The level of a stop above matches, and what it is about: a sport's or a competition's id; '' for all live matches. */
export type HighStop = { readonly level: 'live' | 'sport' | 'competition'; readonly id: string }

/** Every line of a market, and every outcome of a line. */
export const anyPart = '*'

/** What a stop within a match is about: a market, a line of it, or an outcome of a line. */
export type MarketStop = {
  readonly matchId: number
  readonly marketId: number
  readonly line: string
  readonly oddKey: string
}

/**
 * The stops above a match `m`, joined to it as `above`: whether it is stopped, and the sum of their versions. It grows with every stop and its
 * end, so whatever is published about a match adds it to the match's own version.
 */
export const stopsAbove = sql`
  left join catalog.stop live_stop on live_stop.level = 'live' and live_stop.id = ''
  left join catalog.stop sport_stop on sport_stop.level = 'sport' and sport_stop.id = m.sport_id
  left join catalog.stop league_stop on league_stop.level = 'competition' and league_stop.id = m.competition_id
  cross join lateral (
    select coalesce(live_stop.stopped and m.state in ('live', 'interrupted'), false)
        or coalesce(sport_stop.stopped, false) or coalesce(league_stop.stopped, false) as stopped,
      (coalesce(live_stop.version, 0) + coalesce(sport_stop.version, 0) + coalesce(league_stop.version, 0))::bigint as version) above`

/** Whether operators have stopped a match `m` that is joined with `stopsAbove`, itself or all of a level. */
export const isHeld = sql<boolean>`(m.held or above.stopped)`

/** The stops of a line `k`, joined to it as `within`: whether it is stopped, which of its outcomes are, and the sum of their versions. */
export const stopsWithin = sql`cross join lateral (
  select coalesce(bool_or(s.stopped and s.odd_key = '*'), false) as stopped,
    coalesce(array_agg(s.odd_key) filter (where s.stopped and s.odd_key <> '*'), '{}') as stopped_keys,
    coalesce(sum(s.version), 0)::bigint as version
  from catalog.market_stop s where s.match_id = k.match_id and s.market_id = k.market_id and s.line in ('*', k.line)) within`

/** The stops within a match `m`, joined to it as `within`: rows for `lineStopIn`, and the sum of their versions. */
export const stopsOfMatch = sql`cross join lateral (
  select json_agg(json_build_array(s.market_id, s.line, s.odd_key)) filter (where s.stopped) as stops,
    coalesce(sum(s.version), 0)::bigint as version
  from catalog.market_stop s where s.match_id = m.id) within`

export type StopRow = readonly [marketId: number, line: string, oddKey: string]

/** What of a line is stopped: all of it, or these outcomes. */
export type LineStop = { readonly stopped: boolean; readonly stopped_keys: readonly string[] }

const nothing: LineStop = { stopped: false, stopped_keys: [] }

/** What of a line the stops of its match stop. */
export function lineStopIn(stops: readonly StopRow[] | null, marketId: number, line: string): LineStop {
  const own = stops?.filter(([market, of]) => market === marketId && (of === anyPart || of === line)) ?? []
  if (own.length === 0) return nothing
  const keys = own.map(([, , key]) => key)
  return { stopped: keys.includes(anyPart), stopped_keys: keys.filter((key) => key !== anyPart) }
}

type Line<P> = {
  readonly state: MarketStateName
  readonly keys: readonly string[]
  readonly prices: readonly (P | null)[]
}

/**
 * A line as bettors meet it: without the prices of stopped outcomes, and suspended if all of it is stopped or no price is left. A closed line
 * stays closed. The same object if nothing is stopped.
 */
export function withoutStopped<P, L extends Line<P>>(line: L, { stopped, stopped_keys }: LineStop): L {
  if (!stopped && stopped_keys.length === 0) return line
  const prices = line.prices.map((at, n) => (stopped_keys.includes(line.keys[n] ?? '') ? null : at))
  const isEmpty = prices.every((at) => at === null)
  return { ...line, prices, state: line.state === 'open' && (stopped || isEmpty) ? 'suspended' : line.state }
}

type Flag = { readonly stopped: boolean; readonly by: string; readonly at: Date }

/** Sets the flag of a level. Returns whether that changes anything; undefined if there is no such sport or competition. */
export async function setHighStop(
  tx: Tx,
  { level, id }: HighStop,
  { stopped, by, at }: Flag,
): Promise<boolean | undefined> {
  const known = {
    live: sql`select true as known`,
    sport: sql`select exists (select from catalog.sport where id = ${id}) as known`,
    competition: sql`select exists (select from catalog.competition where id = ${id}) as known`,
  }[level]
  const rows = await queryRows<{ known: boolean; changed: boolean }>(tx)`
    with part as (${known}),
    changed as (
      insert into catalog.stop as s (level, id, stopped, author, at)
      select ${level}, ${id}, true, ${by}, ${at}::timestamptz from part where known and ${stopped}::boolean
      on conflict (level, id) do update set stopped = true, version = s.version + 1, author = excluded.author, at = excluded.at
        where not s.stopped
      returning 1
    ),
    lifted as (
      update catalog.stop set stopped = false, version = version + 1, author = ${by}, at = ${at}::timestamptz
      where level = ${level} and id = ${id} and stopped and not ${stopped}::boolean
      returning 1
    )
    select known, exists (select from changed) or exists (select from lifted) as changed from part`
  const [row] = rows
  return row?.known ? row.changed : undefined
}

/** Sets the flag of a market, line or outcome of a locked match. Returns whether that changes anything. */
export async function setMarketStop(tx: Tx, of: MarketStop, { stopped, by, at }: Flag): Promise<boolean> {
  const { matchId, marketId, line, oddKey } = of
  const rows = await queryRows(tx)`
    with changed as (
      insert into catalog.market_stop as s (match_id, market_id, line, odd_key, stopped, author, at)
      select ${matchId}::int, ${marketId}::int, ${line}, ${oddKey}, true, ${by}, ${at}::timestamptz where ${stopped}::boolean
      on conflict (match_id, market_id, line, odd_key) do update
        set stopped = true, version = s.version + 1, author = excluded.author, at = excluded.at
        where not s.stopped
      returning 1
    ),
    lifted as (
      update catalog.market_stop set stopped = false, version = version + 1, author = ${by}, at = ${at}::timestamptz
      where match_id = ${matchId}::int and market_id = ${marketId}::int and line = ${line} and odd_key = ${oddKey}
        and stopped and not ${stopped}::boolean
      returning 1
    )
    select from changed union all select from lifted`
  return rows.length > 0
}

/** The matches below a level that bets can be placed on now or later: `m` of `catalog.match`. */
export function belowLevel({ level, id }: HighStop): RawBuilder<boolean> {
  if (level === 'live') return sql<boolean>`m.state in ('live', 'interrupted')`
  return level === 'sport' ? sql<boolean>`m.sport_id = ${id}` : sql<boolean>`m.competition_id = ${id}`
}

/** The unfinished matches below a level, those that are played now and next first. */
export function matchesBelow(tx: Tx, of: HighStop): Promise<{ id: number; sport_id: string }[]> {
  return queryRows<{ id: number; sport_id: string }>(tx)`
    select m.id, m.sport_id from catalog.match m
    where m.state in ('not_started', 'live', 'interrupted', 'postponed') and ${belowLevel(of)}
    order by m.state = 'not_started', m.start_time, m.id`
}

/** A stop that operators have set, with its author. */
export type SetStop = {
  readonly level: HighStop['level'] | 'match' | 'market'
  readonly id: string
  readonly line: string | null
  readonly oddKey: string | null
  readonly by: string | null
  readonly since: Date | null
}

/** What is stopped that concerns a match, from all live matches down to an outcome. */
export function stopsOn(tx: Db | Tx, matchId: number): Promise<SetStop[]> {
  return queryRows<SetStop>(tx)`
    select s.level, s.id, null as line, null as "oddKey", s.author as by, s.at as since
    from catalog.match m join catalog.stop s on (s.level, s.id) in (('live', ''), ('sport', m.sport_id), ('competition', m.competition_id))
    where m.id = ${matchId}::int and s.stopped
    union all
    select 'match', m.id::text, null, null, c.source, c.at
    from catalog.match m left join lateral (
      select source, at from catalog.match_change where match_id = m.id and kind = 'held' order by no desc limit 1) c on true
    where m.id = ${matchId}::int and m.held
    union all
    select 'market', s.market_id::text, nullif(s.line, '*'), nullif(s.odd_key, '*'), s.author, s.at
    from catalog.market_stop s where s.match_id = ${matchId}::int and s.stopped`
}

/** What is stopped above matches. */
export function highStops(on: Db): Promise<SetStop[]> {
  return queryRows<SetStop>(on)`
    select level, id, null as line, null as "oddKey", author as by, at as since from catalog.stop where stopped order by level, id`
}
