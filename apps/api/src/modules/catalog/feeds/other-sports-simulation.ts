import type { Sport } from '@nare/bets/markets'
import type { Score } from '@nare/bets/result'
import { normalCdf } from '@nare/odds/normal'
import type { Ratings } from '@nare/odds/other-sports'
import type { ResultFacts } from './port.ts'
import type { Chance } from './soccer-simulation.ts'

type OtherSport = Exclude<Sport, 'soccer'>

/** Duration of a match in real minutes, including breaks. */
export const lengthMinutes: Readonly<Record<OtherSport, number>> = {
  basketball: 120,
  tennis: 100,
  rugby: 95,
  ice_hockey: 140,
  cricket: 200,
}

const spreads = {
  basketball: { margin: 12, total: 18 },
  rugby: { margin: 14, total: 13 },
  cricket: { margin: 40, total: 40 },
}
const setScores = [
  [6, 4],
  [7, 5],
  [6, 3],
  [7, 6],
  [6, 4],
  [6, 2],
] as const

/** Draws the final score from the distributions behind the match's prices. Betting closes before the draw. */
export function drawFinalScore(sport: OtherSport, ratings: Ratings, chance: Chance): ResultFacts {
  if (sport === 'tennis') return tennisEnd(ratings, chance)
  if (sport === 'ice_hockey') return { fullTime: hockeyEnd(ratings, chance) }
  const { margin: marginSpread, total: totalSpread } = spreads[sport]
  const margin = Math.round(ratings.homeEdge + marginSpread * normal(chance))
  const total = Math.max(Math.abs(margin), Math.round((ratings.total ?? 100) + totalSpread * normal(chance)))
  const low = Math.max(0, Math.floor((total - Math.abs(margin)) / 2))
  const fullTime = margin >= 0 ? { home: low + margin, away: low } : { home: low, away: low - margin }
  if (sport === 'rugby' || fullTime.home !== fullTime.away) return { fullTime }
  return {
    fullTime: chance() < 0.5 ? { ...fullTime, home: fullTime.home + 1 } : { ...fullTime, away: fullTime.away + 1 },
  }
}

function hockeyEnd({ homeEdge, total = 5.5 }: Ratings, chance: Chance): Score {
  const lh = Math.max(0.2, (total + homeEdge) / 2)
  const la = Math.max(0.2, (total - homeEdge) / 2)
  const end = { home: poisson(lh, chance), away: poisson(la, chance) }
  if (end.home !== end.away) return end
  return chance() < lh / (lh + la) ? { ...end, home: end.home + 1 } : { ...end, away: end.away + 1 }
}

/** Best of three sets: the score counts sets, the periods count games. */
function tennisEnd({ homeEdge }: Ratings, chance: Chance): ResultFacts {
  const homeWins = chance() < normalCdf(homeEdge / 4.5)
  const set = (homeWinsSet: boolean): Score => {
    const [won, lost] = setScores[Math.floor(chance() * setScores.length)] ?? [6, 4]
    return homeWinsSet ? { home: won, away: lost } : { home: lost, away: won }
  }
  const lostOne = chance() < 0.35
  const lostFirst = chance() < 0.5
  const setWinners = lostOne ? [lostFirst !== homeWins, lostFirst === homeWins, homeWins] : [homeWins, homeWins]
  const winner = { won: 2, lost: lostOne ? 1 : 0 }
  const fullTime = homeWins ? { home: winner.won, away: winner.lost } : { home: winner.lost, away: winner.won }
  return { fullTime, periods: setWinners.map(set) }
}

function poisson(mean: number, chance: Chance): number {
  let [count, left] = [0, chance()]
  let p = Math.exp(-mean)
  while (left > p && count < 40) {
    left -= p
    count += 1
    p *= mean / count
  }
  return count
}

/** A standard normal number (Box and Muller 1958). */
function normal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
}
