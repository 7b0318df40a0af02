import type { LimitsView, LimitView } from '@nare/contract/protection'
import { expect, test } from 'vitest'
import { depositLimitLeft } from './limit-left.ts'

const none: LimitView = { value: null, used: '0.00', resets_at: null, pending: null }
const limit = (value: string, used: string): LimitView => ({ ...none, value, used })
const view = (deposit: Partial<LimitsView['deposit']>): LimitsView => {
  const free = { day: none, week: none, month: none }
  return { deposit: { ...free, ...deposit }, loss: free, stake: { ...free, bet: none } }
}

test('without a limit nothing is returned', () => {
  expect(depositLimitLeft(view({}))).toBeUndefined()
})

test('the limit with the smallest remaining amount is returned', () => {
  const set = view({ day: limit('500.00', '100.00'), week: limit('600.00', '450.50'), month: limit('5000.00', '0.00') })
  expect(depositLimitLeft(set)).toEqual({ period: 'week', left: '149.50' })
})

test('a limit that is used up, or below the deposits, leaves 0.00', () => {
  expect(depositLimitLeft(view({ day: limit('100.00', '250.00') }))).toEqual({ period: 'day', left: '0.00' })
})
