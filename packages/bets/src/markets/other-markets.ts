import { asianHandicap, picks, totals } from './market.ts'
import type { Head, Market, Pick } from './market.ts'
import type { Score } from '../result.ts'
import { soccerMarkets } from './soccer-markets.ts'

const two: readonly Pick[] = [
  ['home_team', '1', (s) => s.home > s.away],
  ['away_team', '2', (s) => s.away > s.home],
]
const level = (s: Score) => s.home === s.away
const all = (s: Score) => s.home + s.away

/** The winner after overtime, sets or overs; a tie is refunded. */
const winner = (id: string) => picks({ id, name: 'Winner' }, two, level)
const games = (id: string, name: string): Head => ({ id, name, needs: 'games' })

export const basketballMarkets: readonly Market[] = [
  winner('219'),
  asianHandicap({ id: '223', name: 'Handicap' }),
  totals({ id: '225', name: 'Total points' }, all),
]

/** Tennis is played to two sets. */
export const setsToWin = 2

/** Tennis: the final score is in sets, handicap and total count the games of `periods`. */
export const tennisMarkets: readonly Market[] = [
  winner('186'),
  asianHandicap(games('187', 'Game handicap')),
  totals(games('189', 'Total games'), all),
]

/** Rugby has no markets of its own: these are 1, 16 and 18 of soccer, in the order of soccer. */
export const rugbyMarkets: readonly Market[] = soccerMarkets.filter(({ id }) => /^1[68]?$/.test(id))

export const iceHockeyMarkets: readonly Market[] = [
  winner('406'),
  asianHandicap({ id: '410', name: 'Handicap' }),
  totals({ id: '412', name: 'Total goals' }, all),
]

export const cricketMarkets: readonly Market[] = [winner('340')]
