/** Divides an amount in proportion to these weights, at least one of which is above zero. Each part is within a cent of its share, and the parts sum to the amount. */
export function divide(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  let weighed = 0n
  let given = 0n
  return weights.map((weight) => {
    weighed += weight
    const upTo = (amount * weighed) / total
    const part = upTo - given
    given = upTo
    return part
  })
}
