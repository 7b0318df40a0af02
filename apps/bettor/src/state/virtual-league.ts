import type { BetView } from '@nare/contract/betting'
import type { league } from '@nare/contract/league'
import type { Answer } from '@nare/contract/route'
import { area } from './area.ts'

type RowsOf<Call extends keyof typeof league> =
  Answer<(typeof league)[Call]> extends { data: infer Rows } ? Rows : never
export type LeagueMarket = RowsOf<'markets'>[number]

export type Phase = 'open' | 'locked' | 'playing' | 'ended'

export type VirtualLeagueState = {
  matches_data: RowsOf<'matches'>
  playouts_data: RowsOf<'playouts'>
  standings_data: RowsOf<'standings'>
  results_data: RowsOf<'results'>
  markets_data: RowsOf<'markets'>
  /** `target` selects the market in the address, `label` is its description. */
  market_options: { target: string; label: string }[]
  periods_data: RowsOf<'periods'>
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
  competitions_data: RowsOf<'competitions'>
  bet_history_data: BetView[]
  bet_details_data: BetView | null
  old_bet_details: BetView | null
  old_bets_data: BetView[]
  current_selection: string | null
  market_id: string | null
  competition_id: number
  active_market: number
  loading: boolean
  error: string | null
  /** Ours: the phase of the current round. */
  phase: Phase | null
  /** Ours: the mark of the request of each call's last response, such as its round and market; screens show no other response. */
  answer_of: Partial<Record<LeagueRead, string>>
  /** Ours: why the rounds could not be loaded, until they are. `error` belongs to the last call, whichever it was. */
  periods_error: string | null
}

/** The calls with rows; their response depends on the fields of the request. */
export type LeagueRead = 'competitions' | 'periods' | 'markets' | 'matches' | 'playouts' | 'standings' | 'results'

/** The mark of a request: its fields in the order of their names, so that equal requests have equal marks. */
export const markOf = (input: object): string =>
  JSON.stringify(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

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
  phase: null,
  answer_of: {},
  periods_error: null,
}

export const virtualLeague = area('virtualLeague', virtualLeagueDefaults)
