import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isNumberOf } from '../phones.ts'

test.each([
  ['the number itself', '254711222333', true],
  ['the number with a plus', '+254711222333', true],
  ['hidden digits', '25471****333', true],
  ['its SHA-256', createHash('sha256').update('254711222333').digest('hex'), false],
  ['another number', '254711222334', false],
  ['hidden digits of another number', '25470****333', false],
  ['the end of another number', '25471****334', false],
  ['the SHA-256 of another number', createHash('sha256').update('1').digest('hex'), false],
  ['a name', 'JOHN', false],
])('a payer given as %s is compared with the number of the bettor', (_, payer, expected) => {
  expect(isNumberOf(payer, '254711222333')).toBe(expected)
  expect(isNumberOf(payer, undefined)).toBe(false)
})
