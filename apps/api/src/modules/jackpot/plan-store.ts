import { sql } from 'kysely'
import type { Effect } from '@nare/jackpot/score'
import type { Outcome } from '@nare/jackpot/terms'
import { queryRow, queryRows, type Tx } from '#platform/db'
import type { PoolState, ResultRow } from './pool-store.ts'

/** The payout plan of a closed pool, decided once. Amounts are text in cents. */
export type Plan =
  | { readonly kind: 'cancel'; readonly reason: string }
  | {
      readonly kind: 'play'
      readonly effects: readonly Effect[]
      readonly prizes: readonly (readonly [score: number, prize: string])[]
      readonly tiers: readonly ResultRow[]
      readonly best: number | null
      readonly paid: string
      readonly rounding: string
      readonly rolls: string
    }

export type LockedPool = {
  readonly state: PoolState
  readonly plan: Plan | null
  readonly upTo: bigint
  readonly paid: bigint
  readonly refunded: bigint
  readonly staked: bigint
  readonly carriedIn: bigint
  readonly cancelBy: string | null
  readonly now: Date
}

/** Locks the row of a pool until the transaction ends, to change its state or settle a part of its tickets; without `lock` it only reads it. */
export function lockPool(
  tx: Tx,
  pool: number,
  { lock = true }: { lock?: boolean } = {},
): Promise<LockedPool | undefined> {
  return queryRow<LockedPool>(tx)`
    select state, plan, up_to as "upTo", paid, refunded, staked, carried_in as "carriedIn", cancel_by as "cancelBy", platform.now() as now
    from jackpot.pool where id = ${pool}::int ${lock ? sql`for update` : sql``}`
}

/** The states of these pools. Acquire their shared locks first. */
export async function statesOf(tx: Tx, pools: readonly number[]): Promise<Map<number, PoolState>> {
  const rows = await queryRows<{ id: number; state: PoolState }>(tx)`
    select id, state from jackpot.pool where id = any(${pools}::int[])`
  return new Map(rows.map(({ id, state }) => [id, state]))
}

export async function openDraft(tx: Tx, pool: number, by: { operator: string; closesAt: Date }): Promise<void> {
  await sql`
    update jackpot.pool set state = 'open', opened_by = ${by.operator}, closes_at = ${by.closesAt}::timestamptz where id = ${pool}::int`.execute(
    tx,
  )
}

export async function markClosed(tx: Tx, pool: number, carriedIn: bigint): Promise<void> {
  await sql`
    update jackpot.pool set state = 'closed', closed_at = platform.now(), carried_in = ${carriedIn}::bigint where id = ${pool}::int`.execute(
    tx,
  )
}

export async function storeClosingTime(tx: Tx, pool: number, closesAt: Date): Promise<void> {
  await sql`update jackpot.pool set closes_at = ${closesAt}::timestamptz where id = ${pool}::int`.execute(tx)
}

export async function requestCancellation(tx: Tx, pool: number, operator: string): Promise<void> {
  await sql`update jackpot.pool set cancel_by = ${operator} where id = ${pool}::int`.execute(tx)
}

export type MatchEnd = {
  readonly outcome: Outcome | 'void'
  readonly drawn: Outcome | null
  readonly fullTime: string | null
}

/** Stores the payout plan of a closed pool, and the outcomes of its matches in their order. */
export async function storePlan(
  tx: Tx,
  { pool, plan, staked, ends }: { pool: number; plan: Plan; staked: bigint; ends: readonly (MatchEnd | undefined)[] },
): Promise<void> {
  await sql`
    update jackpot.pool set plan = ${JSON.stringify(plan)}::jsonb, staked = ${staked}::bigint, fault = null where id = ${pool}::int`.execute(
    tx,
  )
  const known = ends.flatMap((end, n) => (end ? [{ n, ...end }] : []))
  await sql`
    update jackpot.match m set outcome = e.outcome, drawn = e.drawn, full_time = e.full_time
    from unnest(${known.map((e) => e.n)}::int[], ${known.map((e) => e.outcome)}::text[], ${known.map((e) => e.drawn)}::text[],
      ${known.map((e) => e.fullTime)}::text[]) as e (n, outcome, drawn, full_time)
    where m.pool = ${pool}::int and m.n = e.n`.execute(tx)
}

/** Stores the progress of a settlement: the last settled ticket and the amounts paid. */
export async function advancePool(
  tx: Tx,
  { pool, upTo, paid, refunded }: { pool: number; upTo: bigint; paid: bigint; refunded: bigint },
): Promise<void> {
  await sql`
    update jackpot.pool set up_to = ${upTo}::bigint, paid = paid + ${paid}::bigint, refunded = refunded + ${refunded}::bigint
    where id = ${pool}::int`.execute(tx)
}

export type PoolEnd = {
  readonly pool: number
  readonly state: 'settled' | 'cancelled'
  readonly results: readonly ResultRow[]
  readonly best: number | null
  readonly rounding: bigint
  readonly carriedOut: bigint
  readonly seed: string | null
}

/** Stores the final state of a pool. It does not change afterwards. */
export async function endPool(tx: Tx, end: PoolEnd): Promise<void> {
  await sql`
    update jackpot.pool set state = ${end.state}, settled_at = platform.now(), results = ${JSON.stringify(end.results)}::jsonb,
      best = ${end.best}::int, rounding = ${end.rounding}::bigint, carried_out = ${end.carriedOut}::bigint, seed = ${end.seed}, fault = null
    where id = ${end.pool}::int`.execute(tx)
}

export async function recordFault(tx: Tx, pool: number, fault: string): Promise<void> {
  await sql`
    update jackpot.pool set fault = ${fault.slice(0, 500)} where id = ${pool}::int and state in ('open', 'closed')`.execute(
    tx,
  )
}
