import { expect, test } from 'vitest'
import { quietLeftS, secondOfDayIn } from './quiet-hours.ts'

const h = 3600

test.each([
  [{ from: 22, until: 7 }, 22 * h, 9 * h],
  [{ from: 22, until: 7 }, 3 * h + 60, 4 * h - 60],
  [{ from: 22, until: 7 }, 7 * h, 0],
  [{ from: 22, until: 7 }, 22 * h - 1, 0],
  [{ from: 1, until: 6 }, 5 * h, h],
  [{ from: 1, until: 6 }, 0, 0],
  [{ from: 5, until: 5 }, 5 * h, 0],
  [null, 3 * h, 0],
])('quiet hours %j at second %d end in %d', (quiet, second, left) => {
  expect(quietLeftS(quiet, second)).toBe(left)
})

test('the second of the day is that of the time zone', () => {
  expect(secondOfDayIn('Africa/Nairobi', new Date('2026-11-29T21:00:05Z'))).toBe(5)
  expect(secondOfDayIn('Africa/Nairobi', new Date('2026-11-29T20:59:59Z'))).toBe(24 * h - 1)
})
