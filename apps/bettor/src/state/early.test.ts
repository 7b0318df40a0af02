import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { storageKey } from '@nare/client/storage'
import { casino } from '@nare/contract/casino'
import { catalog } from '@nare/contract/catalog'
import { content } from '@nare/contract/content'
import { address } from '@nare/contract/route'
import { expect, test } from 'vitest'
import { winnersHiddenKey } from '../preferences/casino-winners.ts'
import { dataSaverKey } from './data-saver.ts'

/** Where the lobby's games are, with the last winners or without. */
const lobby = (isWithWinners: boolean) =>
  address(casino.games, { page: 1, limit: 100, ...(isWithWinners && { winners: 'true' }) }).url

const shell = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')

test('index.html requests the first list and the sports at the same URLs as the app', () => {
  const filter = { sport_id: '79', when: 'highlights', sort: 'top' }
  const page = { page: 1, limit: 50 }
  const asked = (width: number) => askedFor('/', null, width)[0]
  expect(asked(360)).toBe(address(catalog.matches, { ...filter, ...page }).url)
  expect(asked(1280)).toBe(address(catalog.matches, { ...filter, markets: '18,29', ...page }).url)
  expect(asked(1920)).toBe(address(catalog.matches, { ...filter, markets: '10,16,18,29', ...page }).url)
  expect(shell).toContain(`'${address(catalog.sports, {}).url}'`)
  expect(address(catalog.match, { match_id: '10000001' }).url).toBe('/v1/match/10000001')
  expect(shell).toContain(`'/v1/match/'`)
})

/** The URLs that index.html requests for a page in a window so wide, with the stored session of a bettor or none, and other entries. */
function askedFor(pathname: string, user: string | null, width = 360, kept: Record<string, string> = {}): string[] {
  const [, code] = /(var early = \{\}[\s\S]*?)<\/script>/.exec(shell) ?? []
  const place = { pathname, search: '' }
  const globals = {
    location: place,
    localStorage: { getItem: (key: string) => (key === 'user' ? user : (kept[key] ?? null)) },
    matchMedia: (query: string) => ({ matches: width / 16 >= Number(/min-width: ([\d.]+)em/.exec(query)?.[1]) }),
  }
  return runInNewContext(`${code}; Object.keys(early)`, { ...globals, fetch: () => Promise.resolve() }) as string[]
}

test('index.html requests the casino banners of guests only: those of a bettor need the session', () => {
  const [games, banners] = [lobby(true), address(content.casinoCarousel, {}).url]
  expect([...askedFor('/casino', null)]).toEqual([games, banners])
  expect([...askedFor('/casino', '{}')]).toEqual([games])
  expect(askedFor('/', '{}')).toHaveLength(2)
})

test('index.html requests the casino winners only where they are shown: not once they are hidden, and not in Lite', () => {
  const asked = (kept: Record<string, string>) => askedFor('/casino', null, 360, kept)[0]
  expect(asked({})).toBe(lobby(true))
  expect(asked({ [storageKey(winnersHiddenKey)]: '{"value":true}' })).toBe(lobby(false))
  expect(asked({ [storageKey(dataSaverKey)]: '{"value":"lite"}' })).toBe(lobby(false))
  expect(asked({ [storageKey(dataSaverKey)]: '{"value":"full"}' })).toBe(lobby(true))
})
