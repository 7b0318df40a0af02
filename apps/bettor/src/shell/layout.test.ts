import { expect, test } from 'vitest'
import { layoutOf, pageOf, pages } from './layout.ts'

const where = (rule: keyof ReturnType<typeof layoutOf>, shown: boolean): string[] =>
  pages.filter((page) => layoutOf(page)[rule] === shown).toSorted()

test('the search box is hidden on home, casino, nare-league, how-to-play and terms-and-conditions', () => {
  expect(where('searchBox', false)).toEqual(['casino', 'home', 'how-to-play', 'nare-league', 'terms-and-conditions'])
})

test('the header is hidden on gameplay, smart-play, nare-games and sports', () => {
  expect(where('header', false)).toEqual(['gameplay', 'nare-games', 'smart-play', 'sports'])
})

test('the download prompt stands on home, profile, promotions and how-to-play', () => {
  expect(where('downloadPrompt', true)).toEqual(['home', 'how-to-play', 'profile', 'promotions'])
})

test('the mobile navigation changes on verify, signup, login, deposit, withdraw, points and reset-password', () => {
  expect(where('backNav', true)).toEqual([
    'deposit',
    'login',
    'points',
    'reset-password',
    'signup',
    'verify',
    'withdraw',
  ])
})

test('the profile alone has the changed desktop header', () => {
  expect(where('profileHeader', true)).toEqual(['profile'])
})

test('the bottom navigation is shown where a bettor browses and hidden where one page has the whole attention', () => {
  expect(where('bottomNav', true)).toEqual(
    [
      ...['bet-history', 'bethistory', 'b', 'competition', 'fpl', 'home', 'how-to-play', 'match', 'nare-league'],
      ...['playouts', 'promo', 'results', 'smart-soft', 'standing', 'virtuals'],
    ].toSorted(),
  )
})

test('an address belongs to the page of its first part', () => {
  expect(['/', '/match/10000001', '/b/K7P2QX', '/my-bets'].map(pageOf)).toEqual(['home', 'match', 'b', 'my-bets'])
})
