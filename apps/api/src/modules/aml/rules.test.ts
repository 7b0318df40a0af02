import { expect, test } from 'vitest'
import { countryOf } from '#country/countries'
import { defaultValues } from '#modules/settings/settings'
import { metBy, type Sums } from './rules.ts'
import { boundsNow } from './settings.ts'

const bounds = boundsNow(defaultValues({ country: countryOf('ke') } as never))
const none = {
  inDay: 0n,
  inWeek: 0n,
  near: 0,
  nearSum: 0n,
  playedIn: 0n,
  playedOut: 0n,
  played: 0n,
  in30: 0n,
  out30: 0n,
}
const calm: Sums = {
  ...none,
  bettor: 1n,
  at: new Date(0),
  bonus30: 0n,
  stakedWeek: 0n,
  stakedBefore: 0n,
  isKnown: true,
}
const rules = (given: Partial<Sums>) => metBy({ ...calm, ...given }, bounds).map(({ rule }) => rule)

test('each rule is met at its bound and not just below it', () => {
  expect(rules({})).toEqual([])
  expect(rules({ inDay: bounds.depositsDay })).toEqual(['deposits_day'])
  expect(rules({ inDay: bounds.depositsDay - 1n })).toEqual([])
  expect(rules({ near: 3 })).toEqual(['structured'])
  expect(rules({ near: 2 })).toEqual([])
  expect(rules({ out30: bounds.bonusOnly, bonus30: 1n })).toEqual(['bonus_only'])
})
