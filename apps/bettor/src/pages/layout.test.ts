import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { layoutOf, pageOf, pages, table, type Layout } from './layout.ts'

const letters = { searchBox: 's', bottomNav: 'b', downloadPrompt: 'd', header: 'h', profileHeader: 'p', backNav: '<' }
/** The parts of a layout, one letter each: search box, bottom navigation, download prompt, header, profile header, back. */
const shown = (layout: Layout): string =>
  Object.entries(letters)
    .map(([part, letter]) => (layout[part as keyof Layout] ? letter : '.'))
    .join('')

test.each([
  ['home', '.bdh..'],
  ['sports', 's.....'],
  ['competition', 'sb.h..'],
  ['match', 'sb.h..'],
  ['b', 'sb.h..'],
  ['betslip-slip', 's..h.<'],
  ['betslip-nare', 's..h.<'],
  ['betslip-jackpot', 's..h.<'],
  ['jackpot', 's..h.<'],
  ['virtuals', 'sb.h..'],
  ['nare-league', '.b.h..'],
  ['playouts', 'sb.h..'],
  ['standing', 'sb.h..'],
  ['results', 'sb.h..'],
  ['casino', '...h.<'],
  ['gameplay', 's.....'],
  ['smart-soft', 'sb.h..'],
  ['smart-play', 's.....'],
  ['nare-games', 's.....'],
  ['my-bets', 's..h.<'],
  ['bet-history', 'sb.h..'],
  ['bethistory', 'sb.h..'],
  ['promotions', 's.dh.<'],
  ['promo', 'sb.h..'],
  ['points', 's..h.<'],
  ['leader-board', 's..h.<'],
  ['fpl', 'sb.h..'],
  ['login', 's..h.<'],
  ['signup', 's..h.<'],
  ['verify', 's..h.<'],
  ['reset-password', 's..h.<'],
  ['deposit', 's..h.<'],
  ['withdraw', 's..h.<'],
  ['profile', 's.dhp<'],
  ['how-to-play', '.bdh..'],
  ['privacy-policy', 's..h.<'],
  ['cookie-policy', 's..h.<'],
  ['dispute-resolution', 's..h.<'],
  ['anti-money-laundering', 's..h.<'],
  ['terms-and-conditions', '...h.<'],
  ['responsible-gambling', 's..h.<'],
  ['print', 's..h.<'],
  ['redirect', 's..h.<'],
] as const)('%s has the frame %s', (page, frame) => {
  expect(shown(layoutOf(page))).toBe(frame)
})

test('the table has 43 pages, and each address belongs to one page', () => {
  expect(pages).toHaveLength(43)
  const paths = pages.flatMap((page) => [...table[page].paths])
  expect(new Set(paths).size).toBe(paths.length)
  for (const page of pages) for (const path of table[page].paths) expect(pageOf(path)).toBe(page)
})

test('the first segment of an address decides its page, and unknown addresses use the default layout', () => {
  expect(['/', '/match/10000001', '/b/K7P2QX', '/my-bets', '/casino/'].map(pageOf)).toEqual([
    'home',
    'match',
    'b',
    'my-bets',
    'casino',
  ])
  expect([layoutOf('no-such-page'), layoutOf('constructor')].map(shown)).toEqual(['sb.h..', 'sb.h..'])
})

test('every page shows the slip, except the slip pages, those that fill the window and on a desktop the play-outs; forms have no slip bar on a phone', () => {
  const without = (part: keyof Layout) => pages.filter((page) => !layoutOf(page)[part]).toSorted()
  const own = ['betslip-slip', 'betslip-nare', 'betslip-jackpot']
  const full = ['gameplay', 'nare-games', 'smart-play', 'sports']
  const forms = ['deposit', 'login', 'points', 'reset-password', 'signup', 'verify', 'withdraw']
  expect(without('slipColumn')).toEqual([...own, ...full, 'playouts'].toSorted())
  expect(without('slipBar')).toEqual([...own, ...full, ...forms].toSorted())
  expect(without('sides')).toEqual(full.toSorted())
})

test('every page has a way back: the bottom navigation, or a bar with a back arrow, its own where a game fills the window', () => {
  const where = (part: keyof Layout, shown: boolean) => pages.filter((page) => layoutOf(page)[part] === shown)
  const full = where('header', false)
  expect(where('backNav', true)).toEqual(where('bottomNav', false).filter((page) => !full.includes(page)))
})

test('exactly the league pages show the league slip', () => {
  const league = pages.filter((page) => layoutOf(page).leagueSlip)
  expect(league.toSorted()).toEqual(['bethistory', 'nare-league', 'playouts', 'results', 'standing', 'virtuals'])
})

test('the frame uses every field of the layout and no page names', () => {
  const frame = readFileSync(new URL('../frame/frame.tsx', import.meta.url), 'utf8')
  // `b` is also the key that shows the slip.
  expect(pages.filter((page) => page !== 'b' && frame.includes(`'${page}'`))).toEqual([])
  for (const part of Object.keys(layoutOf('home'))) expect(frame).toContain(`layout.${part}`)
})

test('results of a sport show the sports slip, results of the league the league slip', () => {
  expect(layoutOf('results', 'competition=2').leagueSlip).toBe(true)
  expect(layoutOf('results', 'sport=79&date=2026-11-21').leagueSlip).toBe(false)
  expect(layoutOf('standing', 'sport=79').leagueSlip).toBe(true)
})
