import type { EffectView } from '@nare/contract/effect'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { effectWithoutTickets } from '#modules/ledger/ledger'
import { transact, type Tx } from '#platform/db'
import type { Basis } from '#platform/operator-calls'
import { inSnapshot } from '#platform/snapshot'
import { carriedNow, closePool, lockPoolExclusive, poolIn, type ClosingDeps, type ExclusivePool } from './closing.ts'
import { requestCancellation, markClosed, openDraft } from './plan-store.ts'
import type { PoolState } from './pool-store.ts'
import { effectOfRefunds, effectOfRows } from './effects.ts'
import { rowsToSettle, storeCancelPlan, type SettlingDeps } from './settling.ts'

type Changed<F extends string, S extends string = PoolState> = Promise<
  Outcome<S, Extract<F, 'not_found' | 'not_allowed' | 'match_started'>>
>
type ByOperator = { readonly id: number; readonly operator: string }
/** Whether two operators count as one person. */
type SamePerson = (tx: Tx, one: string, other: string) => Promise<boolean>

/** A pool that has not ended and whose matches have not begun. */
function cancellable(
  found: ExclusivePool | undefined,
): Outcome<ExclusivePool, 'not_found' | 'not_allowed' | 'match_started'> {
  if (!found) return refused('not_found')
  if (!['draft', 'open', 'closed'].includes(found.pool.state) || found.locked.plan)
    return refused('not_allowed', undefined, 'This jackpot has ended')
  return found.isBeforeKickOff ? done(found) : refused('match_started')
}

const notOpen = refused('not_allowed', undefined, 'This jackpot is not open')
const notConfirmed = refused('not_allowed', undefined, 'Not all results of this jackpot are confirmed')

/** The commands of operators on pools. The caller writes the audit log. `settle` settles a closed pool. */
export function openOperating(
  deps: ClosingDeps & Pick<SettlingDeps, 'sealing'> & { readonly settle: (id: number) => Promise<unknown> },
) {
  const withPool = <T>(id: number, work: (tx: Tx, locked: ExclusivePool) => Promise<T>, missing: T): Promise<T> =>
    transact(deps.db, async (tx) => {
      const locked = await lockPoolExclusive(deps, tx, id)
      return locked ? work(tx, locked) : missing
    })

  return {
    /** Opens a draft that another operator has created. */
    open: ({
      id,
      operator,
      samePerson,
    }: ByOperator & { readonly samePerson: SamePerson }): Changed<'not_found' | 'not_allowed' | 'match_started'> =>
      withPool<Awaited<Changed<'not_found' | 'not_allowed' | 'match_started'>>>(
        id,
        async (tx, { pool, isBeforeKickOff, firstAt }) => {
          if (pool.state !== 'draft') return refused('not_allowed', undefined, 'This jackpot is not a draft')
          if (await samePerson(tx, pool.createdBy, operator))
            return refused('not_allowed', undefined, 'A second operator opens this jackpot')
          if (!isBeforeKickOff) return refused('match_started')
          await openDraft(tx, id, { operator, closesAt: firstAt })
          return done('open')
        },
        refused('not_found'),
      ),

    /** Closes an open pool for tickets before its first kick-off. */
    close: ({ id }: ByOperator): Changed<'not_found' | 'not_allowed'> =>
      withPool<Awaited<Changed<'not_found' | 'not_allowed'>>>(
        id,
        async (tx, locked) => {
          if (locked.pool.state !== 'open') return notOpen
          await closePool(deps, tx, locked)
          return done('closed')
        },
        refused('not_found'),
      ),

    /** What closing an open pool would do: what its tickets are paid is decided by results that nobody knows. */
    foreseeClose: (id: number): Promise<Outcome<EffectView, 'not_found' | 'not_allowed'>> =>
      inSnapshot(deps.db, async (tx) => {
        const found = await poolIn(deps, tx, id, { lock: false })
        if (!found) return refused('not_found')
        return found.pool.state === 'open' ? done(await effectWithoutTickets(tx, { unknown: 'results' })) : notOpen
      }),

    /** What a cancellation rests on: the pool, locked, which has not ended and whose matches have not begun. */
    async cancelBasis(tx: Tx, id: number): Promise<Outcome<Basis, 'not_found' | 'not_allowed' | 'match_started'>> {
      const found = cancellable(await lockPoolExclusive(deps, tx, id))
      if (!found.ok) return found
      const { pool } = found.value
      const { bets, paid, taken_back } = await effectOfRefunds(tx, pool)
      return done({ facts: { name: pool.name, state: pool.state }, effect: { bets, paid, taken_back } })
    },

    /** What a cancellation would do, from a snapshot. */
    foreseeCancel: (id: number): Promise<Outcome<EffectView, 'not_found' | 'not_allowed' | 'match_started'>> =>
      inSnapshot(deps.db, async (tx) => {
        const found = cancellable(await poolIn(deps, tx, id, { lock: false }))
        return found.ok ? done(await effectOfRefunds(tx, found.value.pool)) : found
      }),

    /** Cancels a pool that `cancelBasis` has locked. `settle` then refunds all stakes. */
    async cancelIn(tx: Tx, { id, operator }: ByOperator): Changed<'not_found'> {
      const found = await lockPoolExclusive(deps, tx, id)
      if (!found) return refused('not_found')
      await requestCancellation(tx, id, operator)
      if (found.pool.state !== 'closed') await markClosed(tx, id, 0n)
      await storeCancelPlan(tx, id)
      return done('cancelled')
    },

    /** Settles a closed pool whose results are all confirmed. */
    async settle({ id }: ByOperator): Changed<'not_found' | 'not_allowed'> {
      const settled = await deps.settle(id)
      if (settled === 'not_found') return refused('not_found')
      return settled === 'settled' || settled === 'cancelled' ? done(settled) : notConfirmed
    },

    /** What `settle` would do, from a snapshot. */
    foreseeSettle: (id: number): Promise<Outcome<EffectView, 'not_found' | 'not_allowed'>> =>
      inSnapshot(deps.db, async (tx) => {
        const found = await poolIn(deps, tx, id, { lock: false })
        if (!found) return refused('not_found')
        const { pool, locked, isBeforeKickOff } = found
        if (pool.state === 'settled' || pool.state === 'cancelled') return done(await effectWithoutTickets(tx))
        // An open pool whose matches have begun is closed by its settlement.
        const isOpen = pool.state === 'open' && !isBeforeKickOff
        if (pool.state !== 'closed' && !isOpen) return notConfirmed
        const carriedIn = isOpen ? await carriedNow(deps, tx, pool) : pool.carriedIn
        const rows = await rowsToSettle(deps, tx, { pool: { ...pool, carriedIn }, locked })
        return rows ? done(await effectOfRows(tx, rows)) : notConfirmed
      }),
  }
}
