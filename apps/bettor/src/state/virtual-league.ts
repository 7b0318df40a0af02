import { area } from './area.ts'

export type VirtualLeagueState = {
  matches_data: unknown[]
  playouts_data: unknown[]
  standings_data: unknown[]
  results_data: unknown[]
  markets_data: { market_id: string; description: string }[]
  market_options: { target: string; label: string }[]
  periods_data: unknown[]
  round_id: string | null
  start_time: string | null
  end_time: string | null
  game_week: number | null
  periods_ready: boolean
  time_set: boolean
  inPlay: boolean
  timeLeft: number | null
  timeAfter: number | null
  isCountDownTimeActive: boolean
  competitions_data: unknown[]
  bet_history_data: unknown[]
  bet_details_data: unknown
  old_bet_details: unknown
  old_bets_data: unknown[]
  current_selection: string | null
  market_id: string | null
  competition_id: number
  active_market: number
  loading: boolean
  error: string | null
}

export const virtualLeagueDefaults: VirtualLeagueState = {
  matches_data: [],
  playouts_data: [],
  standings_data: [],
  results_data: [],
  markets_data: [],
  market_options: [],
  periods_data: [],
  round_id: null,
  start_time: null,
  end_time: null,
  game_week: null,
  periods_ready: false,
  time_set: false,
  inPlay: false,
  timeLeft: null,
  timeAfter: null,
  isCountDownTimeActive: false,
  competitions_data: [],
  bet_history_data: [],
  bet_details_data: null,
  old_bet_details: null,
  old_bets_data: [],
  current_selection: null,
  market_id: null,
  competition_id: 2,
  active_market: 3,
  loading: false,
  error: null,
}

export const virtualLeague = area('virtualLeague', virtualLeagueDefaults)
