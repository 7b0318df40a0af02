import { expect, test } from 'vitest'
import { factRows } from './proposal-facts.ts'

test('facts stand side by side, amounts with their change', () => {
  const rows = factRows({
    before: { provider: 'mpesa', cash: '120.00', roles: ['trader'], locked: false, note: null },
    after: { cash: '3320.00', roles: ['trader', 'finance'], percent: 50 },
  })
  expect(rows).toEqual([
    { name: 'Cash', before: '120', after: '3,320', change: '+3,200' },
    { name: 'Roles', before: 'trader', after: 'trader, finance', change: undefined },
    { name: 'Percent', before: undefined, after: '50', change: undefined },
    { name: 'Provider', before: 'M-Pesa', after: undefined, change: undefined },
    { name: 'Locked', before: 'no', after: undefined, change: undefined },
    { name: 'Note', before: 'none', after: undefined, change: undefined },
  ])
})

test('an amount that falls has a minus, and one that stays no sign', () => {
  const changeOf = (before: string, after: string) =>
    factRows({ before: { a: before }, after: { a: after } })[0]?.change
  expect([changeOf('5.00', '2.50'), changeOf('5.00', '5.00'), changeOf('-5.00', '1.00')]).toEqual(['−2.50', '0', '+6'])
})

test('of two tables only the rows that change stand side by side', () => {
  const rows = (before: string, after: string) => {
    const [row] = factRows({ before: { value: before }, after: { value: after } })
    return [row?.before, row?.after]
  }
  expect(rows('2025-07-01=excise=5, 2026-01-01=excise=6', '2025-07-01=excise=5, 2026-01-01=excise=7.5')).toEqual([
    '2026-01-01 excise 6',
    '2026-01-01 excise 7.5',
  ])
  expect(rows('none', '3=5, 5=10')).toEqual(['none', '3 5, 5 10'])
  expect(rows('none', 'some')).toEqual(['none', 'some'])
})
