import { expect, test } from 'vitest'
import { howFast, howMany } from './decided-today.tsx'
import { payerText, sameName } from './rules.ts'

test.each([
  ['Wanjiru Kamau', 'KAMAU  wanjiru', true],
  ['Ámina wa Zawadi', 'Amina Wa Zawadi', true],
  ['Wanjiru Kamau', 'Wanjiru Kamau Njeri', false],
  ['Wanjiru Kamau', 'Wanjiku Kamau', false],
])('the name %s is %s: %s', (a, b, same) => expect(sameName(a, b)).toBe(same))

test('the day of decisions is said in a sentence, and how fast they were once there are some', () => {
  const day = { automatic: 1_443, by_people: 33, refused: 4, half_s: 220, most_s: 720 }
  expect(howMany(day)).toBe('1,443 without a person, 33 by a person, 4 of them refused')
  expect(howMany({ ...day, refused: 0 })).toBe('1,443 without a person, 33 by a person')
  expect([howFast(day), howFast({ ...day, half_s: null })]).toEqual(['half in 3 min, 95 of 100 in 12 min', ''])
})

test('a number of which the provider hides a part is written as other numbers are', () => {
  expect(['25475****247', '0758 *** 464', '25471122****'].map(payerText)).toEqual([
    '075* *** 247',
    '0758 *** 464',
    '25471122****',
  ])
})
