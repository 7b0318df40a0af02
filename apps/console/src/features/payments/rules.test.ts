import { expect, test } from 'vitest'
import { sameName } from './rules.ts'

test.each([
  ['Wanjiru Kamau', 'KAMAU  wanjiru', true],
  ['Ámina wa Zawadi', 'Amina Wa Zawadi', true],
  ['Wanjiru Kamau', 'Wanjiru Kamau Njeri', false],
  ['Wanjiru Kamau', 'Wanjiku Kamau', false],
])('the name %s is %s: %s', (a, b, same) => expect(sameName(a, b)).toBe(same))
