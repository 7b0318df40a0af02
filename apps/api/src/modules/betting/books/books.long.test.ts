import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { bookCourse } from '#testing/book-course'
import { expectAsTwin } from '#testing/book-compare'
import { openRules } from '../rules.ts'
import { openBooks } from './books.ts'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp()
})
afterAll(() => nare.close())

test.each([11, 12, 13, 14, 15, 16])('course %i: the books equal those of a slow twin all the way', async (seed) => {
  const { db, catalog, country } = nare.app
  const rules = await openRules(db, country)
  const course = await bookCourse(nare, seed)
  const books = openBooks({ db, log: openLog('silent'), rules, catalog, sweepEveryMs: Infinity })
  await books.watch()
  for (let round = 0; round < 25; round++) {
    for (let step = 0; step < 8; step++) await course.step()
    await books.follow()
    await expectAsTwin({ db, rules, catalog }, books, course.matches)
  }
  expect(books.isOpen()).toBe(true)
})
