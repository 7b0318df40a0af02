import { expect, test } from 'vitest'
import { isConclusive } from './rotation.ts'

test('a success or a refusal is conclusive; a server error or a missing response is not', () => {
  expect(isConclusive({ ok: true })).toBe(true)
  expect(isConclusive({ ok: false, status: 404, code: 'not_found' })).toBe(true)
  expect(isConclusive({ ok: false, status: 500, code: 'internal' })).toBe(false)
  expect(isConclusive({ ok: false, status: 503, code: 'overloaded' })).toBe(false)
  expect(isConclusive({ ok: false, status: 404, code: 'bad_answer' })).toBe(false)
  expect(isConclusive({ ok: false, status: 0, code: 'no_answer' })).toBe(false)
})
