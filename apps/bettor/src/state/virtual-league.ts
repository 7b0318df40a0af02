import { area } from './area.ts'

type Row = Record<string, unknown>
export type LeagueMarket = { market_id: string | number; description: string }
export type LeagueRound = {
  round_id: string | number
  round_number: number
  start_time: string
  end_time: string
} & Row

export type VirtualLeagueState = {
  matches_data: Row[]
  playouts_data: Row[]
  standings_data: Row[]
  results_data: Row[]
  markets_data: LeagueMarket[]
  /** `target` is what the address says of the market, `label` its description. */
  market_options: { target: string; label: string }[]
  periods_data: LeagueRound[]
  round_id: string | null
  start_time: string | null
  end_time: string | null
  /** The current round's round_number. */
  game_week: number | null
  periods_ready: boolean
  time_set: boolean
  inPlay: boolean
  timeLeft: number | null
  timeAfter: number | null
  isCountDownTimeActive: boolean
  competitions_data: Row[]
  bet_history_data: Row[]
  bet_details_data: Row | null
  old_bet_details: Row | null
  old_bets_data: Row[]
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
