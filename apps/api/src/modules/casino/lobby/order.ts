import type { LobbyGame } from './store.ts'

export type Filter = {
  readonly category?: string | undefined
  readonly provider?: string | undefined
  readonly sort?: 'popular' | 'name' | 'new' | undefined
}

/** A name without case, spaces and signs, so that "Smart-Soft" is "smartsoft". */
export const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** True if the filter is empty. */
export const isWhole = ({ category = '', provider = '', sort = 'popular' }: Filter): boolean =>
  category === '' && provider === '' && sort === 'popular'

/** The games of a category and a provider, each given by id or name, in the requested order. */
export function filtered(games: readonly LobbyGame[], { category, provider, sort = 'popular' }: Filter): LobbyGame[] {
  const isIn = (wanted: string | undefined, names: readonly string[]): boolean =>
    !wanted || (plain(wanted) !== '' && names.some((name) => plain(name) === plain(wanted)))
  const found = games.filter(
    (game) => isIn(category, [game.category, game.categoryName]) && isIn(provider, [game.provider, game.providerName]),
  )
  if (sort === 'name') return found.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  if (sort === 'new') return found.toSorted((a, b) => (b.since ?? '').localeCompare(a.since ?? ''))
  return found
}

/**
 * Reorders games so that the first `limit` include one of every provider: moves the first game of a later provider to the end of the first
 * page.
 */
export function everyProviderFirst(games: readonly LobbyGame[], limit: number): LobbyGame[] {
  const firsts = new Map<string, LobbyGame>()
  for (const game of games) if (!firsts.has(game.provider)) firsts.set(game.provider, game)
  const late = [...firsts.values()].filter((game) => games.indexOf(game) >= limit).slice(0, limit)
  if (late.length === 0) return [...games]
  const others = games.filter((game) => !late.includes(game))
  // A game that is moved off the page is not the only one of its provider there.
  const page = others.slice(0, limit)
  for (let n = page.length - 1; n >= 0 && page.length > limit - late.length; n--) {
    const one = page[n]
    if (one && firsts.get(one.provider) !== one) page.splice(n, 1)
  }
  return [...page, ...late, ...others.filter((game) => !page.includes(game))]
}

export type Group = { readonly provider: string; readonly shelves: ReadonlyMap<string, readonly LobbyGame[]> }

/** Games by provider and category, each in the order of its first game. */
export function grouped(games: readonly LobbyGame[]): Group[] {
  const groups = new Map<string, Map<string, LobbyGame[]>>()
  for (const game of games) {
    const shelves = groups.get(game.provider) ?? new Map<string, LobbyGame[]>()
    groups.set(game.provider, shelves)
    shelves.set(game.category, [...(shelves.get(game.category) ?? []), game])
  }
  return [...groups].map(([provider, shelves]) => ({ provider, shelves }))
}
