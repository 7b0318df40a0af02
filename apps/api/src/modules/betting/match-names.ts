import type { Catalog, LegFacts } from '#modules/catalog/catalog'
import type { Clock } from '#platform/clock'
import { transact, type Db } from '#platform/db'

const keptMs = 60_000
const keptMost = 10_000

/**
 * The facts of matches for the receipts of bets just placed. Names and numbers hardly ever change, and what does (score, state)
 * is not on a fresh receipt, so they are remembered for a minute: asking for each bet would double the reads of the hot path. They are
 * read by the connections of money, for a bet that is placed has to be answered however many reads there are.
 */
export function openMatchNames({ money, catalog, clock }: { money: Db; catalog: Catalog; clock: Clock }) {
  const kept = new Map<number, { facts: LegFacts; untilMs: number }>()
  return async (matchIds: readonly number[]): Promise<Map<number, LegFacts>> => {
    const nowMs = clock.now()
    const missing = matchIds.filter((id) => (kept.get(id)?.untilMs ?? 0) <= nowMs)
    if (missing.length > 0) {
      if (kept.size > keptMost) kept.clear()
      const read = await transact(money, (tx) => catalog.legFacts(tx, missing))
      for (const [id, facts] of read) kept.set(id, { facts, untilMs: nowMs + keptMs })
    }
    const found = new Map<number, LegFacts>()
    for (const id of matchIds) {
      const known = kept.get(id)
      if (known) found.set(id, known.facts)
    }
    return found
  }
}
