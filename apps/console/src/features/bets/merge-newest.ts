import type { TicketRow } from '@nare/contract/console-tickets'

/**
 * The list that was read, below the newest tickets as they were published. A published ticket replaces the one that was read; tickets that came
 * before the published ones stay.
 */
export function mergeNewest(read: readonly TicketRow[], newest: readonly TicketRow[]): readonly TicketRow[] {
  if (newest.length === 0) return read
  const published = new Set(newest.map(({ bet_id }) => bet_id))
  return [...newest, ...read.filter(({ bet_id }) => !published.has(bet_id))]
}
