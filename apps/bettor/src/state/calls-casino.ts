import { route } from '@nare/contract/route'
import * as z from 'zod/mini'
import { command, commandOf } from './area.ts'
import { endpointRoute, type EndpointCall } from './endpoint-call.ts'
import { virtuals } from './virtuals.ts'

const zRows = z.optional(z.array(z.record(z.string(), z.unknown())))
const zNames = z.optional(z.array(z.unknown()))
const zGames = z.looseObject({ data: zRows, games: zRows, types: zNames })
const zGamesData = z.looseObject({ data: zRows, types: zNames, providers: zNames })
const zWinners = z.looseObject({ data: zRows })
const zPlay = z.looseObject({ result: z.looseObject({ gameURL: z.string() }) })

/** The bettor's side of the casino's calls that have an address of their own. */
export const casinoCalls = {
  createPlayer: route({
    method: 'GET',
    path: '/v1/casino/create/player',
    auth: 'bettor',
    input: z.object({}),
    answer: z.looseObject({}),
    failures: [],
    fallback: 'Create Casino Player failed',
  }),
  favourites: route({
    method: 'POST',
    path: '/v1/fetch-casino-favorite-games',
    auth: 'bettor',
    input: z.object({}),
    answer: z.looseObject({ data: zRows }),
    failures: [],
    fallback: 'Fetching Casino Favorites failed',
  }),
  addFavourite: route({
    method: 'POST',
    path: '/v1/add-casino-favorite-games',
    auth: 'bettor',
    input: z.object({ game_id: z.string(), favourite: z.optional(z.boolean()) }),
    answer: z.looseObject({ data: zRows }),
    failures: [],
    fallback: 'Adding Casino Favorite failed',
  }),
} as const

const given =
  <A extends z.ZodMiniType>(answer: A, fallback: string) =>
  (asked: EndpointCall) => ({ route: endpointRoute(asked, { answer, fallback }), input: asked.data ?? {} })

/** Games by category and provider. */
export const fetchCasino = commandOf('virtuals/casino', given(zGames, 'Fetching Casino failed'))
export const fetchCasinoGames = commandOf('virtuals/games', given(zGamesData, 'casinoGames failed'))
export const searchCasino = commandOf('virtuals/search', given(zGamesData, 'casinoGames failed'))
export const fetchCasinoWinners = commandOf('virtuals/winners', given(zWinners, 'casinoWinners failed'))
export const playCasino = commandOf('virtuals/play', given(zPlay, 'casinoGamePlay failed'))
export const createCasinoPlayer = command('virtuals/createPlayer', casinoCalls.createPlayer)
export const fetchFavourites = command('virtuals/favourites', casinoCalls.favourites)
export const addFavourite = command('virtuals/addFavourite', casinoCalls.addFavourite)

const busy = { loading: 'loading', error: 'error' } as const
const fetching = { loading: 'fetching', error: 'error' } as const

virtuals.on(fetchCasino, {
  ...busy,
  done: ({ data, games, types }, { smartsoft_categories }) => {
    const list = games ?? data ?? []
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
virtuals.on(fetchCasinoWinners, { ...busy, done: ({ data }) => ({ casino_winners: data ?? [] }) })
virtuals.on(playCasino, {
  ...fetching,
  begun: () => ({ casino_game_url: null }),
  done: ({ result }) => ({ casino_game_url: result.gameURL }),
})
virtuals.on(createCasinoPlayer, { ...fetching, done: () => ({}) })
virtuals.on(fetchFavourites, { ...fetching, done: ({ data }) => ({ favorites_data: data ?? [] }) })
virtuals.on(addFavourite, { ...fetching, done: ({ data }) => (data ? { favorites_data: data } : {}) })

/** The categories of the smart-soft provider, however its name is written. */
export function smartsoftCategories(games: readonly Record<string, unknown>[]): string[] {
  const own = games.filter(({ provider }) => typeof provider === 'string' && /^smart[-_ ]?soft$/i.test(provider.trim()))
  return [...new Set(own.flatMap((game) => Object.keys(game).filter((key) => key !== 'provider')))]
}
