import { expect, test } from 'vitest'
import { minutesUntil, nextDays, timeOf, weekdayOf } from './days.ts'

const at = Date.parse('2026-11-22T21:30:00Z')

test('a day begins at midnight in the country, three hours before midnight UTC', () => {
  expect(nextDays(at, 3).map(({ day }) => day)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25'])
  expect(nextDays(at, 2).map(({ iso }) => weekdayOf(iso, 'en'))).toEqual(['Mon', 'Tue'])
  expect(timeOf('2026-11-22T21:30:00Z', 'en')).toBe('00:30')
})

test('a kick-off within the hour is shown in whole minutes, rounded up; a later or past one is not', () => {
  const iso = (ms: number) => new Date(at + ms).toISOString()
  expect(minutesUntil(iso(11.2 * 60_000), at)).toBe(12)
  expect(minutesUntil(iso(1), at)).toBe(1)
  expect(minutesUntil(iso(3_600_000), at)).toBe(60)
  expect(minutesUntil(iso(3_600_001), at)).toBeUndefined()
  expect(minutesUntil(iso(0), at)).toBeUndefined()
})
