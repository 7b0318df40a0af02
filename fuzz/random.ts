/** A seeded random generator. */
export type Random = {
  /** A fraction in [0, 1). */
  next(): number
  pick<T>(from: readonly T[]): T
  /** True with this probability. */
  chance(probability: number): boolean
}

/** A generator from a 32-bit seed (Mulberry32). The same seed gives the same numbers. */
export function seededRandom(seed: number): Random {
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
    chance: (probability) => next() < probability,
    pick<T>(from: readonly T[]): T {
      const picked = from[Math.floor(next() * from.length)]
      if (picked === undefined && from.length === 0) throw new Error('cannot pick from an empty list')
      return picked as T
    },
  }
}
