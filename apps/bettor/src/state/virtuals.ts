import type { casino, CasinoGame, CasinoShelf, ProviderGames } from '@nare/contract/casino'
import type { Answer } from '@nare/contract/route'
import { area } from './area.ts'

export type VirtualsState = {
  /** Objects keyed by category, each with its provider. */
  casino_games: ProviderGames[]
  casino_games_data: CasinoGame[]
  casino_games_types: string[]
  casino_games_providers: string[]
  casino_search_data: CasinoGame[]
  casino_search_types: string[]
  casino_search_providers: string[]
  casino_winners: Answer<typeof casino.winners>['data']
  casino_game_url: string | null
  favorites_data: CasinoGame[]
  smartsoft_categories: string[]
  game_type: string
  loading: boolean
  loading_search: boolean
  fetching: boolean
  error: string | null
  /** Ours: the categories and providers of the lobby with their names; absent until a response contains them. */
  casino_shelves?: { types: CasinoShelf[]; providers: CasinoShelf[] }
  /** Ours: the request of the list of games and of the search results, and their total numbers. */
  casino_games_of?: Listed
  casino_search_of?: Listed
  /** Ours: the mark of the request of `casino_games`. */
  casino_games_for?: string
  /** Ours: the progress of each list. `loading` and `error` above belong to the last call, whichever it was. */
  casino_reads?: Partial<Record<CasinoList, { loading: boolean; failed?: { mark: string; error: string } }>>
}

export type CasinoList = 'lobby' | 'games' | 'search' | 'favourites'

export type Listed = { mark: string; page: number; total: number }

export const virtualsDefaults: VirtualsState = {
  casino_games: [],
  casino_games_data: [],
  casino_games_types: [],
  casino_games_providers: [],
  casino_search_data: [],
  casino_search_types: [],
  casino_search_providers: [],
  casino_winners: [],
  casino_game_url: null,
  favorites_data: [],
  smartsoft_categories: [],
  game_type: 'pragmatic',
  loading: false,
  loading_search: false,
  fetching: false,
  error: null,
}

export const virtuals = area('virtuals', virtualsDefaults)
