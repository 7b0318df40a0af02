import { expect, test } from 'vitest'
import { countryOf } from '#country/countries'
import { defaultValues } from '#modules/settings/settings'
import { judge } from './rules.ts'

test('each rule is raised at its parameter and not below', () => {
  const play = {
    bettor: 1n,
    ...{
      depositsToday: 0,
      depositedToday: 0n,
      depositedWeek: 0n,
      depositedBefore: 0n,
      stakedWeek: 0n,
      stakedBefore: 0n,
    },
  }
  const none = { play, failedDeposits: 0, limitsRaised: 0, excludedUntil: undefined }
  const values = defaultValues({ country: countryOf('ke') } as never)
  const rulesOf = (known: Parameters<typeof judge>[0]) => judge(known, values).map(({ rule }) => rule)
  expect(rulesOf(none)).toEqual([])
  const week = { stakedWeek: 3_000_000n, stakedBefore: 4_000_000n }
  expect(rulesOf({ ...none, play: { ...play, ...week } })).toEqual(['stakes_rising'])
  expect(rulesOf({ ...none, play: { ...play, ...week, stakedWeek: 2_999_999n } })).toEqual([])
  expect(rulesOf({ ...none, play: { ...play, stakedWeek: 3_000_000n } })).toEqual([])
  expect(rulesOf({ ...none, play: { ...play, depositedWeek: 1_999_900n, depositedBefore: 4n } })).toEqual([])
  expect(rulesOf({ ...none, play: { ...play, depositedWeek: 2_000_000n, depositedBefore: 4n } })).toEqual([
    'deposits_rising',
  ])
  expect(rulesOf({ ...none, failedDeposits: 5, limitsRaised: 2, excludedUntil: new Date(0) })).toEqual([
    'failed_deposits',
    'limits_raised',
    'after_exclusion',
  ])
  expect(rulesOf({ ...none, failedDeposits: 4, limitsRaised: 1 })).toEqual([])
})
