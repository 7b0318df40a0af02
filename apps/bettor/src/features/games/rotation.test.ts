import { expect, test } from 'vitest'
import { isJudged } from './rotation.ts'

test('a command ends with its answer or a refusal, and is repeated after a fault or a lost answer', () => {
  expect(isJudged({ ok: true })).toBe(true)
  expect(isJudged({ ok: false, status: 404, code: 'not_found' })).toBe(true)
  expect(isJudged({ ok: false, status: 500, code: 'internal' })).toBe(false)
  expect(isJudged({ ok: false, status: 503, code: 'overloaded' })).toBe(false)
  expect(isJudged({ ok: false, status: 404, code: 'bad_answer' })).toBe(false)
  expect(isJudged({ ok: false, status: 0, code: 'no_answer' })).toBe(false)
})
