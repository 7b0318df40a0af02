import { expect, test } from 'vitest'
import { boundsText, needsSecond, sentValue, valueText } from './value-text.ts'

const money = { type: 'money', bounds: { least: '0.00', most: '1000000.00' } } as const
const seconds = { type: 'whole', bounds: { least: '1', most: '30', unit: 's' } } as const
const percent = { type: 'percent', bounds: { least: '0.00', most: '50.00', unit: '%' } } as const
const steps = { type: 'steps', bounds: { most: '100', longest: 200 } } as const

test('values and bounds are read as people write them', () => {
  expect(valueText(money, '20000.00')).toMatch(/KSh.20,000/)
  expect(valueText(seconds, 7200)).toBe('2 h')
  expect(valueText(percent, '5.00')).toBe('5.00 %')
  expect(valueText(steps, '3=5, 5=12.5')).toBe('3 picks 5 %, 5 picks 12.5 %')
  expect(valueText({ type: 'switch', bounds: {} }, false)).toBe('off')
  expect([money, seconds, percent, steps].map(boundsText)).toEqual([
    expect.stringMatching(/KSh.0 to 1,000,000/),
    '1 to 30 s',
    '0.00 to 50.00 %',
    'at most 100 %',
  ])
})

test('a typed value is sent in the form of its type, and a wrong one as it was typed', () => {
  expect(sentValue(money, '20,000')).toBe('20000.00')
  expect(sentValue(money, 'much')).toBe('much')
  expect(sentValue(seconds, ' 4 ')).toBe(4)
  expect(sentValue(seconds, '4.5')).toBe('4.5')
  expect(sentValue(steps, ' 3=5, 5=10 ')).toBe('3=5, 5=10')
  expect(sentValue({ type: 'switch' }, 'off')).toBe(false)
})

test('the form says when a second person confirms', () => {
  expect(needsSecond({ type: 'money', second: 'up' }, '9.00', '10.00')).toBe(true)
  expect(needsSecond({ type: 'money', second: 'up' }, '10.00', '9.00')).toBe(false)
  expect(needsSecond({ type: 'whole', second: 'down' }, 4, 3)).toBe(true)
  expect(needsSecond({ type: 'switch', second: 'up' }, false, true)).toBe(true)
  expect(needsSecond({ type: 'steps', second: 'always' }, 'none', '3=5')).toBe(true)
  expect(needsSecond({ type: 'text', second: 'never' }, '719', '720')).toBe(false)
})
