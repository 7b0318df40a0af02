import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { candidateSets, largestSets, percentOf, placesOf, sizeOf, type Mask } from './sets.ts'

type Slip = { readonly person: number; readonly mask: Mask }

/** As the store groups slips: each person once for a mask. */
function groupsOf(slips: readonly Slip[]) {
  const byMask = Map.groupBy(slips, ({ mask }) => mask)
  return [...byMask].map(([mask, list]) => ({ mask, persons: new Set(list.map(({ person }) => person)).size }))
}
const personsWith = (slips: readonly Slip[], mask: Mask): number =>
  new Set(slips.filter((slip) => (slip.mask & mask) === mask).map(({ person }) => person)).size

/** The slow twin: every set of the picks is counted. */
function everySet(slips: readonly Slip[], { picks, above }: { picks: number; above: number }): Mask[] {
  const all = Array.from({ length: 2 ** picks }, (_, n) => BigInt(n))
  const held = all.filter((mask) => sizeOf(mask) >= 2 && personsWith(slips, mask) > above)
  return held.filter((mask) => !held.some((other) => other !== mask && (other & mask) === mask))
}

const byMask = (a: Mask, b: Mask): number => Number(a - b)
const slipsOf = (picks: number) =>
  fc.array(
    fc.record({ person: fc.integer({ min: 1, max: 12 }), mask: fc.bigInt({ min: 0n, max: 2n ** BigInt(picks) - 1n }) }),
    {
      maxLength: 60,
    },
  )

test('the multis are the largest sets that more than so many persons have on one slip, as counting every set finds them', () => {
  fc.assert(
    fc.property(slipsOf(6), fc.integer({ min: 0, max: 8 }), (slips, above) => {
      const ofTwo = slips.filter(({ mask }) => sizeOf(mask) >= 2)
      const candidates = candidateSets(groupsOf(ofTwo), { above, most: 1_000 })
      const counted = candidates
        .map((mask) => ({ mask, persons: personsWith(ofTwo, mask) }))
        .filter(({ persons }) => persons > above)
      const found = largestSets(counted).map(({ mask }) => mask)
      expect(found.toSorted(byMask)).toEqual(everySet(ofTwo, { picks: 6, above }).toSorted(byMask))
    }),
  )
})

test('a person with many slips does not make a set popular alone', () => {
  const many = Array.from({ length: 50 }, (_, n) => ({ person: 1, mask: 3n | (1n << BigInt(n + 2)) }))
  const [set] = candidateSets(groupsOf(many), { above: 20, most: 5 })
  expect([set, personsWith(many, 3n)]).toEqual([3n, 1])
})

test('slips of many popular picks, no two the same, are looked through in seconds', { timeout: 10_000 }, () => {
  let state = 1
  const next = (): bigint => BigInt((state = (state * 48_271) % 2_147_483_647))
  // About a quarter of 60 picks on each slip.
  const mask = (): Mask => ((next() << 31n) | next()) & ((next() << 31n) | next()) & (2n ** 60n - 1n)
  const groups = Array.from({ length: 500 }, () => ({ mask: mask(), persons: 30 }))
  expect(candidateSets(groups, { above: 20, most: 40 })).toHaveLength(40)
})

test('places and sizes of masks, and whole percents', () => {
  expect([placesOf(0b10101n), sizeOf(0b10101n), sizeOf(0n)]).toEqual([[0, 2, 4], 3, 0])
  expect([percentOf(21, 30), percentOf(1, 300), percentOf(0, 0)]).toEqual([70, 0, 0])
})
