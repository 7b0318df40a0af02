import { sql, type RawBuilder } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { LineRow } from './store-lines.ts'
import { anyPart, belowLevel, type HighStop, type MarketStop } from './store-stops.ts'

/** An outcome of a line, with the price that a trader gives it: null for not offered. */
export type HandPrice = {
  readonly matchId: number
  readonly marketId: number
  readonly line: string
  readonly oddKey: string
  readonly price: bigint | null
  /** It ends once the feed's price is below this one and below the price by hand; null where the feed has no price. */
  readonly endsBelow: bigint | null
  readonly by: string
  readonly at: Date
  /** The line of the audit log that set it. */
  readonly auditLine: bigint | undefined
}

const written = sql`k.match_id, k.market_id, k.line, k.state, k.keys, k.prices, k.version`
const history = ({ by, at }: Pick<HandPrice, 'by' | 'at'>) => sql`
  insert into catalog.price_change (match_id, market_id, line, state, keys, prices, version, source, at)
  select match_id, market_id, line, state, keys, prices, version, ${by}, ${at}::timestamptz from changed`

/** Changes the prices by hand of lines `k` of the market, and what they offer, in one row each: a price of the feed never gets in between. */
function changeHands(
  tx: Tx,
  { hand, where, ...change }: { hand: RawBuilder<unknown>; where: RawBuilder<unknown>; by: string; at: Date },
): Promise<LineRow[]> {
  const model = sql`coalesce(k.model, k.prices)`
  return queryRows<LineRow>(tx)`
    with changed as (
      update catalog.market k set hand = ${hand}, model = case when ${hand} is not null then ${model} end,
        prices = case when ${hand} is null then ${model} else catalog.offered(k.keys, ${model}, ${hand}) end, version = k.version + 1
      where ${where}
      returning ${written}
    ),
    history as (${history(change)})
    select * from changed`
}

/** Sets the price of an outcome by hand. The match is locked, and the line is stored. */
export function setHand(
  tx: Tx,
  { matchId, marketId, line, oddKey, by, at, auditLine, ...prices }: HandPrice,
): Promise<LineRow[]> {
  const numberOf = (one: bigint | null): number | null => (one === null ? null : Number(one))
  const [price, endsBelow] = [numberOf(prices.price), numberOf(prices.endsBelow)]
  const audit = auditLine?.toString()
  const entry = JSON.stringify({ [oddKey]: { price, ends_below: endsBelow, by, at: at.toISOString(), audit } })
  return changeHands(tx, {
    hand: sql`(coalesce(k.hand, '{}') || ${entry}::jsonb)`,
    where: sql`k.match_id = ${matchId}::int and k.market_id = ${marketId}::int and k.line = ${line}`,
    by,
    at,
  })
}

type Ending = { readonly by: string; readonly at: Date }

/** Ends prices by hand in a part of a locked match. */
export function endHandsIn(
  tx: Tx,
  { matchId, marketId, line, oddKey }: MarketStop,
  ending: Ending,
): Promise<LineRow[]> {
  const isOfOne = oddKey !== anyPart
  const rest = isOfOne ? sql`nullif(k.hand - ${oddKey}::text, '{}'::jsonb)` : sql`null::jsonb`
  const inLine = line === anyPart ? sql`true` : sql`k.line = ${line}`
  const has = isOfOne ? sql`k.hand ? ${oddKey}::text` : sql`k.hand is not null`
  const where = sql`k.match_id = ${matchId}::int and k.market_id = ${marketId}::int and ${inLine} and ${has}`
  return changeHands(tx, { hand: rest, where, ...ending })
}

/** Ends all prices by hand below a level. */
export function endHandsBelow(tx: Tx, of: HighStop, ending: Ending): Promise<LineRow[]> {
  const where = sql`k.hand is not null and k.match_id in (
    select m.id from catalog.match m where m.id in (select match_id from catalog.market where hand is not null) and ${belowLevel(of)})`
  return changeHands(tx, { hand: sql`null::jsonb`, where, ...ending })
}

/**
 * The part of a statement that ends all prices by hand of a match, if `applies`, with their history: common table expressions to follow others.
 * What bettors are offered is again what the feed last sent.
 */
export const endHandsWith = ({ matchId, applies, by, at }: Ending & { matchId: number; applies: boolean }) => sql`
  ended as (
    update catalog.market k set hand = null, model = null, prices = k.model, version = k.version + 1
    where k.match_id = ${matchId}::int and k.hand is not null and ${applies}::boolean
    returning ${written}
  ),
  ended_history as (
    insert into catalog.price_change (match_id, market_id, line, state, keys, prices, version, source, at)
    select match_id, market_id, line, state, keys, prices, version, ${by}, ${at}::timestamptz from ended
  )`

/** How many prices by hand are looked at together. */
const handsMax = 10_000

/** The lines of the audit log that set the prices by hand which are offered now, on all matches. */
export async function linesOfHands(tx: Tx): Promise<bigint[]> {
  const rows = await queryRows<{ line: bigint }>(tx)`
    select distinct (h.value ->> 'audit')::bigint as line from catalog.market k cross join lateral jsonb_each(k.hand) h
    where k.hand is not null and h.value ? 'audit' and (h.value ->> 'price') is not null order by 1 desc limit ${handsMax}::int`
  return rows.map(({ line }) => line)
}

/** How many boards with prices by hand are looked at. */
const handBoardsMax = 1_000

/** The matches with prices by hand, with a stamp that changes with each of their prices. */
export async function handBoards(db: Db): Promise<{ matchId: number; stamp: string }[]> {
  const { rows } = await sql<{ matchId: number; stamp: string }>`
    select k.match_id as "matchId", sum(k.version)::text || ' ' || count(*) as stamp from catalog.market k
    where k.match_id in (select match_id from catalog.market where hand is not null order by match_id limit ${handBoardsMax}::int)
    group by 1 order by 1`.execute(db)
  return rows
}

/** A price by hand as operators see it. `model` is the price that the feed gives the outcome. */
export type SetHand = {
  readonly marketId: number
  readonly line: string
  readonly oddKey: string
  readonly price: number | null
  readonly model: number | null
  readonly by: string
  readonly since: Date
}

/** The prices by hand of a match. */
export function handsOn(on: Db | Tx, matchId: number): Promise<SetHand[]> {
  return queryRows<SetHand>(on)`
    select k.market_id as "marketId", k.line, h.key as "oddKey", (h.value ->> 'price')::int as price,
      k.model[array_position(k.keys, h.key)] as model, h.value ->> 'by' as by, (h.value ->> 'at')::timestamptz as since
    from catalog.market k cross join lateral jsonb_each(k.hand) h
    where k.match_id = ${matchId}::int and k.hand is not null order by k.market_id, k.line, h.key`
}
