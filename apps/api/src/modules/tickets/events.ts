/** Events of placement and settlement, for counters and for the fault points of the sandbox. */
export type TicketEvents = {
  /** A placement transaction starts. */
  transaction(): void
  /** The transaction of a new bet is committed. */
  placed(): void
  /** A cash-out is committed. */
  cashedOut(): void
  /** Settled bets of a match are committed. */
  settled(bets: number): void
}

/** Reports the events as counters. */
export function countedEvents(count: (event: string, by?: number) => void): TicketEvents {
  return {
    transaction: () => count('bet_transaction'),
    placed: () => count('bet_placed'),
    cashedOut: () => count('bet_cashed_out'),
    settled: (bets) => count('bet_settled', bets),
  }
}
