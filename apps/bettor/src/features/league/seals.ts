import type { Entries } from '@nare/client/storage'

const key = 'league-seals'
const sealsMax = 24
const keptMs = 24 * 3_600_000

/**
 * Stores the seals that this browser received while their rounds were open for betting, the newest twenty-four. A later check compares
 * them, so a seal that was changed after the bets is detected.
 */
export function storeSeals(stored: Entries, rounds: readonly { round_id: string; commitment: string }[]): void {
  const before = seals(stored)
  const known = new Map(before)
  // The first seal of a round counts.
  for (const { round_id, commitment } of rounds) if (!known.has(round_id)) known.set(round_id, commitment)
  if (known.size > before.length) stored.write(key, [...known].slice(-sealsMax), keptMs)
}

/** The seal that was first received for a round, or undefined. */
export const firstSeenSeal = (stored: Entries, roundId: string): string | undefined =>
  new Map(seals(stored)).get(roundId)

function seals(stored: Entries): [string, string][] {
  const kept = stored.read(key)
  const isPair = (one: unknown): one is [string, string] =>
    Array.isArray(one) && one.length === 2 && one.every((each) => typeof each === 'string')
  return Array.isArray(kept) ? kept.filter(isPair) : []
}
