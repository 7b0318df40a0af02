import { expect, test } from 'vitest'
import { shortAmount } from '../../parts/format.ts'
import { hoursOf } from './hour-stakes.ts'
import { aboutSpan, spanOf, spans } from './spans.ts'
import { waitedPart } from './queues.ts'
import { totalsOf } from './totals.ts'

const row = { product: 'sports' as const, margin_percent: null, bets: 2, by_hour: ['0.10', '0.05'] }

test('the totals are exact sums of the products, also of losses', () => {
  const money = [
    { ...row, stakes: '0.10', returns: '0.30', gross: '-0.20', last_week: '1.00' },
    { ...row, stakes: '0.20', returns: '0.00', gross: '0.20', last_week: '-0.05' },
  ]
  expect(totalsOf(money)).toEqual({
    bets: 4,
    stakes: '0.30',
    returns: '0.30',
    gross: '0.00',
    last_week: '0.95',
    margin_percent: '0.0',
  })
  expect(totalsOf([]).margin_percent).toBe(null)
})

test('a queue is late when its oldest entry has waited as long as is promised', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const part = (oldest_at: string | null) => waitedPart({ oldest_at, promise_s: 900 }, now)
  expect([
    part('2026-11-22T11:45:00Z'),
    part('2026-11-22T11:52:30Z'),
    part(null),
    part('2026-11-22T12:01:00Z'),
  ]).toEqual([1, 0.5, 0, 0])
})

test('an hour has the stakes of all products, those to come have none, and the last that has begun is running', () => {
  const hour = (at: string) => ({ begins: `2026-11-22T${at}:00:00.000Z`, last_week: '7.00' })
  const zeros = { stakes: '0', returns: '0', gross: '0', last_week: '0' }
  const rows = hoursOf(
    {
      money: [
        { ...row, ...zeros },
        { ...row, ...zeros },
      ],
      hours: [hour('21'), hour('22'), hour('23')],
    },
    { part: 'hour', isNow: true },
  )
  expect(rows.map(({ name, today, before, isRunning }) => [name, today, before, isRunning])).toEqual([
    ['00:00', '0.20', '7.00', false],
    ['01:00', '0.10', '7.00', true],
    ['02:00', undefined, '7.00', false],
  ])
})

test('amounts of the picture are short', () => {
  expect([0, 950, 1_032_000, 400_000, 12_340].map(shortAmount)).toEqual(['0', '950', '1 M', '400 k', '12.3 k'])
})

test('the bars of seven days have their dates, and a day that is over is not paler', () => {
  const hours = ['2026-11-20T21:00:00Z', '2026-11-21T21:00:00Z'].map((begins) => ({ begins, last_week: '0.00' }))
  const row = {
    product: 'sports' as const,
    bets: 1,
    stakes: '0',
    returns: '0',
    gross: '0',
    margin_percent: null,
    last_week: '0',
  }
  const money = [{ ...row, by_hour: ['10.00', '20.00'] }]
  const week = hoursOf({ money, hours }, spans.week)
  expect(week.map(({ name, isRunning }) => [name, isRunning])).toEqual([
    ['Sat 21', false],
    ['Sun 22', true],
  ])
  expect(hoursOf({ money, hours }, spans.yesterday).some(({ isRunning }) => isRunning)).toBe(false)
})

test('what the page is about is said for each span, in the time of the country', () => {
  const at = Date.parse('2026-11-21T21:30:00Z')
  expect(aboutSpan('today', at)).toBe('Sunday 22 November, up to now, against a week ago at this time')
  expect(aboutSpan('yesterday', at)).toBe('Saturday 21 November, the whole day, against a week before')
  expect(aboutSpan('week', at)).toBe('Monday 16 November to Sunday 22 November, against the seven days before')
  expect(['week', 'yesterday', 'x', undefined].map(spanOf)).toEqual(['week', 'yesterday', 'today', 'today'])
})
