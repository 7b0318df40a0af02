import { route } from '@nare/contract/route'
import * as z from 'zod/mini'
import { command } from './area.ts'
import { betting } from './betting.ts'
import { placedFields, placement } from './calls-betting.ts'
import { virtualLeague, type LeagueMarket } from './virtual-league.ts'

const zKey = z.union([z.string(), z.number()])
const zRow = z.record(z.string(), z.unknown())
const zRows = z.looseObject({ data: z.array(zRow) })
const zHistory = z.looseObject({ status: z.optional(z.unknown()), data: z.optional(z.array(zRow)) })
const zOne = z.looseObject({ data: zRow })
const zPeriods = z.looseObject({
  data: z.array(
    z.looseObject({ round_id: zKey, round_number: z.number(), start_time: z.string(), end_time: z.string() }),
  ),
})
const zMarkets = z.looseObject({ data: z.array(z.looseObject({ market_id: zKey, description: z.string() })) })

/** One call of the league: POST /v1/nare-league/<name>. What it takes beyond a competition is the server's to say. */
const leagueCall = <A extends z.ZodMiniType>(name: string, { answer, fallback }: { answer: A; fallback: string }) =>
  route({
    method: 'POST',
    path: `/v1/nare-league/${name}`,
    auth: 'optional',
    input: z.record(z.string(), z.unknown()),
    answer,
    failures: [],
    fallback,
  })

/** The bettor's side of the league's calls. */
export const leagueCalls = {
  periods: leagueCall('periods', { answer: zPeriods, fallback: 'Fetching Periods failed' }),
  betDetails: leagueCall('bet-details', { answer: zOne, fallback: 'Fetching Bet Details failed' }),
  betHistory: leagueCall('bet-history', { answer: zHistory, fallback: 'Fetching Bet History failed' }),
  oldBetDetails: leagueCall('old-bet-details', { answer: zOne, fallback: 'Fetching Old Bet Details failed' }),
  oldBets: leagueCall('old-bets', { answer: zHistory, fallback: 'Fetching Old Bets failed' }),
  markets: leagueCall('markets', { answer: zMarkets, fallback: 'Fetching Markets failed' }),
  matches: leagueCall('matches', { answer: zRows, fallback: 'Fetching Matches failed' }),
  standings: leagueCall('standings', { answer: zRows, fallback: 'Fetching Standings failed' }),
  results: leagueCall('results', { answer: zRows, fallback: 'Fetching Results failed' }),
  playouts: leagueCall('live', { answer: zRows, fallback: 'Fetching Playouts failed' }),
  competitions: leagueCall('competitions', {
    answer: zRows,
    fallback: "OOP's, Something went wrong please Retry ",
  }),
  bet: route({
    method: 'POST',
    path: '/v1/nare-league/bet=',
    auth: 'bettor',
    created: true,
    input: z.record(z.string(), z.unknown()),
    answer: z.looseObject({ message: z.optional(z.string()), insufficient_balance: z.optional(z.boolean()) }),
    failures: [],
    fallback: ' Bet placement failed',
  }),
} as const

export const fetchPeriods = command('virtualLeague/periods', leagueCalls.periods)
export const fetchLeagueBet = command('virtualLeague/betDetails', leagueCalls.betDetails)
export const fetchLeagueBets = command('virtualLeague/betHistory', leagueCalls.betHistory)
export const fetchOldLeagueBet = command('virtualLeague/oldBetDetails', leagueCalls.oldBetDetails)
export const fetchOldLeagueBets = command('virtualLeague/oldBets', leagueCalls.oldBets)
export const fetchLeagueMarkets = command('virtualLeague/markets', leagueCalls.markets)
export const fetchLeagueMatches = command('virtualLeague/matches', leagueCalls.matches)
export const fetchStandings = command('virtualLeague/standings', leagueCalls.standings)
export const fetchResults = command('virtualLeague/results', leagueCalls.results)
export const fetchPlayouts = command('virtualLeague/live', leagueCalls.playouts)
export const fetchLeagueCompetitions = command('virtualLeague/competitions', leagueCalls.competitions)
export const placeLeagueBet = command('betting/placeLeague', leagueCalls.bet)

const busy = { loading: 'loading', error: 'error' } as const

virtualLeague.on(fetchPeriods, {
  ...busy,
  begun: () => ({ periods_ready: false, time_set: false }),
  done: ({ data }) => {
    const [current] = data
    if (!current) return { periods_data: data }
    return {
      periods_data: data,
      round_id: String(current.round_id),
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

/** A history counts only when its status is 200 or absent; otherwise there is none. */
function history({ status, data }: z.output<typeof zHistory>): Record<string, unknown>[] {
  return status === undefined || status === 200 || status === '200' ? (data ?? []) : []
}
