import { expect, test } from 'vitest'
import { atLocalMs, currencySign, isoDay, kickoff, shortTime, showMoneyAs, showTimesIn, thousands } from './format.ts'

test('thousands are separated, a trailing .00 is removed, and empty text and zero are 0.00', () => {
  expect(['1250.00', '1250.5', '1000000.05', '12', '', '0.00', '0', undefined, null, 'x'].map(thousands)).toEqual([
    '1,250',
    '1,250.50',
    '1,000,000.05',
    '12',
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '0.00',
  ])
  expect(thousands('-1500.00')).toBe('-1,500')
})

test('where nobody uses cents, amounts have none: they are cut, so that nobody sees more than there is', () => {
  showMoneyAs({ sign: 'TSh', digits: 0 })
  const shown = ['1500.99', '0.99', '-187.50', '0.00', undefined, '1000000'].map(thousands)
  const sign = currencySign()
  showMoneyAs({ sign: 'KSh', digits: 2 })
  expect([sign, ...shown]).toEqual(['TSh', '1,500', '0', '-187', '0', '0', '1,000,000'])
  expect(thousands('1500.99')).toBe('1,500.99')
})

test('a time of a field is that of the clocks of the country, also on the day on which they change', () => {
  const at = (text: string) => new Date(atLocalMs(Date.parse(`${text}Z`))).toISOString()
  const here = at('2026-11-22T18:30')
  showTimesIn('Europe/London')
  const london = [at('2026-03-28T12:00'), at('2026-03-29T12:00')]
  showTimesIn('Africa/Nairobi')
  expect([here, ...london]).toEqual([
    '2026-11-22T15:30:00.000Z',
    '2026-03-28T12:00:00.000Z',
    '2026-03-29T11:00:00.000Z',
  ])
})

test('a kick-off is formatted with weekday and date in Nairobi time', () => {
  expect(kickoff('2026-11-21T14:30:00Z', 'en')).toBe('Sat 21 Nov 17:30')
  expect(kickoff('not a time', 'en')).toBe('')
  const week = Array.from({ length: 7 }, (_, day) => kickoff(`2026-11-${22 + day}T14:30:00Z`, 'sw'))
  expect(week.map((text) => text.split(' ')[0])).toEqual(['Jpi', 'Jtt', 'Jnn', 'Jtn', 'Alh', 'Ijm', 'Jmo'])
  expect(week[0]).toBe('Jpi 22 Nov 17:30')
  expect(isoDay(Date.parse('2026-11-20T22:00:00Z'))).toBe('2026-11-21')
})

test('a short time includes the day unless it is today', () => {
  const nowMs = Date.parse('2026-11-22T08:00:00Z')
  const shown = (iso: string, locale = 'en') => shortTime(iso, { locale, nowMs })
  expect(shown('2026-11-22T12:30:00Z')).toBe('15:30')
  expect(shown('2026-11-23T12:30:00Z')).toBe('Mon 15:30')
  expect(shown('2026-11-22T21:30:00Z')).toBe('Mon 00:30')
  expect(shown('2026-12-04T12:30:00Z')).toBe('4 Dec 15:30')
  expect(shown('2026-11-23T12:30:00Z', 'sw')).toBe('Jtt 15:30')
})

test('times are shown in the time zone of the country, also those that were shown before in another', () => {
  const before = kickoff('2026-11-21T22:30:00Z', 'en')
  showTimesIn('Africa/Lagos')
  const after = [kickoff('2026-11-21T22:30:00Z', 'en'), isoDay(Date.parse('2026-11-21T22:30:00Z'))]
  showTimesIn('Africa/Nairobi')
  expect([before, ...after]).toEqual(['Sun 22 Nov 01:30', 'Sat 21 Nov 23:30', '2026-11-21'])
})
