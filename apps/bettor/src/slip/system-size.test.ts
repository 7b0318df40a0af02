import { expect, test } from 'vitest'
import { sizesOf, systemBets } from './system-size.ts'

test('a system has one bet for each combination of its sizes', () => {
  expect(systemBets(4, [2])).toBe(6)
  expect(systemBets(3, [2, 3])).toBe(4)
  expect(systemBets(12, [6])).toBe(924)
  expect(systemBets(3, [])).toBe(0)
})

test('sizes larger than the slip, chosen before picks were removed, do not count', () => {
  expect(sizesOf(3, [2, 4])).toEqual([2])
  expect(sizesOf(2, [3])).toEqual([])
})
