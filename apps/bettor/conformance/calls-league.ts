import * as league from '../src/state/calls-league.ts'
import type { VirtualLeagueState } from '../src/state/virtual-league.ts'
import { leagueError, type Row } from './row.ts'
import { bet, leagueSamples } from './samples.ts'

const input = { competition_id: '2' }
const ofRound = { ...input, round_id: '77' }
const oneBet = { bet_id: '9' }
const { competition, market, match, period, playout, result, standing } = leagueSamples

type LeagueCall = {
  name: string
  send: Row['send']
  row: object
  field: keyof VirtualLeagueState
  answer?: unknown
  holds?: unknown
  payload?: Record<string, unknown>
}

const of = (
  { name, send, row, field, answer = { data: [row] }, holds = [row], payload = input }: LeagueCall,
  words: string,
  own = true,
): Row => ({
  call: `POST /v1/nare-league/${name}`,
  send,
  payload,
  answer,
  reads: ({ virtualLeague }) => virtualLeague[field],
  holds,
  error: { of: leagueError, says: words },
  ...(own && { ownWords: true }),
})

export const leagueRows: readonly Row[] = [
  of(
    {
      ...{ name: 'periods', field: 'periods_data', row: period },
      send: ({ store }) => store.dispatch(league.fetchPeriods(input)),
    },
    'Fetching Periods failed',
  ),
  of(
    {
      ...{
        name: 'bet-details',
        field: 'bet_details_data',
        row: bet,
        answer: { data: bet },
        holds: bet,
        payload: oneBet,
      },
      send: ({ store }) => store.dispatch(league.fetchLeagueBet(oneBet)),
    },
    'Fetching Bet Details failed',
  ),
  of(
    {
      ...{ name: 'bet-history', field: 'bet_history_data', row: bet, payload: {} },
      send: ({ store }) => store.dispatch(league.fetchLeagueBets({})),
    },
    'Fetching Bet History failed',
  ),
  of(
    {
      ...{
        name: 'old-bet-details',
        field: 'old_bet_details',
        row: bet,
        answer: { data: bet },
        holds: bet,
        payload: oneBet,
      },
      send: ({ store }) => store.dispatch(league.fetchOldLeagueBet(oneBet)),
    },
    'Fetching Old Bet Details failed',
  ),
  of(
    {
      ...{ name: 'old-bets', field: 'old_bets_data', row: bet, payload: {} },
      send: ({ store }) => store.dispatch(league.fetchOldLeagueBets({})),
    },
    'Fetching Old Bets failed',
  ),
  of(
    {
      ...{ name: 'markets', field: 'market_options', row: market },
      holds: [{ target: 'sub_type_id=3', label: 'Match result' }],
      send: ({ store }) => store.dispatch(league.fetchLeagueMarkets(input)),
    },
    'Fetching Markets failed',
  ),
  of(
    {
      ...{ name: 'matches', field: 'matches_data', row: match, payload: ofRound },
      send: ({ store }) => store.dispatch(league.fetchLeagueMatches(ofRound)),
    },
    'Fetching Matches failed',
  ),
  of(
    {
      ...{ name: 'standings', field: 'standings_data', row: standing },
      send: ({ store }) => store.dispatch(league.fetchStandings(input)),
    },
    'Fetching Standings failed',
  ),
  of(
    {
      ...{ name: 'results', field: 'results_data', row: result },
      send: ({ store }) => store.dispatch(league.fetchResults(input)),
    },
    'Fetching Results failed',
  ),
  of(
    {
      ...{ name: 'live', field: 'playouts_data', row: playout },
      send: ({ store }) => store.dispatch(league.fetchPlayouts(input)),
    },
    'Fetching Playouts failed',
  ),
  of(
    {
      ...{ name: 'competitions', field: 'competitions_data', row: competition, payload: {} },
      send: ({ store }) => store.dispatch(league.fetchLeagueCompetitions({})),
    },
    "OOP's, Something went wrong please Retry ",
    false,
  ),
]
