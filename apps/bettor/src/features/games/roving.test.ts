import { expect, test } from 'vitest'
import { nextOf } from './roving.ts'

test('the arrows stay within the grid: by a place to its ends, by a row not beyond it', () => {
  const from = (current: number) => [-1, 1, -8, 8, -40, 40].map((by) => nextOf(current, by, 40))
  expect(from(0)).toEqual([0, 1, 0, 8, 0, 39])
  expect(from(20)).toEqual([19, 21, 12, 28, 0, 39])
  expect(from(39)).toEqual([38, 39, 31, 39, 0, 39])
})
