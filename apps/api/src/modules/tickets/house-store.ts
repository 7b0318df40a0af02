import { sql, type RawBuilder } from 'kysely'
import type { Product } from '@nare/contract/products'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { SubjectsOf } from '#platform/operator-calls'
import { cursorOf, keyset, type OrderKey, type Rows } from '#platform/paging'
import { columns, type BetRow } from './list-store.ts'
import { snapshotVersion } from './topic-store.ts'

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

/**
 * How many tickets one statement reads, until a page is full; a page that is not full after the last one ends early, and its cursor continues
 * there. Each is so small that PostgreSQL reads it from the index and not from the whole table.
 */
const readsInOrder = [2_000, ...Array.from({ length: 10 }, () => 20_000)]
/** The tickets of a bettor or of a match are found by an index of their own. */
const readsOfOne = [200_000]
/** The stake, in cents, from which tickets are in the index `bet_large`. */
const largeStake = 100_000n

const order: OrderKey[] = [
  { by: sql`b.placed_at`, type: 'time', desc: true },
  { by: sql`b.bet_id`, type: 'number', desc: true },
]

/**
 * A page of the tickets of all bettors, newest first. Tickets are read in order from an index and then compared with the filters, about
 * 200,000 of them at most: so every page takes bounded time, and a rare filter may give a short page with a cursor. `reads` are other sizes of
 * the parts.
 */
export async function houseTickets(
  db: Db | Tx,
  filter: HouseFilter,
  { limit, before, reads }: { limit: number; before?: string | undefined; reads?: readonly number[] },
): Promise<Rows<HouseTicket>> {
  const found: HouseTicket[] = []
  let after = before
  const isOfOne = filter.bettor !== undefined || filter.onMatch !== undefined
  for (const readMax of reads ?? (isOfOne ? readsOfOne : readsInOrder)) {
    const read = await readPart(db, filter, { limit: limit - found.length, after, readMax })
    found.push(...read.rows)
    after = read.next
    if (after === undefined || found.length === limit) break
  }
  return { rows: found, next: after }
}

/** The matching tickets among the next `readMax`, at most `limit`, with the cursor after the last that was looked at. */
async function readPart(
  db: Db | Tx,
  filter: HouseFilter,
  { limit, after, readMax }: { limit: number; after: string | undefined; readMax: number },
): Promise<Rows<HouseTicket>> {
  const page = keyset(order, { page: 1, limit, after }, 'before')
  const within = sql`${page.isAfter} and ${inDays(filter)}`
  const read = sql`select * from ${inOrder(filter, within)} order by b.placed_at desc, b.bet_id desc`
  const rows = await queryRows<HouseTicket & { keys: string[] }>(db)`
    select ${columns}, b.bettor_id as bettor, ${page.keys} from (${read} limit ${readMax}::int) b
    where ${matching(filter)} order by ${page.order} ${page.window}`
  const found = page.cut<HouseTicket>(rows)
  if (found.next !== undefined) return found
  const last = await queryRow<{ keys: string[] }>(db)`
    select ${page.keys} from (${read} offset ${readMax - 1}::int limit 1) b`
  return { ...found, next: last && cursorOf(last.keys) }
}

/** The tickets that one index has in order. */
function inOrder({ bettor, onMatch, minStake = 0n }: HouseFilter, within: RawBuilder<unknown>) {
  if (bettor !== undefined) return sql`betting.bet b where b.bettor_id = ${bettor}::bigint and ${within}`
  if (onMatch) return sql`betting.bet b where b.bet_id in (${sql.join(onMatch, sql` union `)}) and ${within}`
  if (minStake >= largeStake)
    return sql`betting.bet b where b.stake >= ${sql.raw(String(largeStake))} and b.stake >= ${minStake}::bigint and ${within}`
  return sql`betting.bet b where ${within}`
}

const inDays = ({ from, to, timeZone }: HouseFilter) => sql`
  (${from ?? null}::date is null or b.placed_at >= ${from ?? null}::date::timestamp at time zone ${timeZone}::text)
  and (${to ?? null}::date is null or b.placed_at < (${to ?? null}::date + 1)::timestamp at time zone ${timeZone}::text)`

const matching = ({ product, state, minStake, minWin }: HouseFilter) => sql`
  (${product ?? null}::text is null or b.product = ${product ?? null}::text)
  and (${state ?? null}::text is null or b.state = ${state ?? null}::text)
  and (${minStake ?? null}::bigint is null or b.stake >= ${minStake ?? null}::bigint)
  and (${minWin ?? null}::bigint is null or coalesce(b.possible_win, b.returned) >= ${minWin ?? null}::bigint)`

/** A ticket with what identifies its transfers, its session and its browser. */
export type FullTicket = HouseTicket & {
  readonly timesStaked: number
  readonly timesSettled: number
  readonly timesCashed: number
  readonly session: Buffer | null
  readonly device: Buffer | null
}

/** A ticket of any bettor; undefined if there is none. */
export function fullTicket(db: Db | Tx, betId: bigint): Promise<FullTicket | undefined> {
  return queryRow<FullTicket>(db)`
    select ${columns}, b.bettor_id as bettor, b.times_staked as "timesStaked", b.times_settled as "timesSettled", b.times_cashed as "timesCashed",
      b.session_mark as session, b.device_mark as device
    from betting.bet b where b.bet_id = ${betId}::bigint`
}

/** The newest tickets of all bettors, and a version that grows with every change that the query can see. */
export async function newestTickets(db: Db, most: number): Promise<{ rows: HouseTicket[]; version: number }> {
  const rows = await queryRows<HouseTicket & { version: bigint }>(db)`
    select ${columns}, b.bettor_id as bettor, ${snapshotVersion} as version
    from betting.bet b order by b.placed_at desc, b.bet_id desc limit ${most}::int`
  return { rows, version: Number(rows[0]?.version ?? 0n) }
}

/** The subjects of operators' calls about a bettor's tickets. */
export const ticketSubjects: SubjectsOf = (bettor) =>
  sql`select 'ticket ' || bet_id from betting.bet where bettor_id = ${bettor}::bigint`
