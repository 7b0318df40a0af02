import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { conflictsAmong, type SetConflict } from './combination-conflicts.ts'
import type { CellSet } from './winning-cells.ts'

const cells = 64
const possible = Uint32Array.of(0xffffffff, 0xffffffff)
const has = (set: CellSet, cell: number): boolean => ((set[cell >> 5] ?? 0) & (1 << (cell & 31))) !== 0

const nameOf = (parts: readonly number[]): string => parts.toSorted((a, b) => a - b).join()

/** The slow twin: looks at every group, cell by cell. */
function twin(winning: readonly CellSet[]): SetConflict[] {
  const groups = Array.from({ length: 1 << winning.length }, (_, bits) =>
    winning.flatMap((_set, at) => (bits & (1 << at) ? [at] : [])),
  ).toSorted((a, b) => a.length - b.length)
  const wins = (group: readonly number[]): number[] =>
    Array.from({ length: cells }, (_, cell) => cell).filter((cell) =>
      group.every((at) => has(winning[at] ?? possible, cell)),
    )
  const never = groups.filter((group) => group.length > 0 && wins(group).length === 0)
  const impossible = never.filter(
    (group) => !never.some((one) => one !== group && one.every((at) => group.includes(at))),
  )
  const implied = winning.flatMap((own, at) => {
    const certain = groups.filter((group) => {
      const left = wins(group)
      return !group.includes(at) && left.length > 0 && left.every((cell) => has(own, cell))
    })
    return certain.slice(0, 1).map((group) => [at, ...group])
  })
  const first = new Map(implied.toReversed().map((parts) => [nameOf(parts), parts]))
  return [
    ...impossible.map((parts) => ({ parts, why: 'impossible' as const })),
    ...implied
      .filter((parts) => first.get(nameOf(parts)) === parts)
      .map((parts) => ({ parts, why: 'implied' as const })),
  ]
}

const byText = (conflicts: readonly SetConflict[]): string[] =>
  conflicts.map(({ parts, why }) => `${why} ${parts[0]} ${nameOf(parts.slice(1))}`).toSorted()
const sizes = (conflicts: readonly SetConflict[]): string[] =>
  conflicts.map(({ parts, why }) => `${why} ${why === 'implied' ? parts[0] : ''} ${parts.length}`).toSorted()

test('the conflicts of up to eight parts are those that looking at every group finds', () => {
  // Few cells, so that conflicts of all sizes come up.
  const set = fc.array(fc.integer({ min: 0, max: 11 }), { minLength: 1, maxLength: 10 }).map((won) =>
    won.reduce((made, cell) => {
      made[0] = (made[0] ?? 0) | (1 << cell)
      return made
    }, new Uint32Array(2)),
  )
  fc.assert(
    fc.property(fc.array(set, { minLength: 2, maxLength: 8 }), (winning) => {
      const [found, wanted] = [conflictsAmong(possible, winning), twin(winning)]
      const only = (why: SetConflict['why']) => (list: readonly SetConflict[]) => list.filter((one) => one.why === why)
      expect(byText(only('impossible')(found))).toEqual(byText(only('impossible')(wanted)))
      // Of several groups of one size that make a part certain, either may be named.
      expect(sizes(only('implied')(found))).toEqual(sizes(only('implied')(wanted)))
    }),
  )
})

test('conflicts of eight parts are found without working out all of their 256 groups: anybody may ask for them', () => {
  let read = 0
  const counted = (set: CellSet): CellSet =>
    new Proxy(set, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) read++
        return Reflect.get(target, name, target) as unknown
      },
    })
  const words = 100
  const overlapping = Array.from({ length: 8 }, (_, at) => {
    // Part 7 is certain with part 6; each other one takes its own cells away.
    const set = new Uint32Array(words).fill(0xffffffff)
    if (at < 7) set[at] = 0
    return set
  })
  const apart = Array.from({ length: 8 }, (_, at) => new Uint32Array(words).fill(1 << at))
  for (const sets of [overlapping, apart]) {
    read = 0
    expect(conflictsAmong(new Uint32Array(words).fill(0xffffffff), sets.map(counted))).not.toEqual([])
    expect(read).toBeLessThan(100 * words)
  }
})
