import { expect, test } from 'vitest'
import { scoreOf } from './self-test.ts'

test('the score is undefined until every question is answered', () => {
  expect(scoreOf([0, 1, undefined])).toBeUndefined()
  expect(scoreOf([0, 1, 3])).toBe(4)
  expect(scoreOf(Array.from({ length: 9 }, () => 3))).toBe(27)
})
