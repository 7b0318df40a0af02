import { expect, test } from 'vitest'
import { newGoal } from './new-goal.ts'

const score = (home_score: number | null, away_score: number | null) => ({ home_score, away_score })

test('a goal is announced for the side whose score rose', () => {
  expect(newGoal(score(0, 0), score(1, 0))).toBe('home')
  expect(newGoal(score(1, 0), score(1, 1))).toBe('away')
})

test('a first score, an unchanged score, and a goal that is cancelled or moved to the other side are not announced', () => {
  expect(newGoal(undefined, score(2, 1))).toBeUndefined()
  expect(newGoal(score(null, null), score(0, 0))).toBeUndefined()
  expect(newGoal(score(1, 1), score(1, 1))).toBeUndefined()
  expect(newGoal(score(1, 1), score(1, 0))).toBeUndefined()
  expect(newGoal(score(1, 0), score(0, 1))).toBeUndefined()
  expect(newGoal(score(0, 1), score(1, 0))).toBeUndefined()
})
