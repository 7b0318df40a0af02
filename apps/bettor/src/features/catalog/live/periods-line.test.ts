import { expect, test } from 'vitest'
import { hasGoals } from './goal-sports.ts'
import { periodsLine } from './periods-line.ts'

test('quarters and sets are shown in one line', () => {
  expect(periodsLine(['28:27', '15:11'])).toBe('28–27 · 15–11')
  expect(periodsLine(['6:4', '3:6', '0:1'])).toBe('6–4 · 3–6 · 0–1')
})

test('a first period or innings is not listed, because it equals the score', () => {
  expect([periodsLine(undefined), periodsLine([]), periodsLine(['12:9'])]).toEqual([undefined, undefined, undefined])
  expect(periodsLine(['0:151', '64:0'])).toBeUndefined()
})

test('only soccer and ice hockey have goals', () => {
  expect(['79', '29', '30', '28', '41', '37'].filter(hasGoals)).toEqual(['79', '29'])
})
