import { casino, zGame, zProviderGames, type CasinoGame, type ProviderGames } from '@nare/contract/casino'
import * as z from 'zod/mini'
import { command, commandOf } from './area.ts'
import { endpointRoute, type EndpointCall } from './endpoint-call.ts'
import { virtuals, type Listed, type VirtualsState } from './virtuals.ts'

const zNames = z.optional(z.array(z.string()))
const zShelves = z.optional(z.array(z.object({ id: z.string(), name: z.string(), games: z.number() })))
const zTotal = z.optional(z.object({ page: z.number(), limit: z.number(), total: z.number() }))
/** The specification allows both names, `data` and `games`, for the lists of games. */
const zGames = z.object({
  data: z.optional(z.array(zProviderGames)),
  games: z.optional(z.array(zProviderGames)),
  types: zNames,
  providers: zNames,
  type_list: zShelves,
  provider_list: zShelves,
})
const zFound = z.object({ data: z.optional(z.array(zGame)), types: zNames, providers: zNames, meta: zTotal })

const given =
  <A extends z.ZodMiniType>(answer: A, fallback: string) =>
  (asked: EndpointCall) => ({ route: endpointRoute(asked, { answer, fallback }), input: asked.data ?? {} })

/** Games by category and provider. */
export const fetchCasino = commandOf('virtuals/casino', given(zGames, casino.games.fallback))
export const fetchCasinoGames = commandOf('virtuals/games', given(zFound, casino.search.fallback))
export const searchCasino = commandOf('virtuals/search', given(zFound, casino.search.fallback))
export const fetchCasinoWinners = commandOf('virtuals/winners', given(casino.winners.answer, casino.winners.fallback))
export const playCasino = commandOf('virtuals/play', given(casino.play.answer, casino.play.fallback))
export const createCasinoPlayer = command('virtuals/createPlayer', casino.createPlayer)
export const fetchFavourites = command('virtuals/favourites', casino.favourites)
export const fetchRecent = command('virtuals/recent', casino.recent)
export const addFavourite = command('virtuals/addFavourite', casino.addFavourite)

const busy = { loading: 'loading', error: 'error' } as const
const fetching = { loading: 'fetching', error: 'error' } as const

virtuals.on(fetchCasino, {
  ...busy,
  done: ({ data, games: grouped, types, type_list, provider_list }, { smartsoft_categories }, { data: asked }) => {
    const list = grouped ?? data ?? []
    const categories = smartsoftCategories(list)
    return {
      casino_games: list,
      casino_games_for: listMark(asked),
      casino_games_types: types ?? [],
      smartsoft_categories: categories.length > 0 ? categories : smartsoft_categories,
      ...(type_list && provider_list && { casino_shelves: { types: type_list, providers: provider_list } }),
    }
  },
})
virtuals.on(fetchCasinoGames, {
  ...busy,
  done: ({ data, types, providers, meta }, { casino_games_data, casino_games_of }, { data: asked }) => ({
    casino_games_data: withEarlier(data ?? [], { games: casino_games_data, of: casino_games_of }, asked),
    casino_games_types: types ?? [],
    casino_games_providers: providers ?? [],
    casino_games_of: listedOf(asked, meta?.total ?? data?.length ?? 0),
  }),
})
virtuals.on(searchCasino, {
  loading: 'loading_search',
  error: 'error',
  done: ({ data, types, providers, meta }, { casino_search_data, casino_search_of }, { data: asked }) => ({
    casino_search_data: withEarlier(data ?? [], { games: casino_search_data, of: casino_search_of }, asked),
    casino_search_types: types ?? [],
    casino_search_providers: providers ?? [],
    casino_search_of: listedOf(asked, meta?.total ?? data?.length ?? 0),
  }),
})
virtuals.on(fetchCasinoWinners, { ...busy, done: ({ data }) => ({ casino_winners: data }) })
virtuals.on(playCasino, {
  ...fetching,
  begun: () => ({ casino_game_url: null }),
  done: ({ result }) => ({ casino_game_url: result.gameURL }),
})
virtuals.on(createCasinoPlayer, { ...fetching, done: () => ({}) })
virtuals.on(fetchFavourites, { ...fetching, done: ({ data }) => ({ favorites_data: data }) })
virtuals.on(fetchRecent, { ...fetching, done: ({ data }) => ({ recent_data: data }) })
virtuals.on(addFavourite, { ...fetching, done: ({ data }) => ({ favorites_data: data }) })

/** The categories of the smart-soft provider, in any spelling of its name. */
function smartsoftCategories(list: readonly ProviderGames[]): string[] {
  const groups = list.filter(
    ({ provider }) => typeof provider === 'string' && /^smart[-_ ]?soft$/i.test(provider.trim()),
  )
  return [...new Set(groups.flatMap((group) => Object.keys(group).filter((key) => key !== 'provider')))]
}

type Asked = Record<string, unknown> | undefined

/** The mark of a list: the fields of its request without the page. */
export function listMark(asked: Asked): string {
  const fields = Object.entries(asked ?? {}).filter(([name, value]) => name !== 'page' && value !== undefined)
  return JSON.stringify(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const pageOf = (asked: Asked): number => Number(asked?.['page'] ?? 1)
const listedOf = (asked: Asked, total: number): Listed => ({ mark: listMark(asked), page: pageOf(asked), total })

/** Appends the next page of the same list to the earlier pages; any other response replaces them. */
function withEarlier(
  received: CasinoGame[],
  { games, of }: { games: CasinoGame[]; of: VirtualsState['casino_games_of'] },
  asked: Asked,
): CasinoGame[] {
  if (!of || pageOf(asked) !== of.page + 1 || listMark(asked) !== of.mark) return received
  const known = new Set(games.map(({ game_id }) => game_id))
  return [...games, ...received.filter(({ game_id }) => !known.has(game_id))]
}
