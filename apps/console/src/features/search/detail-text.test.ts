import { expect, test } from 'vitest'
import { detailText } from './detail-text.ts'

const now = Date.parse('2026-03-14T12:00:00Z')

test('the detail of a result is read with names, thousands and the time of the country', () => {
  expect(detailText('mpesa · succeeded · 24500.00 · bettor 12', now)).toBe('M-Pesa · Succeeded · 24,500 · bettor 12')
  expect(detailText('1000 · FKF Premier League · not_started · 2026-03-14T15:30:00.000Z', now)).toBe(
    '1000 · FKF Premier League · Not started · 18:30',
  )
  expect(detailText('0712 *** 678 · number not verified', now)).toBe('0712 *** 678 · number not verified')
})

test('a crash point stays as it is', () => {
  expect(detailText('1234.50x', now)).toBe('1234.50x')
})
