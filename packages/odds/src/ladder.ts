import { type Price, price } from '@nare/money/money'

/** Steps of the price ladder in hundredths: prices below `below` are multiples of `step`. */
const ladder: readonly { below: number; step: number }[] = [
  { below: 300, step: 1 },
  { below: 500, step: 5 },
  { below: 1_000, step: 10 },
  { below: 2_000, step: 25 },
  { below: 5_000, step: 50 },
  { below: 10_000, step: 100 },
  { below: 20_000, step: 500 },
  { below: 100_000, step: 1_000 },
]

const lowest = 101
const highest = 100_000

/**
 * The highest ladder price that is not above `odds`: steps of 0.01 to 3, 0.05 to 5, 0.10 to 10, 0.25 to 20, 0.50 to 50, 1 to 100, 5 to 200,
 * 10 to 1000. The result is between 1.01 and 1000.00 and always a whole hundredth.
 */
export function toLadder(odds: number): Price {
  const hundredths = Math.floor(odds * 100 + 1e-7)
  if (!(hundredths > lowest)) return fromHundredths(lowest)
  if (hundredths >= highest) return fromHundredths(highest)
  const step = ladder.find(({ below }) => hundredths < below)?.step ?? 1
  return fromHundredths(hundredths - (hundredths % step))
}

/** Rounds decimal odds to the nearest hundredth, without the ladder. */
export function toHundredth(odds: number): Price {
  return fromHundredths(Math.round(odds * 100))
}

/** The implied probability of a price. */
export function implied(at: Price): number {
  return 1000 / Number(at)
}

function fromHundredths(hundredths: number): Price {
  return price(BigInt(hundredths) * 10n)
}
