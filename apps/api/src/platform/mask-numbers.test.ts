import { expect, test } from 'vitest'
import { maskNumbers } from './mask-numbers.ts'

test.each([
  ['254712345678', '0712 *** 678'],
  ['+254712345678', '0712 *** 678'],
  ['0112345678', '0112 *** 678'],
  ['255612345678', '0612 *** 678'],
  ['called from 0712345678, twice', 'called from 0712 *** 678, twice'],
  ['his other one is 0712 345-678', 'his other one is 0712 *** 678'],
  ['+254 712 345 678', '0712 *** 678'],
  ['withdrawal 712345678', 'withdrawal 712345678'],
  ['QWE0712345678', 'QWE0712345678'],
  ['0712345678-1', '0712345678-1'],
  ['5d2f8a10-0712-4f00-9c11-254712345678', '5d2f8a10-0712-4f00-9c11-254712345678'],
  ['2547123456789', '2547123456789'],
])('%s is shown as %s', (given, shown) => {
  expect(maskNumbers(given)).toBe(shown)
})

test('numbers are hidden in all fields and lists of an answer, and nothing else changes', () => {
  const at = new Date(0)
  const answer = { data: [{ msisdn: '254712345678', n: 254712345678, ok: true, none: null, at }], meta: { total: 1 } }
  expect(maskNumbers(answer)).toEqual({
    data: [{ msisdn: '0712 *** 678', n: 254712345678, ok: true, none: null, at }],
    meta: { total: 1 },
  })
})
