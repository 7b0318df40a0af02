import type { ReturnRow } from '@nare/contract/operator-returns'
import { expect, test } from 'vitest'
import { axisOf, beginOf, intervalText, isFar, placeOn, spanOf, verdictOf, zText } from './returns.ts'

const row = (given: Partial<ReturnRow>): ReturnRow => ({
  ...{ product: 'games', game: 'dice', name: 'Dice', group: null, rounds: 400, stakes: '8000.00', returns: '7900.00' },
  ...{ gross: '100.00', measured_percent: '98.75', stated_percent: '99.00', expected_percent: '98.98' },
  ...{ low_percent: '89.10', high_percent: '108.40', z: '-0.05', by_rules: true },
  ...given,
})

test('only more than three standard deviations ask for a person', () => {
  expect(['3.01', '-3.01', '3.00', '-2.99', null].map((z) => isFar({ z }))).toEqual([true, true, false, false, false])
  expect([zText('0.42'), zText('-3.10'), zText(null)]).toEqual(['+0.42', '\u22123.10', '–'])
})

test('the axis holds every interval, but a game with few rounds does not press the others together', () => {
  expect(axisOf([row({})])).toEqual({ from: 88, to: 110 })
  const axis = axisOf([row({}), row({ measured_percent: '900.00', low_percent: '0.00', high_percent: '2100.00' })])
  expect(axis).toEqual({ from: 72, to: 125 })
  expect([placeOn(axis, '72'), placeOn(axis, '98.5'), placeOn(axis, '900.00')]).toEqual([
    { at: 0, isOff: false },
    { at: 50, isOff: false },
    { at: 100, isOff: true },
  ])
  const exact = { measured_percent: '99.00', low_percent: null, high_percent: null, expected_percent: '99.00' }
  expect(axisOf([row(exact)])).toEqual({ from: 96, to: 102 })
  expect(axisOf([row({ measured_percent: null })])).toEqual({ from: 90, to: 110 })
})

test('a sentence says what the figures mean', () => {
  expect(verdictOf(row({}))).toBe(
    'It has returned 98.75% where 98.98% is expected by its rules: 0.05 standard deviations below. That is chance.',
  )
  expect(verdictOf(row({ z: '4.20', by_rules: false }))).toBe(
    'It has returned 98.75% where 98.98% is expected as it is stated: 4.20 standard deviations above. Chance does not explain that.',
  )
  expect(verdictOf(row({ z: null }))).toContain('too few rounds')
  expect(verdictOf(row({ expected_percent: null, z: null }))).toContain('No return is stated')
  expect(verdictOf(row({ measured_percent: null }))).toBe('No round was decided.')
  expect([intervalText(row({})), intervalText(row({ low_percent: null }))]).toEqual(['89.10 – 108.40', '–'])
})

test('a span begins with an hour, and an unknown one is seven days', () => {
  const nowMs = Date.parse('2026-11-29T14:48:12Z')
  expect([spanOf('day'), spanOf('month'), spanOf('year'), spanOf(undefined)]).toEqual(['day', 'month', 'week', 'week'])
  expect([beginOf('day', nowMs), beginOf('week', nowMs)]).toEqual([
    '2026-11-28T14:00:00.000Z',
    '2026-11-22T14:00:00.000Z',
  ])
})
