/** The number of bets of a system: for each size, the number of combinations of that many legs. */
export function systemBets(legs: number, sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + combinations(legs, size), 0)
}

/** The chosen sizes that a slip of so many legs has: a size can be larger than a slip from which picks were removed. */
export const sizesOf = (legs: number, sizes: readonly number[]): number[] => sizes.filter((size) => size <= legs)

function combinations(legs: number, size: number): number {
  let ways = 1
  for (let i = 0; i < size; i++) ways = (ways * (legs - i)) / (i + 1)
  return ways
}
