import type { CasinoGame, ProviderGames } from '@nare/contract/casino'
import { parseMoney } from '@nare/money/money'
import { grouped } from '@nare/ui/format'

export type Shelf = { id: string; games: CasinoGame[] }

/** The provider id of the in-house games, which are listed first. */
export const houseProvider = 'nare'

/** All games of a list that is keyed by provider and category. */
export function gamesIn(list: readonly ProviderGames[]): CasinoGame[] {
  return list.flatMap((group) => Object.values(group).flatMap((games) => (typeof games === 'string' ? [] : games)))
}

/** The id of the shelf that combines categories with too few games. */
export const mixedShelf = 'mixed games'
/** The number of games that fill a row on a phone. */
const rowMin = 3

/**
 * The shelves of the lobby: the in-house games first, then each category in the lobby's order with the games of the other providers.
 * A category without games is left out. If several do not fill a row, they share the last shelf.
 */
export function shelvesOf(list: readonly ProviderGames[], types: readonly string[]): Shelf[] {
  const all = gamesIn(list)
  const own = all.filter(({ provider }) => provider === houseProvider)
  const others = all.filter(({ provider }) => provider !== houseProvider)
  const ids = [...new Set([...types, ...others.map(({ category }) => category)])]
  const shelves = ids.map((id) => ({ id, games: others.filter(({ category }) => category === id) }))
  const small = shelves.filter(({ games }) => games.length > 0 && games.length < rowMin)
  const mixed = small.length > 1 ? small : []
  return [
    { id: houseProvider, games: own },
    ...shelves.filter((shelf) => !mixed.includes(shelf)),
    { id: mixedShelf, games: mixed.flatMap(({ games }) => games) },
  ].filter(({ games }) => games.length > 0)
}

/** What the lobby shows, as read from the URL. `show` and the filters exclude each other. */
export type Place = {
  show: 'all' | 'recent' | 'favourites' | 'list'
  category?: string
  provider?: string
  sort: 'popular' | 'name' | 'new'
  q: string
}

const sorts = ['popular', 'name', 'new'] as const
const isShort = (text: string | null): text is string => text !== null && text !== '' && text.length <= 40

/** Parses the URL of the lobby; unknown values are ignored. */
export function placeOf(query: URLSearchParams): Place {
  const [category, provider, show] = [query.get('category'), query.get('provider'), query.get('show')]
  const sort = sorts.find((each) => each === query.get('sort')) ?? 'popular'
  const q = (query.get('q') ?? '').slice(0, 80)
  const filters = { ...(isShort(category) && { category }), ...(isShort(provider) && { provider }) }
  const asked = show === 'recent' || show === 'favourites' ? show : undefined
  const isList = Object.keys(filters).length > 0 || sort !== 'popular'
  return { show: asked ?? (isList ? 'list' : 'all'), ...(asked ? {} : filters), sort, q }
}

/** The URL of a place in the lobby. */
export function addressOf({ show, category, provider, sort, q }: Partial<Place>): string {
  const fields = {
    ...((show === 'recent' || show === 'favourites') && { show }),
    ...(category && { category }),
    ...(provider && { provider }),
    ...(sort && sort !== 'popular' && { sort }),
    ...(q && { q }),
  }
  const text = new URLSearchParams(fields).toString()
  return text ? `/casino?${text}` : '/casino'
}

const tints = ['violet', 'blue', 'teal', 'orchid', 'green', 'rose', 'orange', 'red', 'olive', 'slate'] as const
export type Tint = (typeof tints)[number]

/** The tints of the in-house games; the drawings of their tiles have the same. */
const ownTints: Readonly<Record<string, Tint>> = {
  'nare:crash': 'violet',
  'nare:dice': 'blue',
  'nare:mines': 'teal',
  'nare:plinko': 'orchid',
  'nare:limbo': 'green',
  'nare:keno': 'rose',
  'nare:wheel': 'orange',
  'nare:roulette': 'red',
  'nare:hi-lo': 'olive',
  'nare:blackjack': 'slate',
}

/** The tint of a game's tile: always the same for the same game. */
export function tintOf(gameId: string): Tint {
  const own = Object.hasOwn(ownTints, gameId) ? ownTints[gameId] : undefined
  const sum = [...gameId].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
  return own ?? tints[sum % tints.length] ?? 'violet'
}

/** What a win is of its stake, rounded down: "26×", "8.4×"; empty without a stake. */
export function timesOf(amount: string, stake: string): string {
  const [paid, put] = [parseMoney(amount) ?? 0n, parseMoney(stake) ?? 0n]
  if (put === 0n) return ''
  const hundredths = ((paid * 100n) / put).toString().padStart(3, '0')
  return `${grouped(`${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`).replace(/(\.\d)0$/, '$1')}×`
}

/** The download size of a game as text: "20 KB", "1.4 MB". */
export function dataSize(kb: number): string {
  return kb < 1000 ? `${kb} KB` : `${(kb / 1000).toFixed(1)} MB`
}

/** The URL where a game opens: its own screen, or the page with the provider's iframe. */
export function gameAddress(game: Pick<CasinoGame, 'game_id' | 'provider' | 'path'>, mode: 'real' | 'demo'): string {
  if (game.path && /^\/[a-z]/.test(game.path)) return game.path
  const page = /^smart[-_ ]?soft$/i.test(game.provider) ? 'smart-play' : 'gameplay'
  return `/${page}/${encodeURIComponent(game.game_id)}${mode === 'demo' ? '?mode=demo' : ''}`
}

/** The game id in a URL, percent-decoded; empty if it is malformed. */
export function gameIdOf(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? '')
  } catch {
    return ''
  }
}
