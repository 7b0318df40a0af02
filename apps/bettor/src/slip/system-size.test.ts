import { expect, test } from 'vitest'
import { systemBets } from './system-size.ts'

test('a system has one bet for each combination of its sizes', () => {
  expect(systemBets(4, [2])).toBe(6)
  expect(systemBets(3, [2, 3])).toBe(4)
  expect(systemBets(12, [6])).toBe(924)
  expect(systemBets(3, [])).toBe(0)
})
