import { expect, test } from 'vitest'
import { endedBonus } from './ended-bonus.ts'

test('a withdrawal ends the bonus of deposits that are larger than the cash that stays', () => {
  const grants = [
    { state: 'active', left: '40.00', given_for: '500.00' },
    { state: 'active', left: '10.50', given_for: '300.00' },
    { state: 'active', left: '7.00' },
    { state: 'cancelled', left: '0.00', given_for: '900.00' },
  ] as const
  const ended = (debited: string) => endedBonus(grants, { balance: '600.00', debited })
  expect(ended('100.00')).toBeUndefined()
  expect(ended('100.01')).toEqual({ left: '40.00', givenFor: '500.00' })
  expect(ended('600.00')).toEqual({ left: '50.50', givenFor: '500.00' })
})
