import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSolution, trySolutions } from './puzzle.ts'

/** The zero bits that a hash begins with, counted in the slow and obvious way. */
const zerosOf = (text: string): number => {
  const bits = [...createHash('sha256').update(text).digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.indexOf('1')
}

test('a number is a solution if the hash begins with enough zero bits', () => {
  for (let n = 0; n < 2000; n++)
    for (const bits of [0, 1, 5, 8, 9]) {
      const solved = isSolution({ challenge: 'abc', bits }, String(n))
      expect([n, bits, solved]).toEqual([n, bits, zerosOf(`abc.${n}`) >= bits])
    }
})

test('a search in slices finds the first solution', () => {
  const puzzle = { challenge: 'xyz', bits: 9 }
  const whole = trySolutions(puzzle, { from: 0, count: 100_000 })
  let sliced: string | undefined
  for (let from = 0; sliced === undefined; from += 100) sliced = trySolutions(puzzle, { from, count: 100 })
  expect(sliced).toBe(whole)
})
