/**
 * The root of a strictly monotone function between `low` and `high`: Newton's method within a shrinking bracket. `at` returns the value and
 * the slope. Undefined if both ends have the same sign. `start` is the first guess, by default the middle.
 */
export function findRoot(
  at: (x: number) => [value: number, slope: number],
  low: number,
  high: number,
  start = (low + high) / 2,
): number | undefined {
  const [first] = at(low)
  const [last] = at(high)
  if (first === 0) return low
  if (last === 0) return high
  if (first > 0 === last > 0) return undefined
  let [negative, positive] = first < 0 ? [low, high] : [high, low]
  let x = start
  for (let step = 0; step < stepsMax; step++) {
    const [value, slope] = at(x)
    if (value === 0) return x
    if (value < 0) negative = x
    else positive = x
    const newton = x - value / slope
    const inside = newton > Math.min(negative, positive) && newton < Math.max(negative, positive)
    const next = inside ? newton : (negative + positive) / 2
    if (Math.abs(next - x) <= 1e-16 * (1 + Math.abs(next))) return next
    x = next
  }
  return x
}

const stepsMax = 200
