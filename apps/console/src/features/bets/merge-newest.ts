import type { TicketRow } from '@nare/contract/console-tickets'

/**
 * The list that was read, below the newest tickets as they were published. A published ticket replaces the one that was read; tickets that came
 * before the published ones stay. Published tickets have no names; a bettor whose name was read keeps it.
 */
export function mergeNewest(read: readonly TicketRow[], newest: readonly TicketRow[]): readonly TicketRow[] {
  if (newest.length === 0) return read
  const published = new Set(newest.map(({ bet_id }) => bet_id))
  const names = new Map(read.map(({ bettor_id, bettor_name }) => [bettor_id, bettor_name]))
  const named = newest.map((row) => {
    const bettor_name = names.get(row.bettor_id)
    return bettor_name === undefined ? row : { ...row, bettor_name }
  })
  return [...named, ...read.filter(({ bet_id }) => !published.has(bet_id))]
}
