import type { Identity } from '#modules/identity/identity'

const cachedMost = 50_000

/** The bettors that providers name, and whether each is verified. Verified ones are remembered: that never changes back. */
export function openPlayers(identity: Pick<Identity, 'bettorFacts'>) {
  const verified = new Set<bigint>()
  return {
    /** Whether a bettor is verified; undefined where there is no such bettor. */
    async find(bettor: bigint): Promise<boolean | undefined> {
      if (verified.has(bettor)) return true
      const facts = (await identity.bettorFacts([bettor])).get(bettor)
      if (!facts?.verified) return facts?.verified
      if (verified.size >= cachedMost) verified.clear()
      verified.add(bettor)
      return true
    },
  }
}
