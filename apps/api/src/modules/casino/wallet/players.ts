import type { Identity } from '#modules/identity/identity'
import { batcher } from '#platform/batcher'

const cachedMax = 50_000

/** Looks up whether bettors are verified. Verified bettors are cached, because that never changes back. */
export function openPlayers(identity: Pick<Identity, 'bettorFacts'>) {
  const verified = new Set<bigint>()
  // Players who are not cached are looked up in batches: after a start all of them arrive at the same time.
  const isVerified = batcher<bigint, boolean | undefined>({
    ...{ slots: 2, itemsMax: 200, queueMax: 2000 },
    async run(bettors) {
      const facts = await identity.bettorFacts(bettors)
      return bettors.map((bettor) => facts.get(bettor)?.verified)
    },
  })
  return {
    /** Whether a bettor is verified; undefined if there is no such bettor. */
    async find(bettor: bigint): Promise<boolean | undefined> {
      if (verified.has(bettor)) return true
      const found = await isVerified(bettor)
      if (!found) return found
      if (verified.size >= cachedMax) verified.clear()
      verified.add(bettor)
      return true
    },
  }
}
