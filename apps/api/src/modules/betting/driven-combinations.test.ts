import { afterAll, expect, test } from 'vitest'
import { sharedApp } from '#testing/shared-app'
import { betsOn, pick } from '#testing/bets'
import { combinationsOn, type Part } from '#testing/combinations'

const nare = await sharedApp()
const bets = betsOn(nare)
const of = combinationsOn(nare)
afterAll(() => bets.verifyBooks())

const parts: readonly Part[] = [
  ['1', 'home_team'],
  ['18', 'over 2.5'],
]

test('prices that a person drives by hand in play, whatever the clock says, have combinations of what still fits together', async () => {
  const [match, { token }] = [await nare.match(), await nare.bettor(1_000)]
  await bets.drive(match, { state: 'live', minute: 40, score: '0:0' })
  const still = await of.combined(match, parts)
  expect(still.conflicts).toEqual([])
  expect(Number(still.odd_value)).toBeLessThan(Number(still.singles))
  // The first half is nearly over, and its prices are those before the match.
  expect((await of.combined(match)).conflicts).toEqual([{ parts: ['m60 draw'], why: 'suspended' }])
  await bets.drive(match, { minute: 41, score: '1:0' })
  const odds = {
    '1': { home_team: '1.40', draw: '4.60', away_team: '8.00' },
    '18': { 'over 2.5': '1.75', 'under 2.5': '2.10' },
  }
  await bets.price(match, odds)
  const after = await of.combined(match, parts)
  expect(after.conflicts).toEqual([])
  expect(Number(after.odd_value)).toBeGreaterThan(1.75)
  expect(Number(after.odd_value)).toBeLessThan(Number(after.one_in))
  await bets.mustPlace(token, [pick(match, '900', after.odd_key, after.odd_value ?? '')], { accept: 'none' })
  // A part whose own price does not fit to those has no combinations.
  await bets.price(match, { '29': { yes: '9.00', no: '1.05' } })
  const { conflicts } = await of.combined(match, [...parts, ['29', 'yes']])
  expect(conflicts).toContainEqual({ parts: ['m29 yes'], why: 'suspended' })
})
