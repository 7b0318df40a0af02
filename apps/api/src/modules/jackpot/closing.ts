import type { Ledger } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import { lockExclusive } from '#platform/locks'
import { hasNotStarted, type JackpotCatalog } from './outcomes.ts'
import { lockPool, markClosed, storeClosingTime, type LockedPool } from './plan-store.ts'
import { matchesOf, poolsById, type PoolRow } from './pool-store.ts'
import type { Pots } from './pot.ts'

export type ClosingDeps = {
  readonly db: Db
  readonly catalog: JackpotCatalog
  readonly ledger: Ledger
  readonly pots: Pots
  /** The current time of the database's clock. */
  readonly now: () => Promise<Date>
}

/** An exclusively locked pool with its matches: no ticket can be placed on it until the transaction ends. */
export type ExclusivePool = {
  readonly pool: PoolRow
  readonly locked: LockedPool
  readonly matchIds: readonly number[]
  /** Whether none of its matches has started. */
  readonly isBeforeKickOff: boolean
  /** The first kick-off. */
  readonly firstAt: Date
}

/** Locks a pool against tickets and against every other change, until the transaction ends. */
export async function lockPoolExclusive(
  { catalog }: Pick<ClosingDeps, 'catalog'>,
  tx: Tx,
  id: number,
): Promise<ExclusivePool | undefined> {
  await lockExclusive(tx, 'jackpot', [id])
  return poolIn({ catalog }, tx, id, { lock: true })
}

/** A pool with its matches as they are; `lock` locks its row. */
export async function poolIn(
  { catalog }: Pick<ClosingDeps, 'catalog'>,
  tx: Tx,
  id: number,
  { lock }: { lock: boolean },
): Promise<ExclusivePool | undefined> {
  const locked = await lockPool(tx, id, { lock })
  const [pool] = locked ? await poolsById(tx, [id]) : []
  if (!locked || !pool) return undefined
  const matchIds = ((await matchesOf(tx, [id])).get(id) ?? []).map(({ matchId }) => matchId)
  const facts = await catalog.legFacts(tx, matchIds)
  const starts = [...facts.values()].map(({ start_time }) => Date.parse(start_time))
  return {
    pool,
    locked,
    matchIds,
    isBeforeKickOff: matchIds.every((matchId) => hasNotStarted(facts.get(matchId), locked.now)),
    firstAt: starts.length === 0 ? pool.closesAt : new Date(Math.min(...starts)),
  }
}

/** Closes a pool in the caller's transaction, which has locked it. Money carried over under the pool's name becomes the pool's. */
export async function closePool({ pots }: Pick<ClosingDeps, 'pots'>, tx: Tx, { pool }: ExclusivePool): Promise<void> {
  const carried = pool.mode === 'fixed' ? 0n : await pots.empty(tx, { pool: pool.id, name: pool.name })
  await markClosed(tx, pool.id, carried)
}

/** What a pool takes over if it closes now. Writes nothing. */
export async function carriedNow(
  { pots }: Pick<ClosingDeps, 'pots'>,
  tx: Tx,
  { mode, name }: Pick<PoolRow, 'mode' | 'name'>,
): Promise<bigint> {
  return mode === 'fixed' ? 0n : ((await pots.balances(tx, [name])).get(name) ?? 0n)
}

/**
 * Closes an open pool once one of its matches has started. Until then stores the time of its first kick-off. Returns whether the pool is no
 * longer open.
 */
export function closeIfDue(deps: ClosingDeps, id: number): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const locked = await lockPoolExclusive(deps, tx, id)
    if (locked?.pool.state !== 'open') return true
    if (!locked.isBeforeKickOff) {
      await closePool(deps, tx, locked)
      return true
    }
    if (locked.firstAt.getTime() !== locked.pool.closesAt.getTime()) await storeClosingTime(tx, id, locked.firstAt)
    return false
  })
}
