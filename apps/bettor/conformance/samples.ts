import type { Settings } from '@nare/contract/content'
import { ucn, type Pick } from '../src/state/picks.ts'

/** Minimal valid answers of the server, by its contract. */
export const settings: Settings = {
  name: 'Nare',
  currency: 'KES',
  amounts: { sign: 'KSh', digits: 2 },
  country: 'ke',
  first_language: 'en',
  time_zone: 'Africa/Nairobi',
  numbers: { calling_code: '254', mobile: '[17]\\d{8}' },
  min_stake: '20.00',
  quick_stakes: ['50.00', '100.00'],
  max_stake: '100000.00',
  max_payout: '1000000.00',
  max_legs: 30,
  max_system_legs: 12,
  min_age: 18,
  limit_changes: { wait_hours: 24, stops_bets: false },
  live_delay_s: 4,
  boost: { table: [{ legs: 3, percent: 5 }], min_leg: '1.50', cap: '100000.00', exclude: [] },
  taxes: [],
  payments: {
    providers: ['mpesa', 'airtel'],
    paybill: '174379',
    deposit_min: '1.00',
    deposit_max: '250000.00',
    withdrawal_min: '50.00',
    withdrawal_max: '250000.00',
  },
  features: {},
  sports: [{ sport_id: '79', name: 'Soccer' }],
  contacts: {},
  operator: {},
  terms_version: '1',
  rules_version: '1',
  server_time: '2026-11-20T06:00:00Z',
  sandbox: true,
}

export const images = [{ id: '1', image: '/a.svg', title: 'Boost', link: '/promotions' }]

export const bet = {
  bet_id: '9',
  id: '6a1f9c52-0000-4000-8000-000000000001',
  product: 'sports',
  type: 'single',
  placed_at: '2026-11-20T06:00:00Z',
  stake: '20.00',
  total_odds: '2.10',
  possible_win: '42.00',
  boost: { percent: 0, amount: '0.00' },
  state: 'open',
  returned: '0.00',
  rules_version: '1',
  legs: [],
}
export const placed = { status: 201, message: 'Bet placed', bet, balance: '80.00' }

export const checked = {
  data: [],
  minStake: '20.00',
  netWin: '42.00',
  netWinBoosted: '44.00',
  hasBoost: true,
  remaining_games: 2,
  multiboostmessage: 'Add 2 more',
  slip_has_live_interval: 4,
  total_odds: '2.10',
  boost_percent: 5,
  tax: { deposit_percent: '0', withdrawal_percent: '5', stake_percent: '5', win_percent: '0' },
}

export const match = {
  match_id: '10000001',
  parent_match_id: '1',
  game_id: '1234',
  sport_id: '79',
  competition_id: '1',
  competition_name: 'League',
  category: 'Kenya',
  start_time: '2026-11-21T14:30:00Z',
  state: 'not_started',
  home_team: 'Simba',
  away_team: 'Chui',
  home_odd: '2.10',
  neutral_odd: '3.40',
  away_odd: '3.60',
  side_bets: 12,
  odds: [],
} as const

export const id = bet.id
export const wirePick = { match_id: '10000001', sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }

/** A pick of the slip. */
export const pick = (match_id = '10000001', odd_key = 'home_team'): Pick => ({
  ...wirePick,
  match_id,
  odd_key,
  ucn: ucn({ match_id, sub_type_id: '1', odd_key }),
  special_bet_value: '',
  display: odd_key,
  market: '1X2',
  home_team: 'Simba',
  away_team: 'Chui',
  competition_name: 'League',
  category: 'Kenya',
  start_time: match.start_time,
  game_id: '1234',
  sport_id: '79',
  live: false,
})

/** A game of the casino's lobby, and the games of its provider as the lobby lists them. */
export const game = {
  ...{ game_id: 'pragmatic:1', name: 'Gates', provider: 'pragmatic', category: 'slots', image: '/g.avif' },
  ...{ rtp: '96.50', min_stake: '5.00' },
}
export const winner = {
  player: '2547***678',
  game_id: 'pragmatic:1',
  name: 'Gates',
  amount: '90.00',
  at: match.start_time,
}

const teams = { match_id: '20000001', home_team: 'Simba', away_team: 'Chui' }
/** Rows of the virtual league, by the call that answers with them. */
export const leagueSamples = {
  competition: {
    ...{ competition_id: '2', name: 'Nare league', season: '1', season_id: 's1', round_number: 12, rounds: 30 },
    ...{ chain_tip: 'ab' },
  },
  period: {
    ...{ round_id: '77', round_number: 12, state: 'open', commitment: 'ab', season_id: '2-1', betting: true },
    start_time: '2026-11-20T06:05:00Z',
    end_time: '2026-11-20T06:08:00Z',
    betting_closes_at: '2026-11-20T06:04:50Z',
  },
  market: { market_id: '3', description: 'Match result', return_percent: '93.00' },
  match: {
    ...{ ...teams, parent_match_id: '1', start_time: match.start_time, home_odd: '2.10', neutral_odd: null },
    ...{ away_odd: '3.60', odds: [] },
  },
  playout: {
    ...{ ...teams, minute: 7, home_score: 1, away_score: 0 },
    events: [{ minute: 3, side: 'home', home_score: 1, away_score: 0 }],
  },
  result: { ...teams, round_id: '77', round_number: 12, half_time: '1:0', full_time: '2:1' },
  standing: {
    ...{ position: 1, team: 'Simba', played: 1, won: 1, drawn: 0, lost: 0, goals_for: 2, goals_against: 1 },
    ...{ points: 3, form: 'W' },
  },
}

export const jackpotPool = {
  ...{
    jackpot_id: '3',
    code: '41',
    name: 'Grand',
    state: 'open',
    amount: '100000.00',
    stake: '50.00',
    closes_at: match.start_time,
  },
  ...{ mode: 'pool', tiers: [{ correct: 13, share: 60 }], void_policy: 'drop', commitment: 'ab' },
  ...{ max_doubles: 5, max_triples: 2, max_lines: 512 },
  matches: [{ ...match, crowd: { home_team: 50, draw: 20, away_team: 30 } }],
}

const ticket = {
  ...{ ...bet, product: 'jackpot', type: 'jackpot', possible_win: null, lines: 2, best: null },
  picks: [{ match_id: '10000001', outcomes: ['home_team', 'draw'] }],
}
export const placedJackpot = { ...placed, bet: ticket, lines: 2, stake: '100.00' }
export const boardRow = { rank: 1, move: 2, player: '2547***678', points: 90, prize: null, mine: false }
