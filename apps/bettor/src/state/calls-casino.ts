import { casino, zGame, zProviderGames, type ProviderGames } from '@nare/contract/casino'
import * as z from 'zod/mini'
import { command, commandOf } from './area.ts'
import { endpointRoute, type EndpointCall } from './endpoint-call.ts'
import { virtuals } from './virtuals.ts'

const zNames = z.optional(z.array(z.string()))
/** The specification reads the lists of games under either name. */
const zGames = z.object({
  data: z.optional(z.array(zProviderGames)),
  games: z.optional(z.array(zProviderGames)),
  types: zNames,
})
const zFound = z.object({ data: z.optional(z.array(zGame)), types: zNames, providers: zNames })

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
export const addFavourite = command('virtuals/addFavourite', casino.addFavourite)

const busy = { loading: 'loading', error: 'error' } as const
const fetching = { loading: 'fetching', error: 'error' } as const

virtuals.on(fetchCasino, {
  ...busy,
  done: ({ data, games: grouped, types }, { smartsoft_categories }) => {
    const list = grouped ?? data ?? []
    const found = smartsoftCategories(list)
    return {
      casino_games: list,
      casino_games_types: types ?? [],
      smartsoft_categories: found.length > 0 ? found : smartsoft_categories,
    }
  },
})
virtuals.on(fetchCasinoGames, {
  ...busy,
  done: ({ data, types, providers }) => ({
    casino_games_data: data ?? [],
    casino_games_types: types ?? [],
    casino_games_providers: providers ?? [],
  }),
})
virtuals.on(searchCasino, {
  loading: 'loading_search',
  error: 'error',
  done: ({ data, types, providers }) => ({
    casino_search_data: data ?? [],
    casino_search_types: types ?? [],
    casino_search_providers: providers ?? [],
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
virtuals.on(addFavourite, { ...fetching, done: ({ data }) => ({ favorites_data: data }) })

/** The categories of the smart-soft provider, however its name is written. */
export function smartsoftCategories(list: readonly ProviderGames[]): string[] {
  const own = list.filter(({ provider }) => typeof provider === 'string' && /^smart[-_ ]?soft$/i.test(provider.trim()))
  return [...new Set(own.flatMap((game) => Object.keys(game).filter((key) => key !== 'provider')))]
}
