import type { Entries } from '@nare/client/storage'

const key = 'game-seals'
const sealsMax = 100
const keptMs = 30 * 24 * 3_600_000

type Sealed = { round_id: string; fairness: { server_seed_hash: string } }

/**
 * Stores the first server seed hash that this browser received with a round, for the newest hundred rounds. The check of a round compares
 * it with the published hash, and so detects a seed that was changed after the round.
 */
export function storeSeal(stored: Entries, { round_id, fairness }: Sealed): void {
  const before = seals(stored)
  if (before.some(([id]) => id === round_id)) return
  stored.write(key, [...before, [round_id, fairness.server_seed_hash]].slice(-sealsMax), keptMs)
}

/** The hash that was first received with a round, or undefined. */
export const firstSeenSeal = (stored: Entries, roundId: string): string | undefined =>
  new Map(seals(stored)).get(roundId)

function seals(stored: Entries): [string, string][] {
  const kept = stored.read(key)
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string')
  return Array.isArray(kept) ? kept.filter(isPair) : []
}
