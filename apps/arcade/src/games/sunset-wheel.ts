import type { Draw } from '../machine.ts'

/** The payout of a bet on a kind of segment, stake included, and the number of such segments of fifty: each kind returns 48/50. */
export const kinds = [
  { pays: 2, segments: 24 },
  { pays: 4, segments: 12 },
  { pays: 8, segments: 6 },
  { pays: 12, segments: 4 },
  { pays: 16, segments: 3 },
  { pays: 48, segments: 1 },
] as const

/** The payouts of the fifty segments around the wheel. The rarer ones are spread evenly. */
export const segments: readonly number[] = spread()

function spread(): number[] {
  const wheel = Array.from({ length: 50 }, () => 0)
  for (const { pays, segments: count } of [...kinds].reverse()) {
    for (let n = 0; n < count; n++) {
      let at = Math.floor((n * wheel.length) / count)
      while (wheel[at] !== 0) at = (at + 1) % wheel.length
      wheel[at] = pays
    }
  }
  return wheel
}

export const drawSegment = (draw: Draw): number => draw(segments.length)

/** The phases of a round of the wheel, in milliseconds. */
export const phases = { betting: 12_000, spinning: 5000, result: 3000 } as const
