import { expect, test } from 'vitest'
import { pageOfSubject } from './subject-page.ts'

test('a subject leads to its page, and what has none to nothing', () => {
  expect(pageOfSubject('bettor 12')).toBe('/bettors/12')
  expect(pageOfSubject('withdrawal 44')).toBe('/payments/withdrawals/44')
  expect(pageOfSubject('receipt SJD0SHAMBA')).toBe('/payments/unmatched?q=SJD0SHAMBA')
  expect(pageOfSubject('staff asha')).toBe('/house/staff?person=asha')
  expect(['game crash', 'game bgaming:plinko', 'competition 2'].map(pageOfSubject)).toEqual([
    '/house/products/games?id=crash',
    '/house/products/casino?id=bgaming%3Aplinko',
    '/house/products/league?id=competition-2',
  ])
  expect(pageOfSubject('jackpot 3')).toBe('/house/jackpots?id=3')
  expect(pageOfSubject('season 7')).toBe('/house/boards?id=7')
  expect(pageOfSubject('fantasy week nare-12')).toBe('/house/fantasy?id=nare-12')
  expect(['case 4', 'aml alert 5', 'aml alert undefined'].map(pageOfSubject)).toEqual([
    '/house/aml/cases/4',
    '/house/aml/alerts?alert=5',
    undefined,
  ])
  for (const none of ['session', 'bettor', 'bettor 12/x', 'jackpot Sunday pool', 'promotion Two people', ''])
    expect(pageOfSubject(none)).toBeUndefined()
})
