import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#testing/app'
import { courses, playCourse } from '#testing/hand-courses'
import { operatorsOf } from '#testing/operators'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ tom: 'trader', tess: 'trader' }), SETTLEMENT_CHUNK_LEGS: '10' })
})
afterAll(() => nare.close())

test('a preview of a result, a correction, a void or a ticket is exactly what then happens to tickets, money and debts', async () => {
  const seen = { moved: 0, debts: 0 }
  const play = fc.asyncProperty(courses, async (course) => {
    const { moved, debts } = await playCourse(nare, course)
    seen.moved += moved
    seen.debts += debts
  })
  await fc.assert(play, { numRuns: 25, endOnFailure: true })
  expect(seen.moved).toBeGreaterThan(10)
  expect(seen.debts).toBeGreaterThan(0)
})
