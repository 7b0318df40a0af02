/** Chance that comes again with its seed. */
export type Chance = {
  /** A fraction in [0, 1). */
  next(): number
  pick<T>(from: readonly T[]): T
  /** Whether something happens that happens `share` of the times. */
  happens(share: number): boolean
}

/** Chance from a seed of 32 bits (Mulberry32): the same seed, the same course. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    happens: (share) => next() < share,
    pick<T>(from: readonly T[]): T {
      const picked = from[Math.floor(next() * from.length)]
      if (picked === undefined && from.length === 0) throw new Error('there is nothing to pick from')
      return picked as T
    },
  }
}
