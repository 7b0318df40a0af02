import { expect, test } from 'vitest'
import { hasPrevious } from './use-back.ts'

test('Back leads to the previous page if the browser reports that it is on this site', () => {
  const history = { length: 9 }
  expect(hasPrevious({ navigation: { canGoBack: true }, history })).toBe(true)
  expect(hasPrevious({ navigation: { canGoBack: false }, history })).toBe(false)
})

test('Back of an older browser leads to the previous page if there is one', () => {
  expect(hasPrevious({ history: { length: 1 } })).toBe(false)
  expect(hasPrevious({ history: { length: 2 } })).toBe(true)
})
