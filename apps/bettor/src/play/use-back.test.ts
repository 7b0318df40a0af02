import { expect, test } from 'vitest'
import { isPreviousOurs } from './use-back.ts'

test('Back leads to the previous page only where the browser reports that it is on this site', () => {
  expect(isPreviousOurs({ navigation: { canGoBack: true } })).toBe(true)
  expect(isPreviousOurs({ navigation: { canGoBack: false } })).toBe(false)
  expect(isPreviousOurs({})).toBe(false)
})
