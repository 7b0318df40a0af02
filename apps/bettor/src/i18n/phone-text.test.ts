import { expect, test } from 'vitest'
import { maskedNumber } from './phone-text.ts'

test.each([
  ['254712345678', '0712 ••• 678'],
  ['0112345678', '0112 ••• 678'],
])('the number %s is shown as %s', (number, shown) => {
  expect(maskedNumber(number)).toBe(shown)
})
