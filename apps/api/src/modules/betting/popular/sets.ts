/** Picks as the bits of a number: bit n stands for the n-th popular pick. */
export type Mask = bigint

/** Slips with the same popular picks, and how many persons have one. */
export type SlipGroup = { readonly mask: Mask; readonly persons: number }

/** Bounds the work: what is common to pairs of slips is found among this number of sets. */
const setsMax = 2_000

/**
 * The sets of two or more picks that more than `above` persons may have together on one slip, those of most slips first, at most `most`. A set
 * that cannot be made larger without losing slips is what some slips have in common, so it is enough to look at those. Their number of persons is
 * an upper bound: a person with several such slips counts for each. Count exactly what this returns.
 */
export function candidateSets(
  groups: readonly SlipGroup[],
  { above, most }: { above: number; most: number },
): readonly Mask[] {
  const bound = (mask: Mask): number =>
    groups.reduce((sum, group) => sum + ((group.mask & mask) === mask ? group.persons : 0), 0)
  // Each set once: slips of many picks have far more pairs than sets that they have in common.
  const sets = new Set(groups.map(({ mask }) => mask).filter((mask) => sizeOf(mask) >= 2))
  for (const one of sets)
    for (const { mask } of groups) {
      if (sets.size >= setsMax) break
      const common: Mask = mask & one
      if (!sets.has(common) && sizeOf(common) >= 2) sets.add(common)
    }
  const found = [...sets].map((mask): [Mask, number] => [mask, bound(mask)])
  return found
    .filter(([, persons]) => persons > above)
    .toSorted(([a, many], [b, more]) => more - many || sizeOf(b) - sizeOf(a))
    .slice(0, most)
    .map(([mask]) => mask)
}

/** The sets that are no part of a larger one among these. */
export const largestSets = <T extends { readonly mask: Mask }>(sets: readonly T[]): readonly T[] =>
  sets.filter(({ mask }) => !sets.some((other) => other.mask !== mask && (other.mask & mask) === mask))

/** How many picks a set has. */
export function sizeOf(mask: Mask): number {
  let size = 0
  for (let rest = mask; rest > 0n; rest &= rest - 1n) size++
  return size
}

/** The places of the picks of a set. */
export const placesOf = (mask: Mask): readonly number[] => {
  const places: number[] = []
  for (let place = 0, rest = mask; rest > 0n; place++, rest >>= 1n) if ((rest & 1n) === 1n) places.push(place)
  return places
}

/** A whole percent, rounded to the nearest. */
export const percentOf = (part: number, whole: number): number => (whole > 0 ? Math.round((part * 100) / whole) : 0)
