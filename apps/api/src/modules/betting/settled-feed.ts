import { sql } from 'kysely'
import type { Product } from '@nare/contract/products'
import { openSemaphore } from '#platform/concurrency'
import { transact, type Db, type Tx } from '#platform/db'
import type { RowDeletion } from '#platform/retention'

/** A ticket as it was settled: won, lost, void or cashed out wholly, or 'open' where a correction took an earlier settlement back. */
export type SettledTicket = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly product: Product
  readonly state: 'open' | 'won' | 'lost' | 'void' | 'cashed_out'
  /** All that was staked, of which `bonusStake` was bonus money. */
  readonly stake: bigint
  readonly bonusStake: bigint
  /** The part of the stake that the results decided: what cash-outs had left of it. 0 for a ticket that was cashed out wholly. */
  readonly decidedStake: bigint
  /** In thousandths; null for a system and for a ticket without prices. */
  readonly totalOdds: bigint | null
  /** The lowest price of its legs, in thousandths; null if its legs are not kept with betting. */
  readonly lowestLegOdds: bigint | null
  /** All that was paid: `cashed` by cash-outs, and `boost` of the rest by a boost. */
  readonly returned: bigint
  readonly cashed: bigint
  readonly boost: bigint
  readonly placedAt: Date
  readonly settledAt: Date
  readonly timesSettled: number
  readonly attribution: string | null
}

/** Settled tickets in the order of the feed, and the cursor after them; `more` where the next batch is there already. */
export type SettledBatch = {
  readonly tickets: readonly SettledTicket[]
  readonly cursor: bigint
  readonly more: boolean
}

const limitMax = 1_000

/**
 * The next settlements after a cursor (0 for the first ones), at most `limit` and 1,000. Each (bet, times settled) comes once, and none
 * is skipped: a settlement that commits late is in a later batch. A settlement that was replaced by a newer one before it was read is left out; the newer one
 * comes in its own turn, so a reader that compares a ticket with what it stored of it ends with what holds. May wait two seconds for open
 * writers.
 */
export async function settledSince(
  db: Db | Tx,
  { cursor, limit }: { cursor: bigint; limit: number },
): Promise<SettledBatch> {
  const heads = await nextHeads(db, { cursor, upTo: await settledNo(db), limit: Math.min(limit, limitMax) })
  return { tickets: await ticketsOf(db, heads.heads), cursor: heads.cursor, more: heads.more }
}

/** A settlement, before the rest of its ticket is read. */
export type SettledHead = Pick<SettledTicket, 'betId' | 'bettor' | 'state' | 'timesSettled'> & {
  /** When the settlement was taken back, of an open ticket. */
  readonly reversedAt: Date | null
}

/** Chooses those of these settlements that concern a reader, in their order. */
export type SettledFilter = (tx: Tx, heads: readonly SettledHead[]) => Promise<readonly SettledHead[]>

/** Does a reader's own work for a batch, in the transaction that moves its cursor. May run again after a rollback. */
export type SettledHandler = (tx: Tx, tickets: readonly SettledTicket[]) => Promise<void>

export type SettledConsumed = { readonly tickets: number; readonly more: boolean }

/**
 * The readers of one process take turns: together they take no more of the database than one connection, beside bets and settlements.
 * Others overtake a reader whose batch hangs; its own next batch still waits for it, by the lock of its row.
 */
const turns = new WeakMap<Db, ReturnType<typeof openSemaphore>>()

const turnMsUsual = 5000

function turnsOn(db: Db): ReturnType<typeof openSemaphore> {
  const turn = turns.get(db) ?? openSemaphore(1)
  turns.set(db, turn)
  return turn
}

/**
 * A reader of the feed. `concerns` leaves out settlements that it passes unread; without it all are read. A batch that takes longer than
 * `turnMsMax`, by default five seconds, is overtaken by other readers.
 */
export type SettledReader = {
  readonly name: string
  readonly limit?: number
  readonly concerns?: SettledFilter
  readonly turnMsMax?: number
}

/**
 * Gives the next batch to a reader, whose work and cursor are stored by one transaction. Of several processes one runs a reader at a
 * time; the others find nothing to do. `more` means that another call should follow at once.
 */
export async function consumeSettled(
  db: Db,
  { name, limit = 500, concerns, turnMsMax = turnMsUsual }: SettledReader,
  handler: SettledHandler,
): Promise<SettledConsumed> {
  await sql`
    insert into betting.settled_reader (name, changed_at) values (${name}, platform.now()) on conflict (name) do nothing`.execute(
    db,
  )
  const upTo = await settledNo(db)
  const read = async (tx: Tx): Promise<SettledConsumed> => {
    const { rows } = await sql<{ cursor: bigint }>`
      select no as cursor from betting.settled_reader where name = ${name} for update skip locked`.execute(tx)
    const cursor = rows[0]?.cursor
    if (cursor === undefined) return { tickets: 0, more: false }
    const { heads, cursor: next, more } = await nextHeads(tx, { cursor, upTo, limit: Math.min(limit, limitMax) })
    const concerned = concerns && heads.length > 0 ? await concerns(tx, heads) : heads
    const tickets = await ticketsOf(tx, concerned)
    if (tickets.length > 0) await handler(tx, tickets)
    if (next > cursor)
      await sql`
        update betting.settled_reader set no = ${next}::bigint, changed_at = platform.now() where name = ${name}`.execute(
        tx,
      )
    return { tickets: tickets.length, more }
  }
  return turnsOn(db)(() => transact(db, read), { turnMsMax })
}

/**
 * When the first settlement was made that a reader has not read; undefined if it has read all that are committed. A busy feed is
 * seldom read to its end, so a reader that closes something at a set time asks first whether the feed was read up to that time.
 */
export async function unreadSince(db: Db | Tx, name: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select at from betting.settled
    where no > coalesce((select no from betting.settled_reader where name = ${name}), 0) order by no limit 1`.execute(
    db,
  )
  return rows[0]?.at
}

async function settledNo(db: Db | Tx): Promise<bigint> {
  const { rows } = await sql<{ no: bigint }>`select betting.settled_no() as no`.execute(db)
  return rows[0]?.no ?? 0n
}

type Head = { no: bigint } & { [K in keyof SettledHead]: SettledHead[K] | null }
type Heads = { readonly heads: readonly SettledHead[]; readonly cursor: bigint; readonly more: boolean }

/** The next settlements that no later one has replaced. */
async function nextHeads(
  db: Db | Tx,
  { cursor, upTo, limit }: { cursor: bigint; upTo: bigint; limit: number },
): Promise<Heads> {
  const { rows } = await sql<Head>`
    with next as materialized (
      select no, bet_id, times_settled, at from betting.settled
      where no > ${cursor}::bigint and no <= ${upTo}::bigint order by no limit ${limit}::int)
    select next.no, b.bet_id as "betId", b.bettor_id as bettor, b.state, b.times_settled as "timesSettled",
      case b.state when 'open' then next.at end as "reversedAt"
    from next left join betting.bet b on b.bet_id = next.bet_id and b.times_settled = next.times_settled
    order by next.no`.execute(db)
  const heads = new Map<bigint, SettledHead>()
  for (const { no: _no, ...row } of rows) if (row.betId !== null) heads.set(row.betId, row as SettledHead)
  const last = rows.at(-1)?.no
  const more = rows.length === limit && last !== undefined && last < upTo
  const end = upTo > cursor ? upTo : cursor
  return { heads: [...heads.values()], cursor: more ? last : end, more }
}

/** The tickets of these settlements, in their order. The lateral join reads the legs by their key, so the cost is that of these tickets. */
async function ticketsOf(db: Db | Tx, heads: readonly SettledHead[]): Promise<SettledTicket[]> {
  if (heads.length === 0) return []
  const { rows } = await sql<SettledTicket>`
    select b.bet_id as "betId", b.bettor_id as bettor, b.product, b.state, b.stake, b.bonus_stake as "bonusStake",
      coalesce(b.left_stake, b.stake) as "decidedStake", b.total_odds as "totalOdds", leg.lowest as "lowestLegOdds", b.returned, b.cashed,
      b.paid_boost as boost, b.placed_at as "placedAt", coalesce(b.settled_at, h.at) as "settledAt", b.times_settled as "timesSettled", b.attribution
    from unnest(${heads.map((head) => head.betId)}::bigint[], ${heads.map((head) => head.timesSettled)}::int[],
        ${heads.map((head) => head.reversedAt)}::timestamptz[]) with ordinality h (bet_id, times_settled, at, place)
      join betting.bet b on b.bet_id = h.bet_id and b.times_settled = h.times_settled
      left join lateral (select min(l.price) as lowest from betting.leg l where l.bet_id = b.bet_id and b.product = 'sports') leg on true
    order by h.place`.execute(db)
  return rows
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
    const { rows } = await sql<{ rows: number }>`
      select count(*)::int as rows from ${readBefore(before)}`.execute(owner)
    return rows[0]?.rows ?? 0
  },
}
