import { common, isEmpty, isWithin, type CellSet } from './winning-cells.ts'

/** Parts, by their place, that cannot all win, or the first of which wins whenever the others do. */
export type SetConflict = { readonly parts: readonly number[]; readonly why: 'impossible' | 'implied' }

/**
 * The conflicts among parts that win in these sets of the possible courses: every fewest parts that cannot all win, and for each part that is
 * certain given others the fewest such others. Parts that always win together are named once. At most eight parts.
 */
export function conflictsAmong(possible: CellSet, winning: readonly CellSet[]): SetConflict[] {
  if (winning.length === 0) return []
  if (isFree(possible, winning)) return []
  const groups = groupsOf(winning.length)
  const both = jointSets(possible, winning)
  const impossible = fewest(groups.filter((group) => group !== 0 && isEmpty(both[group] ?? possible)))
  const implied = winning.flatMap((own, at) =>
    fewest(
      groups.filter((group) => {
        const set = both[group] ?? possible
        return (group & (1 << at)) === 0 && !isEmpty(set) && isWithin(set, own)
      }),
    )
      .slice(0, 1)
      .map((group) => ({ at, group })),
  )
  const together = new Set<number>()
  return [
    ...impossible.map((group): SetConflict => ({ parts: placesOf(group), why: 'impossible' })),
    ...implied.flatMap(({ at, group }): SetConflict[] => {
      const all = group | (1 << at)
      if (together.has(all)) return []
      together.add(all)
      return [{ parts: [at, ...placesOf(group)], why: 'implied' }]
    }),
  ]
}

/** Whether all parts can win, and none is certain given all others: then there is no conflict. */
function isFree(possible: CellSet, winning: readonly CellSet[]): boolean {
  const after: CellSet[] = [possible]
  for (let at = winning.length - 1; at > 0; at--) {
    const next = after[0]
    const own = winning[at]
    if (next && own) after.unshift(common(next, own))
  }
  let before = possible
  for (const [at, own] of winning.entries()) {
    const others = common(before, after[at] ?? possible)
    if (isWithin(others, own)) return false
    before = common(before, own)
  }
  return !isEmpty(before)
}

const groupsByCount = new Map<number, readonly number[]>()

/** Every group of this many parts as bits, the smallest groups first, from the empty one. */
function groupsOf(count: number): readonly number[] {
  const kept = groupsByCount.get(count)
  if (kept) return kept
  const all = Array.from({ length: 1 << count }, (_, group) => group)
  const made = all.toSorted((a, b) => placesOf(a).length - placesOf(b).length || a - b)
  groupsByCount.set(count, made)
  return made
}

function placesOf(group: number): number[] {
  return Array.from({ length: 32 - Math.clz32(group) }, (_, at) => at).filter((at) => group & (1 << at))
}

/** The possible courses in which all of a group win, by group. */
function jointSets(possible: CellSet, winning: readonly CellSet[]): CellSet[] {
  const sets = [possible]
  for (const [at, own] of winning.entries())
    for (let group = 0; group < 1 << at; group++) sets[group | (1 << at)] = common(sets[group] ?? possible, own)
  return sets
}

/** The groups, given in order of size, that contain no other of them. */
function fewest(groups: readonly number[]): number[] {
  const kept: number[] = []
  for (const group of groups) if (kept.every((one) => (one & group) !== one)) kept.push(group)
  return kept
}
