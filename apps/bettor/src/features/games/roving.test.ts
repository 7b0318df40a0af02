import { expect, test } from 'vitest'
import { nextOf } from './roving.ts'

test('a step by one stops at the ends of the grid, and a step by a row that would leave it has no effect', () => {
  const from = (current: number) => [-1, 1, -8, 8, -40, 40].map((by) => nextOf(current, by, 40))
  expect(from(0)).toEqual([0, 1, 0, 8, 0, 39])
  expect(from(20)).toEqual([19, 21, 12, 28, 0, 39])
  expect(from(39)).toEqual([38, 39, 31, 39, 0, 39])
})
