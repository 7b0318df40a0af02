import { fetchMarkets, placeBet, placeBetAt, validateSlip, validateSlipAt } from '../src/state/calls-betting.ts'
import { fetchJackpots, placeJackpotBet } from '../src/state/calls-jackpot.ts'
import { placeLeagueBet } from '../src/state/calls-league.ts'
import { bettingError, type Row } from './row.ts'
import { checked, id, jackpotPool, match, placed, placedJackpot, wirePick } from './samples.ts'

const says = (words: string): Row['error'] => ({ of: bettingError, says: words })
const validationSays = {
  of: ({ betting }: Parameters<Row['reads']>[0]) => betting.error_slip_validation,
  says: 'BetslipValidation failed',
}
const jackpotBet = {
  id,
  jackpot_id: '3',
  picks: [{ match_id: '10000001', outcomes: ['home_team' as const, 'draw' as const] }],
}
const leagueBet = { id, stake: '20', slip: [wirePick] }
const bet = { id, stake: '20', slip: [wirePick] }

export const bets: readonly Row[] = [
  {
    call: 'POST /jp/bet',
    send: ({ store }) => store.dispatch(placeJackpotBet(jackpotBet)),
    payload: jackpotBet,
    answer: placedJackpot,
    reads: ({ betting }) => betting.jackpotbestlip,
    holds: placedJackpot,
    error: says('jackpot  Bet placement failed'),
  },
  {
    call: 'POST /v1/nare-league/bet=',
    send: ({ store }) => store.dispatch(placeLeagueBet(leagueBet)),
    payload: leagueBet,
    answer: placed,
    reads: ({ betting }) => betting.kiron,
    holds: placed,
    error: says(' Bet placement failed'),
  },
  {
    call: 'POST /v1/bet',
    send: ({ store }) => store.dispatch(placeBet(bet)),
    payload: bet,
    answer: placed,
    reads: ({ betting }) => [betting.betslip?.bet.bet_id, betting.bet_placement_message],
    holds: ['9', 'Bet placed'],
    error: says(' Bet placement failed'),
  },
  {
    call: 'POST /v1/anywhere',
    send: ({ store }) =>
      store.dispatch(
        placeBetAt({ endpoint: '/v1/anywhere', method: 'POST', data: { stake: '5' }, jackpot: true, use_jwt: true }),
      ),
    payload: { stake: '5' },
    use_jwt: true,
    answer: { status: 201, message: 'Placed', insufficient_balance: false },
    reads: ({ betting }) => [betting.bet_placement_message, betting.insufficient_balance],
    holds: ['Placed', false],
    error: says('jackpot  Bet placement failed'),
  },
  {
    call: 'POST /v1/bet/validate',
    send: ({ store }) => store.dispatch(validateSlip({ slip: [wirePick], stake: '20' })),
    payload: { slip: [wirePick], stake: '20' },
    answer: checked,
    reads: ({ betting }) => [betting.slip_validation_data, betting.netWin, betting.netWinBoosted, betting.minStake],
    holds: [[], '42.00', '44.00', '20.00'],
    error: validationSays,
  },
  {
    call: 'POST /v1/validate-anywhere',
    send: ({ store }) =>
      store.dispatch(validateSlipAt({ endpoint: '/v1/validate-anywhere', method: 'POST', data: { slip: [wirePick] } })),
    payload: { slip: [wirePick] },
    answer: checked,
    reads: ({ betting }) => [betting.slip_validation_data, betting.hasBoost, betting.remaining_games],
    holds: [[], true, 2],
    error: validationSays,
  },
  {
    call: 'GET /v1/jackpots',
    send: ({ store }) => store.dispatch(fetchJackpots({})),
    answer: { data: [jackpotPool] },
    reads: ({ betting }) => betting.jackpot,
    holds: [jackpotPool],
    error: says('Fetching JackpotMatches failed'),
  },
  {
    call: 'GET /v1/match/10000001',
    send: ({ store }) => store.dispatch(fetchMarkets({ match_id: '10000001' })),
    answer: { data: match },
    reads: ({ betting }) => betting.markets,
    holds: match,
    error: says('Fetching Markets failed'),
  },
]
