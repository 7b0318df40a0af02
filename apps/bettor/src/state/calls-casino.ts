import type { Failed } from '@nare/client/call'
import { casino, zGame, zProviderGames, zWinner, type CasinoGame, type ProviderGames } from '@nare/contract/casino'
import * as z from 'zod/mini'
import { command, commandOf } from './area.ts'
import { endpointRoute, type EndpointCall } from './endpoint-call.ts'
import { virtuals, type CasinoList, type Listed, type VirtualsState } from './virtuals.ts'

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
  winners: z.optional(z.array(zWinner)),
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
export const addFavourite = command('virtuals/addFavourite', casino.addFavourite)

const busy = { loading: 'loading', error: 'error' } as const
const fetching = { loading: 'fetching', error: 'error' } as const

type Progress = Pick<VirtualsState, 'casino_reads'>

/** The handlers that keep the progress of one list by its request. */
const progressOf = (list: CasinoList) => ({
  begun: ({ casino_reads }: Progress): Progress => ({ casino_reads: { ...casino_reads, [list]: { loading: true } } }),
  failed: ({ error }: Failed, { casino_reads }: Progress, { data }: { data?: Asked }): Progress => ({
    casino_reads: { ...casino_reads, [list]: { loading: false, failed: { mark: listMark(data), error } } },
  }),
})
const loaded = ({ casino_reads }: Progress, list: CasinoList): Progress => ({
  casino_reads: { ...casino_reads, [list]: { loading: false } },
})

/** The progress of the request of a list. A list that is neither loaded nor failed counts as loading. */
export function listProgress(
  { casino_reads }: Progress,
  { list, mark, isLoaded }: { list: CasinoList; mark: string; isLoaded: boolean },
): { loading: boolean; error: string | null } {
  const read = casino_reads?.[list]
  const error = read?.failed?.mark === mark ? read.failed.error : null
  return { loading: read?.loading === true || (!isLoaded && error === null), error }
}

virtuals.on(fetchCasino, {
  ...busy,
  ...progressOf('lobby'),
  done: ({ data, games: grouped, types, type_list, provider_list, winners }, state, { data: asked }) => {
    const list = grouped ?? data ?? []
    const categories = smartsoftCategories(list)
    return {
      casino_games: list,
      casino_games_for: listMark(asked),
      casino_games_types: types ?? [],
      smartsoft_categories: categories.length > 0 ? categories : state.smartsoft_categories,
      ...loaded(state, 'lobby'),
      ...(winners && { casino_winners: winners }),
      ...(type_list && provider_list && { casino_shelves: { types: type_list, providers: provider_list } }),
    }
  },
})
virtuals.on(fetchCasinoGames, {
  ...busy,
  ...progressOf('games'),
  done: ({ data, types, providers, meta }, state, { data: asked }) => ({
    ...loaded(state, 'games'),
    casino_games_data: withEarlier(data ?? [], { games: state.casino_games_data, of: state.casino_games_of }, asked),
    casino_games_types: types ?? [],
    casino_games_providers: providers ?? [],
    casino_games_of: listedOf(asked, meta?.total ?? data?.length ?? 0),
  }),
})
virtuals.on(searchCasino, {
  loading: 'loading_search',
  error: 'error',
  ...progressOf('search'),
  done: ({ data, types, providers, meta }, state, { data: asked }) => ({
    ...loaded(state, 'search'),
    casino_search_data: withEarlier(data ?? [], { games: state.casino_search_data, of: state.casino_search_of }, asked),
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
virtuals.on(fetchFavourites, {
  ...fetching,
  ...progressOf('favourites'),
  done: ({ data }, state) => ({ favorites_data: data, ...loaded(state, 'favourites') }),
})
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
