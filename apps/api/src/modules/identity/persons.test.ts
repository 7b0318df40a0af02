import { expect, test } from 'vitest'
import { plainName } from './persons.ts'

test('a name is compared without accents, capitals, signs and the order of its parts', () => {
  expect(plainName('  WANJIRU\u0302,  Asha-Rose ')).toBe(plainName('asha rose Wanjiru'))
  expect(plainName('Asha Wanjiru')).not.toBe(plainName('Asha Wanjiku'))
  expect(plainName(' - ')).toBe('')
})
