import type { Entries } from '@nare/client/storage'

const key = 'league-seals'
const most = 24
const keptMs = 24 * 3_600_000

/**
 * The seals that this browser saw while their rounds could be bet on, the newest twenty-four: a later check compares them, so a
 * seal that was changed after the bets is found.
 */
export function storeSeals(stored: Entries, rounds: readonly { round_id: string; commitment: string }[]): void {
  const before = seals(stored)
  const known = new Map(before)
  // The first seal seen of a round is the one that counts.
  for (const { round_id, commitment } of rounds) if (!known.has(round_id)) known.set(round_id, commitment)
  if (known.size > before.length) stored.write(key, [...known].slice(-most), keptMs)
}

/** The seal of a round as it was first seen, or undefined. */
export const sealSeen = (stored: Entries, roundId: string): string | undefined => new Map(seals(stored)).get(roundId)

function seals(stored: Entries): [string, string][] {
  const kept = stored.read(key)
  const isPair = (one: unknown): one is [string, string] =>
    Array.isArray(one) && one.length === 2 && one.every((each) => typeof each === 'string')
  return Array.isArray(kept) ? kept.filter(isPair) : []
}
