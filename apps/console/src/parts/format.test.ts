import { expect, test } from 'vitest'
import {
  amountText,
  changePercent,
  dayHeading,
  durationText,
  moneyText,
  percentText,
  signedText,
  whenSecondsText,
  whenText,
} from './format.ts'

test('amounts have thousands, a real minus and a sign for what the house keeps', () => {
  expect(['1842300.00', '0.00', '-13550.50', '5'].map((amount) => signedText(amount))).toEqual([
    '+1,842,300',
    '0',
    '−13,550.50',
    '+5',
  ])
  expect([amountText('-2.00'), amountText(null), moneyText('-1250.00')]).toEqual(['−2', '–', '−KSh\u00a01,250'])
})

test('a percentage has thousands and a real minus, and a dash where there is none', () => {
  expect(['-16853.2', '7.5', '1000', '999.9', null].map(percentText)).toEqual([
    '−16,853.2%',
    '7.5%',
    '1,000%',
    '999.9%',
    '–',
  ])
})

test('a duration has its two largest units', () => {
  expect([0.9, 59, 60, 3840, 7200, 90_000, 86_400].map(durationText)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '1 h 04',
    '2 h',
    '1 d 1 h',
    '1 d',
  ])
})

test('a moment is written as shortly as the day allows', () => {
  const now = Date.parse('2026-11-22T13:21:00Z')
  const at = (iso: string): string => whenText(iso, now)
  expect(at('2026-11-22T00:05:00Z')).toBe('03:05')
  expect(at('2026-11-21T14:31:00Z')).toBe('Sat 17:31')
  expect(at('2026-03-14T14:31:00Z')).toBe('14 Mar 17:31')
  expect(at('2025-03-14T14:31:00Z')).toBe('14 Mar 2025')
  const exact = (iso: string): string => whenSecondsText(iso, now)
  expect(exact('2026-11-22T00:05:09Z')).toBe('03:05:09')
  expect(exact('2026-11-21T14:31:58Z')).toBe('Sat 17:31:58')
  expect(exact('2025-03-14T14:31:58Z')).toBe('14 Mar 2025')
})

test('a change in percent is left out where it says nothing', () => {
  expect([changePercent('110', '100'), changePercent('-5', '100'), changePercent('5', '0')]).toEqual([
    10,
    undefined,
    undefined,
  ])
})

test('a day is headed as people say it, in the country', () => {
  const now = Date.parse('2026-11-22T13:21:00Z')
  const heading = (iso: string): string => dayHeading(iso, now)
  expect(heading('2026-11-21T21:00:00Z')).toBe('Today, Sunday 22 November')
  expect(heading('2026-11-21T20:59:59Z')).toBe('Yesterday, Saturday 21 November')
  expect(heading('2025-03-14T09:00:00Z')).toBe('Friday 14 March 2025')
})
