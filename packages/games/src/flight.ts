/** m(t) = e^(growth × t), t in milliseconds. */
const growth = 0.00006

/** The multiplier in hundredths after a flight of `ms` whole milliseconds, rounded down. */
export function multiplierAt(ms: number): number {
  return Math.floor(100 * Math.exp(growth * ms))
}

/** The first millisecond of a flight at which the multiplier has reached `hundredths`. */
export function reachedAt(hundredths: number): number {
  let ms = Math.max(0, Math.floor(Math.log(hundredths / 100) / growth) - 2)
  while (multiplierAt(ms) < hundredths) ms++
  while (ms > 0 && multiplierAt(ms - 1) >= hundredths) ms--
  return ms
}
