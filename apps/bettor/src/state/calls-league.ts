import { league } from '@nare/contract/league'
import type { Answer } from '@nare/contract/route'
import { command } from './area.ts'
import { betting } from './betting.ts'
import { placedFields, placement } from './calls-betting.ts'
import { virtualLeague, type LeagueMarket } from './virtual-league.ts'

export const fetchPeriods = command('virtualLeague/periods', league.periods)
export const fetchLeagueBet = command('virtualLeague/betDetails', league.betDetails)
export const fetchLeagueBets = command('virtualLeague/betHistory', league.betHistory)
export const fetchOldLeagueBet = command('virtualLeague/oldBetDetails', league.oldBetDetails)
export const fetchOldLeagueBets = command('virtualLeague/oldBets', league.oldBets)
export const fetchLeagueMarkets = command('virtualLeague/markets', league.markets)
export const fetchLeagueMatches = command('virtualLeague/matches', league.matches)
export const fetchStandings = command('virtualLeague/standings', league.standings)
export const fetchResults = command('virtualLeague/results', league.results)
export const fetchPlayouts = command('virtualLeague/live', league.playouts)
export const fetchLeagueCompetitions = command('virtualLeague/competitions', league.competitions)
export const placeLeagueBet = command('betting/placeLeague', league.bet)

const busy = { loading: 'loading', error: 'error' } as const

virtualLeague.on(fetchPeriods, {
  ...busy,
  begun: () => ({ periods_ready: false, time_set: false }),
  done: ({ data }) => {
    const [current] = data
    if (!current) return { periods_data: data }
    return {
      periods_data: data,
      round_id: current.round_id,
      start_time: current.start_time,
      end_time: current.end_time,
      game_week: current.round_number,
      periods_ready: true,
      time_set: true,
    }
  },
})
virtualLeague.on(fetchLeagueMarkets, {
  ...busy,
  done: ({ data }) => ({ markets_data: data, market_options: data.map(option) }),
})
virtualLeague.on(fetchLeagueMatches, { ...busy, done: ({ data }) => ({ matches_data: data }) })
virtualLeague.on(fetchStandings, { ...busy, done: ({ data }) => ({ standings_data: data }) })
virtualLeague.on(fetchResults, { ...busy, done: ({ data }) => ({ results_data: data }) })
virtualLeague.on(fetchPlayouts, { ...busy, done: ({ data }) => ({ playouts_data: data }) })
virtualLeague.on(fetchLeagueCompetitions, { ...busy, done: ({ data }) => ({ competitions_data: data }) })
virtualLeague.on(fetchLeagueBet, { ...busy, done: ({ data }) => ({ bet_details_data: data }) })
virtualLeague.on(fetchOldLeagueBet, { ...busy, done: ({ data }) => ({ old_bet_details: data }) })
virtualLeague.on(fetchLeagueBets, { ...busy, done: (answer) => ({ bet_history_data: history(answer) }) })
virtualLeague.on(fetchOldLeagueBets, { ...busy, done: (answer) => ({ old_bets_data: history(answer) }) })
betting.on(placeLeagueBet, { ...placement, done: (answer) => ({ kiron: answer, ...placedFields(answer) }) })

function option({ market_id, description }: LeagueMarket): { target: string; label: string } {
  return { target: `sub_type_id=${market_id}`, label: description }
}

/** The bets of a history; empty unless its status is 200 or absent. */
function history({ status, data }: Answer<typeof league.betHistory>) {
  return status === undefined || status === 200 || status === '200' ? (data ?? []) : []
}
