import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { LinePrices } from './feeds/port.ts'
import type { MarketStateName } from './states.ts'

export type NewLine = LinePrices & { readonly matchId: number; readonly source: string; readonly at: Date }

/** A line after a change, or as its feed sent it. */
export type LineRow = {
  match_id: number
  market_id: number
  line: string
  state: MarketStateName
  keys: string[]
  prices: (number | null)[]
  version: bigint
}

/**
 * The prices by hand of a stored line `k` that stay when its feed sends `excluded`; null if none does. One ends once the feed's price has fallen
 * too far below it. Example: 2.40 by hand over 2.30 of the feed ends below 2.19.
 */
const handsThatStay = sql`(
  select jsonb_object_agg(h.key, h.value) from jsonb_each(k.hand) h
    cross join lateral (select coalesce(excluded.prices[array_position(excluded.keys, h.key)], 0) as fed) f
  where not coalesce(f.fed < (h.value ->> 'ends_below')::int and f.fed < (h.value ->> 'price')::int, false))`

/**
 * Writes lines and their history in one statement, in key order. Skips unchanged lines and lines older than the stored line. Prices by hand
 * stay on an open line, see `handsThatStay`; the prices that are written come back when they end. Returns the changed lines.
 */
export async function writeLines(tx: Tx, lines: readonly NewLine[]): Promise<LineRow[]> {
  if (lines.length === 0) return []
  return await queryRows<LineRow>(tx)`
    with given as (
      select distinct on (match_id, market_id, line) * from json_to_recordset(${jsonOf(lines)}::json)
        as g (match_id int, market_id int, line text, state text, keys text[], prices int[], source text, at timestamptz, place int)
      order by match_id, market_id, line, place desc
    ),
    written as (
      insert into catalog.market as k (match_id, market_id, line, state, keys, prices, source, at)
      select match_id, market_id, line, state, keys, prices, source, at from given
      on conflict (match_id, market_id, line) do update
        set state = excluded.state, keys = excluded.keys, source = excluded.source, at = excluded.at, version = k.version + 1,
          hand = case when excluded.state = 'open' and k.hand is not null then ${handsThatStay} end,
          model = case when excluded.state = 'open' and k.hand is not null and ${handsThatStay} is not null then excluded.prices end,
          prices = case when excluded.state = 'open' and k.hand is not null
            then catalog.offered(excluded.keys, excluded.prices, coalesce(${handsThatStay}, '{}')) else excluded.prices end
        where excluded.at >= k.at
          and (k.state, k.keys, coalesce(k.model, k.prices)) is distinct from (excluded.state, excluded.keys, excluded.prices)
      returning match_id, market_id, line, state, keys, prices, version, source, at
    ),
    history as (
      insert into catalog.price_change (match_id, market_id, line, state, keys, prices, version, source, at)
      select match_id, market_id, line, state, keys, prices, version, source, at from written
    )
    select match_id, market_id, line, state, keys, prices, version from written`
}

/** Closes the lines of a match that are not among `kept`, with their history. Returns the changed lines. */
export function closeOthers(
  tx: Tx,
  { matchId, kept, source, at }: { matchId: number; kept: readonly LinePrices[]; source: string; at: Date },
): Promise<LineRow[]> {
  const names = kept.map(({ marketId, line }) => `${marketId}|${line}`)
  return queryRows<LineRow>(tx)`
    with closed as (
      update catalog.market set state = 'closed', prices = coalesce(model, prices), hand = null, model = null, version = version + 1,
        source = ${source}, at = ${at}::timestamptz
      where match_id = ${matchId}::int and state <> 'closed' and at <= ${at}::timestamptz
        and market_id || '|' || line <> all (${names}::text[])
      returning match_id, market_id, line, state, keys, prices, version, source, at
    ),
    history as (
      insert into catalog.price_change (match_id, market_id, line, state, keys, prices, version, source, at)
      select match_id, market_id, line, state, keys, prices, version, source, at from closed
    )
    select match_id, market_id, line, state, keys, prices, version from closed`
}

/** Every line of a match as its feed sent it, without prices by hand, in a stable order. */
export function linesOfMatch(tx: Db | Tx, matchId: number): Promise<LineRow[]> {
  return queryRows<LineRow>(tx)`
    select match_id, market_id, line, state, keys, coalesce(model, prices) as prices, version from catalog.market
    where match_id = ${matchId}::int order by market_id, line`
}

/** The lines of a match that are not closed as they are offered, prices by hand included, whatever is suspended. */
export async function offeredLines(tx: Db | Tx, matchId: number): Promise<LinePrices[]> {
  const rows = await queryRows<LineRow>(tx)`
    select match_id, market_id, line, 'open' as state, keys, prices, version from catalog.market
    where match_id = ${matchId}::int and state <> 'closed' order by market_id, line`
  return rows.map(toPrices)
}

/** The lines of a match that are not closed, as a feed sends them. */
export async function presentLines(tx: Tx, matchId: number): Promise<LinePrices[]> {
  return (await linesOfMatch(tx, matchId)).filter(({ state }) => state !== 'closed').map(toPrices)
}

/** A stored line as a feed sends it. */
export function toPrices({ market_id, line, state, keys, prices }: LineRow): LinePrices {
  return {
    marketId: String(market_id),
    line,
    state,
    keys,
    prices: prices.map((one) => (one === null ? null : BigInt(one))),
  }
}

function jsonOf(lines: readonly NewLine[]): string {
  return JSON.stringify(
    lines.map((one, place) => ({
      match_id: one.matchId,
      market_id: Number(one.marketId),
      line: one.line,
      state: one.state,
      keys: one.keys,
      prices: one.prices.map((at) => (at === null ? null : Number(at))),
      source: one.source,
      at: one.at,
      place,
    })),
  )
}
