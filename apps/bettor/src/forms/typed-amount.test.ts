import { expect, test } from 'vitest'
import { typedAmount } from './typed-amount.ts'

test('a pasted amount keeps its size, with or without commas between thousands', () => {
  expect(typedAmount('2,000.50')).toBe('2000.50')
  expect(typedAmount('1,250,000')).toBe('1250000')
  expect(typedAmount('KSh 20.50')).toBe('20.50')
  expect(typedAmount(' 100 ')).toBe('100')
})

test('a comma that does not group thousands is a decimal point', () => {
  expect(typedAmount('20,5')).toBe('20.5')
  expect(typedAmount('2,')).toBe('2.')
})

test('a text that is not one amount stays visible instead of becoming another amount', () => {
  expect(typedAmount('1.2.3')).toBe('1.2.3')
  expect(typedAmount('20,50,')).toBe('20.50,')
})
