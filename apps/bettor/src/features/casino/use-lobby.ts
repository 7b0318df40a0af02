import { casino, type CasinoGame } from '@nare/contract/casino'
import { useEffect, useEffectEvent } from 'react'
import {
  addFavourite,
  fetchCasino,
  fetchCasinoGames,
  fetchFavourites,
  listMark,
  listProgress,
  searchCasino,
} from '../../state/calls-casino.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { useRead } from '../../state/use-read.ts'
import type { Place } from './shelves.ts'

const frontGames = 100
const pageGames = 60

/**
 * The first games of the lobby, or of one provider, by provider and category, with the names of both; with the last winners where they are
 * shown. A list that was requested for another provider is never shown as this one.
 */
export function useFront({ provider, winners = false }: { provider?: string; winners?: boolean }) {
  const send = useSend()
  // In the order of the address that index.html asks for.
  const data = { ...(provider && { provider }), page: 1, limit: frontGames, ...(winners && { winners: 'true' }) }
  const again = (): void => void send(fetchCasino({ endpoint: casino.games.path, data }))
  const load = useEffectEvent(again)
  useEffect(() => load(), [provider])
  const state = useApp(({ virtuals }) => virtuals)
  const mark = listMark(data)
  const isLoaded = state.casino_games_for === mark
  return {
    list: isLoaded ? state.casino_games : [],
    winners: winners ? state.casino_winners : [],
    types: state.casino_games_types,
    shelves: state.casino_shelves,
    ...listProgress(state, { list: 'lobby', mark, isLoaded }),
    again,
  }
}

export type Listing = {
  games: readonly CasinoGame[] | undefined
  total: number
  loading: boolean
  error: string | null
  more: () => void
  again: () => void
}

/** The games of a filter or a search, page by page; undefined until the first page is loaded. */
export function useListing({ category, provider, sort, q }: Omit<Place, 'show'>): Listing {
  const send = useSend()
  const isSearch = q !== ''
  const state = useApp(({ virtuals }) => virtuals)
  const loaded = isSearch ? state.casino_search_of : state.casino_games_of
  const games = isSearch ? state.casino_search_data : state.casino_games_data
  const asked = { q, ...(category && { category }), ...(provider && { provider }), sort, limit: pageGames }
  const mark = listMark(asked)
  const read = (page: number): void => {
    const input = { endpoint: casino.search.path, data: { ...asked, page } }
    void send(isSearch ? searchCasino(input) : fetchCasinoGames(input))
  }
  const readFirst = useEffectEvent(() => read(1))
  useEffect(() => readFirst(), [mark])
  const isLoaded = loaded?.mark === mark
  const { loading, error } = listProgress(state, { list: isSearch ? 'search' : 'games', mark, isLoaded })
  const more = (): void => {
    if (isLoaded && !loading && games.length < loaded.total) read(loaded.page + 1)
  }
  return {
    games: isLoaded ? games : undefined,
    total: isLoaded ? loaded.total : 0,
    loading,
    error,
    more,
    again: () => read(1),
  }
}

export type OwnList = { games: readonly CasinoGame[]; loading: boolean; error: string | null; again: () => void }

/** The bettor's own lists; empty for guests. A list that is neither loaded nor failed counts as loading. */
export function useOwnGames() {
  const send = useSend()
  const owner = useApp(({ auth }) => (auth.isLoggedIn ? auth.user?.id : undefined))
  const state = useApp(({ virtuals }) => virtuals)
  const recent = useRead(casino.recent, owner === undefined ? undefined : {}, 0)
  const readFavourites = (): void => void send(fetchFavourites({}))
  const load = useEffectEvent(readFavourites)
  useEffect(() => {
    if (owner !== undefined) load()
  }, [owner])
  const favourites = owner === undefined ? [] : state.favorites_data
  const read = state.casino_reads?.favourites
  const isLoaded = read !== undefined && !read.loading && !read.failed
  const lists: Record<'favourites' | 'recent', OwnList> = {
    favourites: {
      games: favourites,
      ...listProgress(state, { list: 'favourites', mark: listMark(undefined), isLoaded }),
      again: readFavourites,
    },
    recent: {
      games: recent.body?.data ?? [],
      loading: recent.loading,
      error: recent.failed?.error ?? null,
      again: recent.again,
    },
  }
  const toggle = (game: CasinoGame): void => {
    const isFavourite = favourites.some(({ game_id }) => game_id === game.game_id)
    void send(addFavourite({ game_id: game.game_id, favourite: !isFavourite }))
  }
  return {
    signedIn: owner !== undefined,
    favourites,
    lists,
    toggle,
  }
}
