import { expect, test } from 'vitest'
import { changedLimits } from './limits.ts'

test('an empty limit is the one of the country, and what is no amount is not sent', () => {
  const typed = { min_stake: '10', max_stake: '20,000.00', max_win: '' }
  expect(changedLimits(typed)).toEqual({ min_stake: '10', max_stake: '20000.00' })
  expect(changedLimits({ ...typed, max_win: 'much' })).toBeUndefined()
  expect(changedLimits({ min_stake: '', max_stake: '', max_win: ' ' })).toEqual({})
})
