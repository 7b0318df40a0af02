/** The crash point in hundredths of 52 random bits: a target T is reached with probability 0.97 / T. */
export function jetPoint(r: bigint): number {
  const range = 2n ** 52n
  const point = (97n * range) / (range - r)
  return point < 100n ? 100 : Number(point)
}

/** The multiplier in hundredths after a flight of `ms` milliseconds. */
export const jetAt = (ms: number): number => Math.floor(100 * Math.exp(0.00012 * Math.max(0, ms)))

/** The milliseconds until a flight reaches a multiplier. */
export const jetMs = (hundredths: number): number => Math.ceil(Math.log(hundredths / 100) / 0.00012)
