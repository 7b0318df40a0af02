import type { Named, RoundRow } from './store.ts'

const roundsMax = 50_000

/**
 * Caches the tickets of recent rounds, so that a call can lock them without a query first. If a round is not cached and turns out to have a
 * ticket, the call is prepared again.
 */
export function rememberTickets() {
  const betIds = new Map<string, bigint>()
  const keyOf = ({ provider, bettor }: Named, roundId: string): string => `${provider} ${bettor} ${roundId}`
  return {
    known: (named: Named, roundIds: readonly string[]): bigint[] =>
      roundIds.flatMap((roundId) => betIds.get(keyOf(named, roundId)) ?? []),

    keep(named: Named, rounds: ReadonlyMap<string, RoundRow>): void {
      for (const { roundId, betId } of rounds.values()) {
        const key = keyOf(named, roundId)
        if (betId === null || betIds.has(key)) continue
        if (betIds.size >= roundsMax) for (const oldest of betIds.keys()) if (betIds.delete(oldest)) break
        betIds.set(key, betId)
      }
    },
  }
}
