import { area } from './area.ts'

export type Game = Record<string, unknown>

export type VirtualsState = {
  /** Objects keyed by category, each with its provider. */
  casino_games: Record<string, unknown>[]
  casino_games_data: Game[]
  casino_games_types: unknown[]
  casino_games_providers: unknown[]
  casino_search_data: Game[]
  casino_search_types: unknown[]
  casino_search_providers: unknown[]
  casino_winners: Record<string, unknown>[]
  casino_game_url: string | null
  favorites_data: Game[]
  smartsoft_categories: string[]
  game_type: string
  loading: boolean
  loading_search: boolean
  fetching: boolean
  error: string | null
}

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
