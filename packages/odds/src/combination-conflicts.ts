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
  const [groups, jointOf] = [groupsOf(winning.length), jointsOf(possible, winning)]
  const all = (1 << winning.length) - 1
  const impossible: number[] = []
  const isNever = (group: number): boolean => impossible.some((one) => (one & group) === one)
  if (isEmpty(jointOf(all)))
    for (const group of groups) if (group !== 0 && !isNever(group) && isEmpty(jointOf(group))) impossible.push(group)
  // The groups come in order of size, so the first one that makes a part certain is the fewest.
  const implied = winning.flatMap((own, at) => {
    const others = all ^ (1 << at)
    if (!isNever(others) && !isWithin(jointOf(others), own)) return []
    const group = groups.find((of) => (of & ~others) === 0 && !isNever(of) && isWithin(jointOf(of), own))
    return group === undefined ? [] : [{ at, group }]
  })
  const together = new Set<number>()
  return [
    ...impossible.map((group): SetConflict => ({ parts: placesOf(group), why: 'impossible' })),
    ...implied.flatMap(({ at, group }): SetConflict[] => {
      const names = group | (1 << at)
      if (together.has(names)) return []
      together.add(names)
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

/** The possible courses in which all of a group win, each worked out when it is first asked for: few of the 256 groups of eight parts are. */
function jointsOf(possible: CellSet, winning: readonly CellSet[]): (group: number) => CellSet {
  const known = new Map([[0, possible]])
  return function jointOf(group) {
    const found = known.get(group)
    if (found) return found
    const last = 31 - Math.clz32(group)
    const made = common(jointOf(group ^ (1 << last)), winning[last] ?? possible)
    known.set(group, made)
    return made
  }
}
