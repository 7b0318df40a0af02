/** The number of bets of a system: for each size, the number of combinations of that many legs. */
export function systemBets(legs: number, sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + combinations(legs, size), 0)
}

function combinations(legs: number, size: number): number {
  let ways = 1
  for (let i = 0; i < size; i++) ways = (ways * (legs - i)) / (i + 1)
  return ways
}
