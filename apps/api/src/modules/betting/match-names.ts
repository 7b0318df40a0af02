import type { Catalog, LegFacts } from '#modules/catalog/catalog'
import type { Clock } from '#platform/clock'
import { transact, type Db } from '#platform/db'

const cacheMs = 60_000
const cachedMax = 10_000

/**
 * The match names for the receipts of new bets, cached for a minute: reading them for each bet would double the reads of the hot
 * path, and the facts that change (score, state) are not on a new receipt. They are read over the money pool, so that a placed bet
 * gets its response even when other reads exhaust the main pool.
 */
export function openMatchNames({ moneyDb, catalog, clock }: { moneyDb: Db; catalog: Catalog; clock: Clock }) {
  const cached = new Map<number, { facts: LegFacts; untilMs: number }>()
  return async (matchIds: readonly number[]): Promise<Map<number, LegFacts>> => {
    const nowMs = clock.now()
    const missing = matchIds.filter((id) => (cached.get(id)?.untilMs ?? 0) <= nowMs)
    if (missing.length > 0) {
      if (cached.size > cachedMax) cached.clear()
      const loaded = await transact(moneyDb, (tx) => catalog.legFacts(tx, missing))
      for (const [id, facts] of loaded) cached.set(id, { facts, untilMs: nowMs + cacheMs })
    }
    const names = new Map<number, LegFacts>()
    for (const id of matchIds) {
      const entry = cached.get(id)
      if (entry) names.set(id, entry.facts)
    }
    return names
  }
}
