import * as league from '../src/state/calls-league.ts'
import type { VirtualLeagueState } from '../src/state/virtual-league.ts'
import { leagueError, type Row } from './row.ts'

const round = {
  round_id: '77',
  round_number: 12,
  start_time: '2026-11-20T06:05:00Z',
  end_time: '2026-11-20T06:08:00Z',
  state: 'open',
}
const rows = [{ match_id: '1' }]

type Told = { name: string; send: Row['send']; answer?: unknown; field: keyof VirtualLeagueState; holds?: unknown }

const of = ({ name, send, answer = { data: rows }, field, holds = rows }: Told, words: string, own = true): Row => ({
  call: `POST /v1/nare-league/${name}`,
  send,
  payload: { competition_id: '2' },
  answer,
  reads: ({ virtualLeague }) => virtualLeague[field],
  holds,
  error: { of: leagueError, says: words },
  ...(own && { ownWords: true }),
})

const input = { competition_id: '2' }
const one = { bet_id: '4' }

export const leagueRows: readonly Row[] = [
  of(
    {
      ...{ name: 'periods', field: 'periods_data', answer: { data: [round] }, holds: [round] },
      send: ({ store }) => store.dispatch(league.fetchPeriods(input)),
    },
    'Fetching Periods failed',
  ),
  of(
    {
      ...{ name: 'bet-details', field: 'bet_details_data', answer: { data: one }, holds: one },
      send: ({ store }) => store.dispatch(league.fetchLeagueBet(input)),
    },
    'Fetching Bet Details failed',
  ),
  of(
    {
      ...{ name: 'bet-history', field: 'bet_history_data' },
      send: ({ store }) => store.dispatch(league.fetchLeagueBets(input)),
    },
    'Fetching Bet History failed',
  ),
  of(
    {
      ...{ name: 'old-bet-details', field: 'old_bet_details', answer: { data: one }, holds: one },
      send: ({ store }) => store.dispatch(league.fetchOldLeagueBet(input)),
    },
    'Fetching Old Bet Details failed',
  ),
  of(
    {
      ...{ name: 'old-bets', field: 'old_bets_data' },
      send: ({ store }) => store.dispatch(league.fetchOldLeagueBets(input)),
    },
    'Fetching Old Bets failed',
  ),
  of(
    {
      ...{ name: 'markets', field: 'market_options', holds: [{ target: 'sub_type_id=3', label: 'Match result' }] },
      answer: { data: [{ market_id: '3', description: 'Match result' }] },
      send: ({ store }) => store.dispatch(league.fetchLeagueMarkets(input)),
    },
    'Fetching Markets failed',
  ),
  of(
    {
      ...{ name: 'matches', field: 'matches_data' },
      send: ({ store }) => store.dispatch(league.fetchLeagueMatches(input)),
    },
    'Fetching Matches failed',
  ),
  of(
    {
      ...{ name: 'standings', field: 'standings_data' },
      send: ({ store }) => store.dispatch(league.fetchStandings(input)),
    },
    'Fetching Standings failed',
  ),
  of(
    {
      ...{ name: 'results', field: 'results_data' },
      send: ({ store }) => store.dispatch(league.fetchResults(input)),
    },
    'Fetching Results failed',
  ),
  of(
    {
      ...{ name: 'live', field: 'playouts_data' },
      send: ({ store }) => store.dispatch(league.fetchPlayouts(input)),
    },
    'Fetching Playouts failed',
  ),
  of(
    {
      ...{ name: 'competitions', field: 'competitions_data' },
      send: ({ store }) => store.dispatch(league.fetchLeagueCompetitions(input)),
    },
    "OOP's, Something went wrong please Retry ",
    false,
  ),
]
