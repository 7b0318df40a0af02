import { sql, type RawBuilder } from 'kysely'
import type { Mode, Outcome, Reduced, VoidPolicy } from '@nare/jackpot/terms'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type OrderKey, type Page, type Paged } from '#platform/paging'
import { waitingIn, type Waiting } from '#platform/waiting'

export type PoolState = 'draft' | 'open' | 'closed' | 'settled' | 'cancelled'

/** A tier as it is stored. Amounts are text in cents. */
export type TierRow = {
  readonly correct: number
  readonly prize?: string
  readonly split?: boolean
  readonly share?: number
}

/** The payment of a tier, as it is stored. */
export type ResultRow = {
  readonly correct: number
  readonly needed: number
  readonly lines: number
  readonly prize_each: string
}

export type PoolRow = {
  readonly id: number
  readonly code: number
  readonly name: string
  readonly state: PoolState
  readonly mode: Mode
  readonly stake: bigint
  readonly tiers: readonly TierRow[]
  readonly voidPolicy: VoidPolicy
  readonly cancelAt: number | null
  readonly reduced: readonly Reduced[] | null
  readonly deadline: Date | null
  readonly matches: number
  readonly maxDoubles: number
  readonly maxTriples: number
  readonly maxLines: number
  readonly commitment: string
  readonly closesAt: Date
  readonly createdBy: string
  readonly openedBy: string | null
  readonly cancelBy: string | null
  readonly settledAt: Date | null
  /** Of all tickets so far, including tallies that are not added to the pool yet. */
  readonly tickets: bigint
  readonly lines: bigint
  readonly crowd: readonly bigint[]
  readonly seeded: bigint
  readonly carriedIn: bigint
  readonly staked: bigint
  readonly refunded: bigint
  readonly paid: bigint
  readonly rounding: bigint
  readonly carriedOut: bigint
  readonly results: readonly ResultRow[] | null
  readonly best: number | null
  readonly seed: string | null
  readonly fault: string | null
}

const columns = sql`
  p.id, p.code, p.name, p.state, p.mode, p.stake, p.tiers, p.void_policy as "voidPolicy", p.cancel_at as "cancelAt", p.reduced, p.deadline,
  p.matches, p.max_doubles as "maxDoubles", p.max_triples as "maxTriples", p.max_lines as "maxLines", p.commitment,
  p.closes_at as "closesAt", p.created_by as "createdBy", p.opened_by as "openedBy", p.cancel_by as "cancelBy",
  p.settled_at as "settledAt", p.tickets + coalesce(t.tickets, 0) as tickets, p.lines + coalesce(t.lines, 0)::bigint as lines,
  jackpot.add_crowd(p.crowd, coalesce(t.crowd, '{}')) as crowd, p.seeded, p.carried_in as "carriedIn", p.staked, p.refunded, p.paid,
  p.rounding, p.carried_out as "carriedOut", p.results, p.best, p.seed, p.fault`
const rows = sql`
  jackpot.pool p left join lateral (
    select sum(y.tickets)::bigint as tickets, sum(y.lines)::bigint as lines, jackpot.sum_crowd(y.crowd) as crowd
    from jackpot.tally y where y.pool = p.id) t on true`

/** The pools that match a condition on `p`. */
function poolsWhere(on: Db | Tx, where: RawBuilder<unknown>): Promise<PoolRow[]> {
  return queryRows<PoolRow>(on)`select ${columns} from ${rows} where ${where}`
}

const openPoolsMax = 200

export const openPools = (db: Db): Promise<PoolRow[]> =>
  poolsWhere(db, sql`p.state = 'open' order by p.closes_at, p.id limit ${openPoolsMax}::int`)

/** Pools by their ids, drafts included. */
export const poolsById = (on: Db | Tx, ids: readonly number[]): Promise<PoolRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : poolsWhere(on, sql`p.id = any(${ids}::int[])`)

/** A page of the settled and cancelled pools, newest first. */
export function pastPools(db: Db, name: string | undefined, page: Page): Promise<Paged<PoolRow>> {
  const where = sql`p.state in ('settled', 'cancelled') and (${name ?? null}::text is null or p.name = ${name ?? null}::text)`
  const order: OrderKey[] = [
    { by: sql`p.settled_at`, type: 'time', desc: true },
    { by: sql`p.id`, type: 'number', desc: true },
  ]
  return readPage<PoolRow>(db, { columns, from: sql`${rows} where ${where}`, order }, page)
}

/** How many drafts wait for a second operator to open them, and since when. */
export const waitingDrafts = (db: Db): Promise<Waiting> =>
  waitingIn(db, sql`jackpot.pool where state = 'draft'`, sql`created_at`)

/** A page of all pools, newest first. */
export function allPools(db: Db, state: PoolState | undefined, page: Page): Promise<Paged<PoolRow>> {
  const where = sql`${state ?? null}::text is null or p.state = ${state ?? null}::text`
  return readPage<PoolRow>(
    db,
    { columns, from: sql`${rows} where ${where}`, order: [{ by: sql`p.id`, type: 'number', desc: true }] },
    page,
  )
}

export type PoolMatch = {
  readonly pool: number
  readonly n: number
  readonly matchId: number
  readonly outcome: Outcome | 'void' | null
  readonly drawn: Outcome | null
  readonly fullTime: string | null
}

/** The matches of these pools, in their order. */
export async function matchesOf(on: Db | Tx, pools: readonly number[]): Promise<Map<number, PoolMatch[]>> {
  const found = await queryRows<PoolMatch>(on)`
    select pool, n, match_id as "matchId", outcome, drawn, full_time as "fullTime" from jackpot.match
    where pool = any(${pools}::int[]) order by pool, n`
  return Map.groupBy(found, ({ pool }) => pool)
}

/** The unfinished pools with one of these matches. */
export async function poolsOfMatches(db: Db, matchIds: readonly number[]): Promise<number[]> {
  const found = await queryRows<{ id: number }>(db)`
    select distinct p.id from jackpot.match m join jackpot.pool p on p.id = m.pool
    where m.match_id = any(${matchIds}::int[]) and p.state in ('open', 'closed')`
  return found.map(({ id }) => id)
}

/** The ids of pools that may be closed or settled now, in order, at most `most` after the id `after`. */
export async function duePools(db: Db, { after, most }: { after: number; most: number }): Promise<number[]> {
  const found = await queryRows<{ id: number }>(db)`
    select id from jackpot.pool where id > ${after}::int and (state = 'closed' or (state = 'open' and closes_at <= platform.now()))
    order by id limit ${most}::int`
  return found.map(({ id }) => id)
}

export type NewPool = Pick<
  PoolRow,
  | 'name'
  | 'mode'
  | 'stake'
  | 'tiers'
  | 'voidPolicy'
  | 'maxDoubles'
  | 'maxTriples'
  | 'maxLines'
  | 'closesAt'
  | 'createdBy'
> &
  Pick<PoolRow, 'cancelAt' | 'reduced' | 'deadline' | 'commitment' | 'openedBy' | 'seeded'> & {
    readonly state: 'draft' | 'open'
    readonly matchIds: readonly number[]
  }

/** Locks the pot of a name until the transaction ends. Creates it if it does not exist. */
export async function lockPot(tx: Tx, name: string): Promise<void> {
  await sql`insert into jackpot.pot (name) values (${name}) on conflict (name) do nothing`.execute(tx)
  await sql`select name from jackpot.pot where name = ${name} for update`.execute(tx)
}

/** Writes a pool with its matches. Returns its id and its code, which is the next one that no unfinished pool has. */
export async function insertPool(tx: Tx, pool: NewPool): Promise<{ id: number; code: number }> {
  // Two pools created at the same time must not get the same code.
  await sql`select pg_advisory_xact_lock(hashtextextended('jackpot.code', 0))`.execute(tx)
  const made = await queryRow<{ id: number; code: number }>(tx)`
    insert into jackpot.pool (code, name, state, mode, stake, tiers, void_policy, cancel_at, reduced, deadline, matches, max_doubles,
      max_triples, max_lines, commitment, closes_at, created_by, opened_by, crowd, seeded)
    select (select c from generate_series(1, 9999) c, (select coalesce(max(id), 0) as last from jackpot.pool) l
        where not exists (select from jackpot.pool o where o.code = c and o.state in ('draft', 'open', 'closed'))
        order by (c - 1 - l.last % 9999 + 9999) % 9999 limit 1),
      ${pool.name}, ${pool.state}, ${pool.mode}, ${pool.stake}::bigint, ${JSON.stringify(pool.tiers)}::jsonb, ${pool.voidPolicy},
      ${pool.cancelAt}::int, ${pool.reduced === null ? null : JSON.stringify(pool.reduced)}::jsonb, ${pool.deadline}::timestamptz,
      ${pool.matchIds.length}::int, ${pool.maxDoubles}::int, ${pool.maxTriples}::int, ${pool.maxLines}::int, ${pool.commitment},
      ${pool.closesAt}::timestamptz, ${pool.createdBy}, ${pool.openedBy}, array_fill(0::bigint, array[${pool.matchIds.length * 3}::int]),
      ${pool.seeded}::bigint
    returning id, code`
  const { id = 0, code = 0 } = made ?? {}
  await sql`
    insert into jackpot.match (pool, n, match_id)
    select ${id}::int, n - 1, match_id from unnest(${pool.matchIds}::int[]) with ordinality as m (match_id, n)`.execute(
    tx,
  )
  return { id, code }
}

export async function insertSecret(tx: Tx, pool: number, sealed: Buffer): Promise<void> {
  await sql`insert into jackpot.secret (pool, sealed) values (${pool}::int, ${sealed})`.execute(tx)
}

/** The sealed seed of a pool. */
export async function secretOf(tx: Tx, pool: number): Promise<Buffer | undefined> {
  const found = await queryRow<{ sealed: Buffer }>(tx)`select sealed from jackpot.secret where pool = ${pool}::int`
  return found?.sealed
}

/** Adds tallies to their pools and deletes them, so that reading pools stays cheap. */
export async function foldTallies(tx: Tx): Promise<void> {
  await sql`
    with gone as (
      delete from jackpot.tally where no in (
        select y.no from jackpot.tally y join jackpot.pool p on p.id = y.pool and p.state in ('open', 'closed')
        order by y.no limit 5000 for update of y skip locked)
      returning pool, tickets, lines, crowd),
    sums as (
      select pool, sum(tickets)::bigint as tickets, sum(lines)::bigint as lines, jackpot.sum_crowd(crowd) as crowd from gone group by pool)
    update jackpot.pool p set tickets = p.tickets + s.tickets, lines = p.lines + s.lines, crowd = jackpot.add_crowd(p.crowd, s.crowd)
    from sums s where p.id = s.pool`.execute(tx)
}
