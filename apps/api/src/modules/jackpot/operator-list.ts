import type { Db } from '#platform/db'
import type { Page, Paged } from '#platform/paging'
import type { OperatedPool, WholePool } from './operator-views.ts'
import { finalOutcomes, type JackpotCatalog } from './outcomes.ts'
import { allPools, matchesOf, poolsById, type PoolState } from './pool-store.ts'
import type { Pots } from './pot.ts'

type Deps = {
  readonly db: Db
  readonly catalog: Pick<JackpotCatalog, 'resultsOf' | 'legFacts'>
  readonly pots: Pick<Pots, 'balances'>
}

/** Opens what operators read of pools in all states. */
export function openPoolList({ db, catalog, pots }: Deps) {
  return {
    /** A page of all pools, or of those in a state, newest first. Its results are read at once. */
    async list({ state, ...page }: Page & { readonly state?: PoolState | undefined }): Promise<Paged<OperatedPool>> {
      const { rows, ...paged } = await allPools(db, state, page)
      const [matches, carried] = await Promise.all([
        matchesOf(
          db,
          rows.map(({ id }) => id),
        ),
        pots.balances(
          db,
          rows.map(({ name }) => name),
        ),
      ])
      const idsOf = (id: number): number[] => (matches.get(id) ?? []).map(({ matchId }) => matchId)
      const all = [...new Set(rows.flatMap(({ id }) => idsOf(id)))]
      const ended = await finalOutcomes(catalog, db, all, true)
      const final = new Set(all.filter((_, at) => ended[at] !== undefined))
      return {
        rows: rows.map((pool) => ({
          pool,
          pot: carried.get(pool.name) ?? 0n,
          final: idsOf(pool.id).filter((id) => final.has(id)).length,
        })),
        ...paged,
      }
    },

    /** A pool in any state with its matches; undefined if there is none. */
    async whole(id: number): Promise<WholePool | undefined> {
      const [pool] = await poolsById(db, [id])
      if (!pool) return undefined
      const ids = ((await matchesOf(db, [id])).get(id) ?? []).map(({ matchId }) => matchId)
      const [facts, ended, carried] = await Promise.all([
        catalog.legFacts(db, ids),
        finalOutcomes(catalog, db, ids, true),
        pots.balances(db, [pool.name]),
      ])
      return {
        pool,
        pot: carried.get(pool.name) ?? 0n,
        final: ended.filter((one) => one !== undefined).length,
        on: ids.map((match, at) => ({ id: match, facts: facts.get(match), end: ended[at] })),
      }
    },
  }
}
