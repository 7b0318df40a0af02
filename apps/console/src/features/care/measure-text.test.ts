import { expect, test } from 'vitest'
import { measureText } from './measure-text.ts'

test('what was done about a marker reads as a sentence with its figures', () => {
  const texts = [
    measureText({ what: 'limit', facts: { 'deposit day': '1000.00', 'stake bet': '50.00' } }),
    measureText({ what: 'break', facts: { period: '7d' } }),
    measureText({ what: 'exclusion', facts: { period: 'permanent', asked_by: 'court' } }),
    measureText({ what: 'exclusion', facts: { period: '6m' } }),
    measureText({ what: 'stake_percent', facts: { percent: '20' } }),
    measureText({ what: 'lock', facts: {} }),
  ]
  expect(texts).toEqual([
    'Limits lowered: Deposits 1,000 a day, Stakes 50 a bet',
    'Break of 7 days',
    'Excluded for good, asked by court',
    'Excluded for 6 months',
    'Stakes at 20 %',
    'Account locked',
  ])
})
