import { sql, type RawBuilder } from 'kysely'
import { products, type Product } from '@nare/contract/products'
import type { Db, Tx } from '#platform/db'
import { cursorOf, keyset, type OrderKey, type Rows } from '#platform/paging'
import { columns, type BetRow } from './list-store.ts'

/** A ticket of any bettor. */
export type HouseTicket = BetRow & { readonly bettor: bigint }

/** Which tickets of all bettors: amounts in cents, days in the zone. `onMatch` are queries of (bet_id) of the tickets with a leg on a match. */
export type HouseFilter = {
  readonly product?: Product | undefined
  readonly state?: BetRow['state'] | undefined
  readonly bettor?: bigint | undefined
  readonly onMatch?: readonly RawBuilder<unknown>[] | undefined
  readonly minStake?: bigint | undefined
  readonly minWin?: bigint | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly timeZone: string
}

/** The most tickets that one page reads. A page that has found too few by then ends early, and its cursor continues there. */
const readMax = 200_000
/** The stake, in cents, from which tickets are in the index `bet_large`. */
const largeStake = 100_000n

const order: OrderKey[] = [
  { by: sql`b.placed_at`, type: 'time', desc: true },
  { by: sql`b.bet_id`, type: 'number', desc: true },
]

/**
 * A page of the tickets of all bettors, newest first. Tickets are read in order from an index and then compared with the filters, at most
 * 200,000 of them: so every page takes bounded time, and a rare filter may give a short page with a cursor.
 */
export async function houseTickets(
  db: Db | Tx,
  filter: HouseFilter,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<Rows<HouseTicket>> {
  const page = keyset(order, { page: 1, limit, after: before })
  const within = sql`${page.isAfter} and ${inDays(filter)}`
  const read = sql`select * from ${inOrder(filter, within)} order by b.placed_at desc, b.bet_id desc`
  const { rows } = await sql<HouseTicket & { keys: string[] }>`
    select ${columns}, b.bettor_id as bettor, ${page.keys} from (${read} limit ${readMax}::int) b
    where ${matching(filter)} order by ${page.order} ${page.window}`.execute(db)
  const found = page.cut<HouseTicket>(rows)
  if (found.next !== undefined) return found
  const last = await sql<{ keys: string[] }>`
    select ${page.keys} from (${read} offset ${readMax - 1}::int limit 1) b`.execute(db)
  return { ...found, next: last.rows[0] && cursorOf(last.rows[0].keys) }
}

/** The tickets that one index has in order. */
function inOrder({ product, state, bettor, onMatch, minStake = 0n }: HouseFilter, within: RawBuilder<unknown>) {
  if (bettor !== undefined) return sql`betting.bet b where b.bettor_id = ${bettor}::bigint and ${within}`
  if (onMatch)
    return sql`betting.bet b where b.bet_id in (${sql.join(onMatch, sql` union `)}) and ${within}`
  if (minStake >= largeStake)
    return sql`betting.bet b where b.stake >= ${sql.raw(String(largeStake))} and b.stake >= ${minStake}::bigint and ${within}`
  // Only bets on matches are cashed out.
  const all: readonly Product[] = state === 'cashed_out' ? ['sports'] : products
  const parts = (product ? [product] : all).map(
    (one) => sql`select * from betting.bet b where b.product = ${one}::text and ${within}`,
  )
  return sql`(${sql.join(parts, sql` union all `)}) b`
}

const inDays = ({ from = null, to = null, timeZone }: HouseFilter) => sql`
  (${from}::date is null or b.placed_at >= ${from}::date::timestamp at time zone ${timeZone}::text)
  and (${to}::date is null or b.placed_at < (${to}::date + 1)::timestamp at time zone ${timeZone}::text)`

const matching = ({ product = null, state = null, minStake = null, minWin = null }: HouseFilter) => sql`
  (${product}::text is null or b.product = ${product}::text)
  and (${state}::text is null or b.state = ${state}::text)
  and (${minStake}::bigint is null or b.stake >= ${minStake}::bigint)
  and (${minWin}::bigint is null or coalesce(b.possible_win, b.returned) >= ${minWin}::bigint)`

/** The tickets with a leg on a match of the sports product, as rows (bet_id). */
export const ticketsOnMatch = (matchId: number) =>
  sql`select bet_id from betting.leg where match_id = ${matchId}::int`

/** A ticket of any bettor; undefined if there is none. */
export async function houseTicket(db: Db | Tx, betId: bigint): Promise<HouseTicket | undefined> {
  const { rows } = await sql<HouseTicket>`
    select ${columns}, b.bettor_id as bettor from betting.bet b where b.bet_id = ${betId}::bigint`.execute(db)
  return rows[0]
}
