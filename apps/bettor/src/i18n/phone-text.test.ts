import { expect, test } from 'vitest'
import { localNumber, maskedNumber } from './phone-text.ts'

test.each([
  ['254712345678', '0712 ••• 678'],
  ['0112345678', '0112 ••• 678'],
])('the number %s is shown as %s', (number, shown) => {
  expect(maskedNumber(number)).toBe(shown)
})

test.each([
  ['254712345678', '0712 345 678'],
  ['\u202a+254 (712) 345-678\u202c', '0712 345 678'],
  ['00254110345678', '0110 345 678'],
  ['0712', '0712'],
])('the typed number %s is shown as %s', (typed, shown) => {
  expect(localNumber(typed)).toBe(shown)
})
