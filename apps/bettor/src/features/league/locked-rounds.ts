import type { Pick } from '../../state/picks.ts'

/** The numbers of the rounds of these picks, ascending, and the count of the picks. */
export function lockedRounds(picks: readonly Pick[]): { rounds: number[]; count: number } {
  const rounds = new Set(picks.flatMap(({ round }) => (round ? [round.round_number] : [])))
  return { rounds: [...rounds].toSorted((a, b) => a - b), count: picks.length }
}
