import type { CasinoGame, ProviderGames } from '@nare/contract/casino'

export type Shelf = { id: string; games: CasinoGame[] }

/** The house's own games, which are listed before all others. */
export const houseProvider = 'nare'

/** Every game of a list that is keyed by provider and category. */
export function gamesIn(list: readonly ProviderGames[]): CasinoGame[] {
  return list.flatMap((group) => Object.values(group).flatMap((games) => (typeof games === 'string' ? [] : games)))
}

/** The row of the categories that are too small for a row of their own. */
export const mixedShelf = 'mixed games'
/** The fewest games that fill a row of a phone. */
const rowMin = 3

/**
 * The rows of the lobby: the house's own games first, then each category in the lobby's order with the games of the other providers.
 * A category without games is left out; several that do not fill a row share the last one.
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

/** What the lobby shows, by its address. `show` and the filters exclude each other. */
export type Place = {
  show: 'all' | 'recent' | 'favourites' | 'list'
  category?: string
  provider?: string
  sort: 'popular' | 'name' | 'new'
  q: string
}

const sorts = ['popular', 'name', 'new'] as const
const isShort = (text: string | null): text is string => text !== null && text !== '' && text.length <= 40

/** Reads the lobby's address; anything unknown in it is ignored. */
export function placeOf(query: URLSearchParams): Place {
  const [category, provider, show] = [query.get('category'), query.get('provider'), query.get('show')]
  const sort = sorts.find((each) => each === query.get('sort')) ?? 'popular'
  const q = (query.get('q') ?? '').slice(0, 80)
  const filters = { ...(isShort(category) && { category }), ...(isShort(provider) && { provider }) }
  const asked = show === 'recent' || show === 'favourites' ? show : undefined
  const isList = Object.keys(filters).length > 0 || sort !== 'popular'
  return { show: asked ?? (isList ? 'list' : 'all'), ...(asked ? {} : filters), sort, q }
}

/** The address of a place. */
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

/** The size of a game's load in words: "20 KB", "1.4 MB". */
export function dataSize(kb: number): string {
  return kb < 1000 ? `${kb} KB` : `${(kb / 1000).toFixed(1)} MB`
}

/** Where a game opens: its own screen, or the frame of its provider. */
export function gameAddress(game: Pick<CasinoGame, 'game_id' | 'provider' | 'path'>, mode: 'real' | 'demo'): string {
  if (game.path && /^\/[a-z]/.test(game.path)) return game.path
  const room = /^smart[-_ ]?soft$/i.test(game.provider) ? 'smart-play' : 'gameplay'
  return `/${room}/${encodeURIComponent(game.game_id)}${mode === 'demo' ? '?mode=demo' : ''}`
}

/** The game of an address, where its id may be written with escapes; empty for one that is none. */
export function gameIdOf(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? '')
  } catch {
    return ''
  }
}
