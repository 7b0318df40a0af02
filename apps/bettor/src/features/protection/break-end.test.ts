import { expect, test } from 'vitest'
import { breakEnd, isExclusion } from './break-end.ts'

const from = (iso: string, period: Parameters<typeof breakEnd>[0]) => breakEnd(period, Date.parse(iso))

test('a break ends to the minute after its number of days', () => {
  expect(from('2026-11-22T08:30:00.000Z', '24h')).toBe('2026-11-23T08:30:00.000Z')
  expect(from('2026-11-22T08:30:00.000Z', '6w')).toBe('2027-01-03T08:30:00.000Z')
})

test("an exclusion ends on the same day of a later month, or on that month's last day, in the country's time", () => {
  expect(from('2026-11-22T08:30:00.000Z', '6m')).toBe('2027-05-22T08:30:00.000Z')
  expect(from('2026-11-22T08:30:00.000Z', '5y')).toBe('2031-11-22T08:30:00.000Z')
  expect(from('2026-08-31T08:30:00.000Z', '6m')).toBe('2027-02-28T08:30:00.000Z')
  expect(from('2028-02-29T08:30:00.000Z', '1y')).toBe('2029-02-28T08:30:00.000Z')
  expect(from('2026-08-30T22:00:00.000Z', '6m')).toBe('2027-02-27T22:00:00.000Z')
})

test('only periods of at least six months are exclusions', () => {
  expect((['24h', '7d', '30d', '6w', '6m', '1y', '5y'] as const).filter(isExclusion)).toEqual(['6m', '1y', '5y'])
})
