import { sql } from 'kysely'
import type { Product } from '@nare/contract/products'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { finalNumber } from '#platform/final-number'
import type { Feed, FeedReader } from '#platform/follow-feed'
import type { RowDeletion } from '#platform/retention'

/** A settled ticket: won, lost, void or fully cashed out. 'open' means that a correction reversed the earlier settlement. */
export type SettledTicket = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly product: Product
  readonly state: 'open' | 'won' | 'lost' | 'void' | 'cashed_out'
  /** The whole stake; `bonusStake` is the part that was bonus money. */
  readonly stake: bigint
  readonly bonusStake: bigint
  /** The part of the stake that results settled: the stake less the part that cash-outs closed. 0 for a fully cashed-out ticket. */
  readonly decidedStake: bigint
  /** In thousandths; null for a system and for a ticket without prices. */
  readonly totalOdds: bigint | null
  /** The lowest price of its legs, in thousandths; null for products that store their legs elsewhere. */
  readonly lowestLegOdds: bigint | null
  /** The total paid. `cashed` is the part paid by cash-outs, `boost` the part that a boost added. */
  readonly returned: bigint
  readonly cashed: bigint
  readonly boost: bigint
  /** The tax on winnings that was withheld from `returned`. */
  readonly tax: bigint
  readonly placedAt: Date
  readonly settledAt: Date
  readonly timesSettled: number
  readonly attribution: string | null
}

const limitMax = 1_000

/** A settlement whose ticket is not read yet. */
export type SettledRef = Pick<SettledTicket, 'betId' | 'bettor' | 'state' | 'timesSettled'> & {
  /** When the settlement was reversed; null unless the ticket is open. */
  readonly reversedAt: Date | null
}

/** Returns the settlements that a reader needs, in the given order. */
export type SettledFilter = (tx: Tx, settlements: readonly SettledRef[]) => Promise<readonly SettledRef[]>

/** A reader of the feed. `concerns` selects the settlements to read; the cursor still passes the others. By default all are read. */
export type SettledReader = FeedReader & { readonly concerns?: SettledFilter }

/**
 * The settlements that concern a reader, by default all, as a feed of tickets. Each (bet, times settled) is read once, and none is skipped: a
 * settlement that commits late is in a later batch. A settlement that was replaced before it was read is left out, because the newer one
 * follows. A reader that stores the difference to what it stored before therefore ends with the current state. May wait up to two seconds
 * for open transactions that write settlements.
 */
export const settledFeed = (concerns?: SettledFilter): Feed<SettledTicket> => ({
  readers: { table: 'betting.settled_reader', cursor: 'no' },
  finalNumber: lastFinalNo,
  async read(tx, { limit, ...from }) {
    const { settlements, ...to } = await nextSettlements(tx, { ...from, limit: Math.min(limit, limitMax) })
    const selected = concerns && settlements.length > 0 ? await concerns(tx, settlements) : settlements
    return { rows: await ticketsOf(tx, selected), ...to }
  },
})

/**
 * The time of the oldest settlement that a reader has not read; undefined if it has read every committed one. A reader that closes a period
 * at a fixed time first checks that it has read the feed up to that time.
 */
export async function unreadSince(db: Db | Tx, name: string): Promise<Date | undefined> {
  const rows = await queryRows<{ at: Date }>(db)`
    select at from betting.settled
    where no > coalesce((select no from betting.settled_reader where name = ${name}), 0) order by no limit 1`
  return rows[0]?.at
}

/** The readers that have not read all settlements, each with how many are left and the time of the first one. */
export function settledReadersBehind(db: Db): Promise<{ name: string; rows: number; since: Date }[]> {
  return queryRows<{ name: string; rows: number; since: Date }>(db)`
    select r.name, (newest.no - r.no)::int as rows, next.at as since
    from betting.settled_reader r cross join (select coalesce(max(no), 0) as no from betting.settled) newest
      cross join lateral (select at from betting.settled where no > r.no order by no limit 1) next
    order by next.at`
}

const settledMax = 20_000

/**
 * The tickets of a product with a settlement after a number, and the number to go on from; without one only the number. For readers in memory
 * that read the tickets by id: those with a row in `betting.settled_reader` use `settledFeed`.
 */
export async function settledSince(
  db: Db,
  { after, product }: { after: bigint | undefined; product: Product },
): Promise<{ betIds: bigint[]; cursor: bigint }> {
  const newest = await queryRow<{ no: bigint }>(db)`select coalesce(max(no), 0)::bigint as no from betting.settled`
  if (after !== undefined && (newest?.no ?? 0n) <= after) return { betIds: [], cursor: after }
  const upTo = await lastFinalNo(db)
  if (after === undefined) return { betIds: [], cursor: upTo }
  const rows = await queryRows<{ no: bigint; betId: bigint | null }>(db)`
    with next as materialized (
      select no, bet_id from betting.settled where no > ${after}::bigint and no <= ${upTo}::bigint order by no limit ${settledMax}::int)
    select next.no, b.bet_id as "betId" from next left join betting.bet b on b.bet_id = next.bet_id and b.product = ${product}
    order by next.no`
  const last = rows.length < settledMax ? upTo : (rows.at(-1)?.no ?? upTo)
  return { betIds: rows.flatMap(({ betId }) => betId ?? []), cursor: last > after ? last : after }
}

/** The number up to which no open transaction can add a settlement any more. */
async function lastFinalNo(db: Db | Tx): Promise<bigint> {
  return finalNumber(db, {
    newest: sql`(select coalesce(max(no), 0) from betting.settled)`,
    writers: sql`betting.settled_writers()`,
    fallback: sql`(select coalesce(max(no), 0) from betting.settled_reader)`,
  })
}

type SettlementRow = { no: bigint } & { [K in keyof SettledRef]: SettledRef[K] | null }
type Settlements = { readonly settlements: readonly SettledRef[]; readonly cursor: bigint; readonly more: boolean }

/** The next settlements, without those that a later one has replaced. */
async function nextSettlements(
  db: Db | Tx,
  { cursor, upTo, limit }: { cursor: bigint; upTo: bigint; limit: number },
): Promise<Settlements> {
  const rows = await queryRows<SettlementRow>(db)`
    with next as materialized (
      select no, bet_id, times_settled, at from betting.settled
      where no > ${cursor}::bigint and no <= ${upTo}::bigint order by no limit ${limit}::int)
    select next.no, b.bet_id as "betId", b.bettor_id as bettor, b.state, b.times_settled as "timesSettled",
      case b.state when 'open' then next.at end as "reversedAt"
    from next left join betting.bet b on b.bet_id = next.bet_id and b.times_settled = next.times_settled
    order by next.no`
  const settlements = new Map<bigint, SettledRef>()
  for (const { no: _no, ...row } of rows) if (row.betId !== null) settlements.set(row.betId, row as SettledRef)
  const last = rows.at(-1)?.no
  const more = rows.length === limit && last !== undefined && last < upTo
  const end = upTo > cursor ? upTo : cursor
  return { settlements: [...settlements.values()], cursor: more ? last : end, more }
}

/** The settled tickets among these, as their last settlement left them. */
export async function settledTickets(on: Db | Tx, betIds: readonly bigint[]): Promise<SettledTicket[]> {
  const rows = await queryRows<SettledRef>(on)`
    select bet_id as "betId", bettor_id as bettor, state, times_settled as "timesSettled", null::timestamptz as "reversedAt"
    from betting.bet where bet_id = any(${betIds}::bigint[]) and settled_at is not null order by settled_at, bet_id`
  return ticketsOf(on, rows)
}

/** The tickets of these settlements, in the given order. The lateral join reads legs by key, so the cost grows with these tickets only. */
async function ticketsOf(db: Db | Tx, settlements: readonly SettledRef[]): Promise<SettledTicket[]> {
  if (settlements.length === 0) return []
  return await queryRows<SettledTicket>(db)`
    select b.bet_id as "betId", b.bettor_id as bettor, b.product, b.state, b.stake, b.bonus_stake as "bonusStake",
      coalesce(b.left_stake, b.stake) as "decidedStake", b.total_odds as "totalOdds", leg.lowest as "lowestLegOdds", b.returned, b.cashed,
      b.paid_boost as boost, b.tax, b.placed_at as "placedAt", coalesce(b.settled_at, h.at) as "settledAt", b.times_settled as "timesSettled", b.attribution
    from unnest(${settlements.map((ref) => ref.betId)}::bigint[], ${settlements.map((ref) => ref.timesSettled)}::int[],
        ${settlements.map((ref) => ref.reversedAt)}::timestamptz[]) with ordinality h (bet_id, times_settled, at, nth)
      join betting.bet b on b.bet_id = h.bet_id and b.times_settled = h.times_settled
      left join lateral (select min(l.price) as lowest from betting.leg l where l.bet_id = b.bet_id and b.product = 'sports') leg on true
    order by h.nth`
}

const rowsInChunk = 5_000

/** The rows older than a time that every reader has read. */
const readBefore = (before: Date) => sql`
  betting.settled where at < ${before}::timestamptz and no <= coalesce((select min(no) from betting.settled_reader), 0)`

/** Rows of the feed that every reader has read are deleted after the retention period. */
export const settledFeedRetention: RowDeletion = {
  what: 'rows of the settled feed',
  async chunk(owner, before) {
    const { numAffectedRows } = await sql`
      delete from betting.settled where no in (
        select no from ${readBefore(before)} order by no limit ${rowsInChunk}::int)`.execute(owner)
    return Number(numAffectedRows ?? 0n)
  },
  async count(owner, before) {
    const rows = await queryRows<{ rows: number }>(owner)`
      select count(*)::int as rows from ${readBefore(before)}`
    return rows[0]?.rows ?? 0
  },
}
