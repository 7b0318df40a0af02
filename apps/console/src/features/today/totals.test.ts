import { expect, test } from 'vitest'
import { waitedPart } from './queues.ts'
import { totalsOf } from './totals.ts'

const row = { product: 'sports', margin_percent: null } as const

test('the totals are exact sums of the products, also of losses', () => {
  const money = [
    { ...row, stakes: '0.10', returns: '0.30', gross: '-0.20', last_week: '1.00' },
    { ...row, stakes: '0.20', returns: '0.00', gross: '0.20', last_week: '-0.05' },
  ]
  expect(totalsOf(money)).toEqual({
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
