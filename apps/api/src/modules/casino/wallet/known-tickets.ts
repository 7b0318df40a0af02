import type { Named, RoundRow } from './store.ts'

const roundsMax = 50_000

/**
 * Remembers the tickets of the rounds that this process has seen last, so that a call locks them first without a query. A round that is
 * not remembered is looked up when the call has found that it has a ticket.
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
