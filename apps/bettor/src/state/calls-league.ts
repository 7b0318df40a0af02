import { league } from '@nare/contract/league'
import type { Answer } from '@nare/contract/route'
import { command } from './area.ts'
import { betting } from './betting.ts'
import { placedFields, placement } from './calls-betting.ts'
import { markOf, virtualLeague, type LeagueMarket, type LeagueRead, type VirtualLeagueState } from './virtual-league.ts'

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
  done: ({ data }, state, input) => {
    const [current] = data
    const listed = { periods_data: data, periods_error: null, ...answerOf(state, 'periods', input) }
    if (!current) return listed
    return {
      ...listed,
      round_id: current.round_id,
      start_time: current.start_time,
      end_time: current.end_time,
      game_week: current.round_number,
      periods_ready: true,
      time_set: true,
    }
  },
  failed: ({ error }) => ({ periods_error: error }),
})
virtualLeague.on(fetchLeagueMarkets, {
  ...busy,
  done: ({ data }, state, input) => ({
    ...{ markets_data: data, market_options: data.map(option) },
    ...answerOf(state, 'markets', input),
  }),
})
virtualLeague.on(fetchLeagueMatches, {
  ...busy,
  done: ({ data }, state, input) => ({ matches_data: data, ...answerOf(state, 'matches', input) }),
})
virtualLeague.on(fetchStandings, {
  ...busy,
  done: ({ data }, state, input) => ({ standings_data: data, ...answerOf(state, 'standings', input) }),
})
virtualLeague.on(fetchResults, {
  ...busy,
  done: ({ data }, state, input) => ({ results_data: data, ...answerOf(state, 'results', input) }),
})
virtualLeague.on(fetchPlayouts, {
  ...busy,
  done: ({ data }, state, input) => ({ playouts_data: data, ...answerOf(state, 'playouts', input) }),
})
virtualLeague.on(fetchLeagueCompetitions, {
  ...busy,
  done: ({ data }, state, input) => ({ competitions_data: data, ...answerOf(state, 'competitions', input) }),
})
virtualLeague.on(fetchLeagueBet, { ...busy, done: ({ data }) => ({ bet_details_data: data }) })
virtualLeague.on(fetchOldLeagueBet, { ...busy, done: ({ data }) => ({ old_bet_details: data }) })
virtualLeague.on(fetchLeagueBets, { ...busy, done: (answer) => ({ bet_history_data: history(answer) }) })
virtualLeague.on(fetchOldLeagueBets, { ...busy, done: (answer) => ({ old_bets_data: history(answer) }) })
betting.on(placeLeagueBet, { ...placement, done: (answer) => ({ kiron: answer, ...placedFields(answer) }) })

const answerOf = (
  { answer_of }: Pick<VirtualLeagueState, 'answer_of'>,
  call: LeagueRead,
  input: object,
): Pick<VirtualLeagueState, 'answer_of'> => ({ answer_of: { ...answer_of, [call]: markOf(input) } })

function option({ market_id, description }: LeagueMarket): { target: string; label: string } {
  return { target: `sub_type_id=${market_id}`, label: description }
}

/** The bets of a history; empty unless its status is 200 or absent. */
function history({ status, data }: Answer<typeof league.betHistory>) {
  return status === undefined || status === 200 || status === '200' ? (data ?? []) : []
}
