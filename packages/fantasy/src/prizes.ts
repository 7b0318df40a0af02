/** The promo points for a range of ranks in a week. */
export type Prize = { readonly from: number; readonly to: number; readonly points: number }

export const prizes: readonly Prize[] = [
  { from: 1, to: 1, points: 1000 },
  { from: 2, to: 2, points: 500 },
  { from: 3, to: 3, points: 250 },
  { from: 4, to: 10, points: 100 },
  { from: 11, to: 50, points: 20 },
]

/** The lowest rank with a prize. */
export const prizeRanks = 50

/**
 * The prize of each of `tied` teams that share a rank: the prizes of the ranks they occupy, divided equally and rounded down. Teams without
 * points win nothing.
 */
export function prizeOf({ rank, tied, points }: { rank: number; tied: number; points: number }): number {
  if (points <= 0) return 0
  const taken = prizes.reduce((sum, { from, to, points: each }) => {
    const ranks = Math.min(to, rank + tied - 1) - Math.max(from, rank) + 1
    return sum + Math.max(0, ranks) * each
  }, 0)
  return Math.floor(taken / tied)
}
