import { expect, test } from 'vitest'
import { linkedText, paidByText } from './linked-text.ts'

const link = (bettor_id: string, by: 'device' | 'payer' | 'document') => ({
  ...{ bettor_id, by, name: '', times: 1 },
  since: '2026-11-28T10:00:00Z',
})

test('linked accounts are counted by what links them, each account once', () => {
  const data = [link('2', 'device'), link('3', 'device'), link('2', 'document'), link('2', 'device')]
  expect([linkedText({ data }), linkedText({ data: [] })]).toEqual(['2 by device, 1 by document', undefined])
})

test('other numbers that paid in are said with their sum', () => {
  const of = (numbers: number, amount: string) => paidByText({ paid_by_others: { numbers, amount } })
  expect([of(3, '28200.00'), of(1, '50.00'), of(0, '0.00')]).toEqual([
    '3 other numbers, KSh\u00a028,200',
    '1 other number, KSh\u00a050',
    undefined,
  ])
})
