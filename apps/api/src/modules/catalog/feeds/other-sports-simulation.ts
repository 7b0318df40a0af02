import { minus, plus, type Score } from '@nare/bets/result'
import {
  hockeyRates,
  rugbyMeans,
  playingTime,
  shareLeft,
  spreads,
  type OtherSport,
  type Ratings,
} from '@nare/odds/other-inplay'
import { meanRugbyScore, rugbyScores } from '@nare/odds/rugby'
import { playBalls } from './cricket-simulation.ts'
import { firstCarry, normal, poisson } from './draws.ts'
import type { Advanced, OtherPlay, OtherProgress, TimedSport } from './other-sports-progress.ts'
import type { Chance } from './soccer-simulation.ts'
import { playPoints } from './tennis-simulation.ts'

const nil: Score = { home: 0, away: 0 }

/**
 * Plays a match up to `elapsed` real minutes after its start. The steps are drawn from the model that prices the match, so its results
 * agree with its prices from any score. A match that is over is not changed.
 */
export function advanceOther(
  { sport, ratings, chance }: { sport: OtherSport; ratings: Ratings; chance: Chance },
  from: OtherProgress,
  elapsed: number,
): Advanced {
  if (sport === 'tennis') return playPoints(ratings, from, { elapsed, chance })
  if (sport === 'cricket') return playBalls(ratings, from, { elapsed, chance })
  return playSeconds({ sport, ratings, chance }, from, playedBy(sport, elapsed))
}

/** The number of periods, their real minutes and the breaks after them, and the seconds of one step. */
const schedules: Readonly<
  Record<
    TimedSport,
    { periods: number; realMinutes: number; breaks: readonly number[]; overtimeMinutes: number; step: number }
  >
> = {
  basketball: { periods: 4, realMinutes: 24, breaks: [2, 15, 2, 2], overtimeMinutes: 12, step: 12 },
  rugby: { periods: 2, realMinutes: 42, breaks: [12], overtimeMinutes: 0, step: 30 },
  ice_hockey: { periods: 3, realMinutes: 38, breaks: [17, 17, 3], overtimeMinutes: 8, step: 30 },
}
const overtimeBreak = 2
const overtimesMax = 20

/** The seconds of playing time at `elapsed` real minutes after the start, assuming that every overtime is played. */
export function playedBy(sport: TimedSport, elapsed: number): number {
  const { periods, realMinutes, breaks, overtimeMinutes } = schedules[sport]
  const { minutes, overtime } = playingTime[sport]
  let [left, played] = [Math.max(0, elapsed), 0]
  for (let n = 0; n < periods + (overtime > 0 ? overtimesMax : 0); n++) {
    const isOvertime = n >= periods
    const real = isOvertime ? overtimeMinutes : realMinutes
    const seconds = 60 * (isOvertime ? overtime : minutes / periods)
    if (left < real) return played + Math.floor((left / real) * seconds)
    played += seconds
    left = Math.max(0, left - real - (breaks[n] ?? overtimeBreak))
  }
  return played
}

type Playing = { readonly sport: TimedSport; readonly ratings: Ratings; readonly chance: Chance }

function playSeconds(playing: Playing, from: OtherProgress, target: number): Advanced {
  const { step } = schedules[playing.sport]
  let progress = from
  let isStopped = false
  while (!progress.over && progress.play.played + step <= target) {
    const { gained, play } = gains[playing.sport](playing, progress, step)
    isStopped ||= playing.sport !== 'basketball' && gained.home + gained.away > 0
    progress = after(playing.sport, progress, { gained, play: { ...play, played: progress.play.played + step } })
  }
  const reason = playing.sport === 'ice_hockey' ? 'goal' : 'other'
  return { progress, ...(isStopped && { stop: reason }) }
}

type Gain = { readonly gained: Score; readonly play: OtherPlay }

function after(sport: TimedSport, from: OtherProgress, { gained, play }: Gain): OtherProgress {
  const at = periodAt(sport, from.play.played)
  const periods = Array.from({ length: at + 1 }, (_, n) => from.periods[n] ?? nil)
  periods[at] = plus(periods[at] ?? nil, gained)
  const score = plus(from.score, gained)
  const isGoldenGoal =
    sport === 'ice_hockey' && play.played > 60 * playingTime[sport].minutes && score.home !== score.away
  const { left } = shareLeft(sport, { minute: play.played / 60, score })
  return { score, periods, play, over: left === 0 || isGoldenGoal }
}

function periodAt(sport: TimedSport, played: number): number {
  const { periods } = schedules[sport]
  const { minutes, overtime } = playingTime[sport]
  const regular = 60 * minutes
  return played < regular
    ? Math.floor((played / regular) * periods)
    : periods + Math.floor((played - regular) / (60 * Math.max(1, overtime)))
}

const basketballTotal = 165

/**
 * The points of one step: each side's share of the Brownian motions of margin and total. Fractions are carried over until they make a
 * point.
 */
function basketballPoints({ ratings, chance }: Playing, { play }: OtherProgress, step: number): Gain {
  const { homeEdge, total = basketballTotal } = ratings
  const spread = spreads.basketball
  const steps = (60 * playingTime.basketball.minutes) / step
  const variance = (spread.margin ** 2 + spread.total ** 2) / 4
  const first = (mean: number) => firstCarry({ mean, variance, steps })
  const carry = play.carry ?? { home: first((total + homeEdge) / 2), away: first((total - homeEdge) / 2) }
  const margin = homeEdge / steps + (spread.margin / Math.sqrt(steps)) * normal(chance)
  const both = total / steps + (spread.total / Math.sqrt(steps)) * normal(chance)
  const earned = plus(carry, { home: (both + margin) / 2, away: (both - margin) / 2 })
  const gained = { home: Math.max(0, Math.floor(earned.home)), away: Math.max(0, Math.floor(earned.away)) }
  return { gained, play: { ...play, carry: minus(earned, gained) } }
}

function rugbyPoints({ ratings, chance }: Playing, { play }: OtherProgress, step: number): Gain {
  const means = rugbyMeans(ratings)
  const share = step / 60 / playingTime.rugby.minutes
  const points = (mean: number): number => {
    const scores = poisson((mean * share) / meanRugbyScore, chance)
    return Array.from({ length: scores }, () => rugbyScore(chance)).reduce((sum, one) => sum + one, 0)
  }
  return { gained: { home: points(means.home), away: points(means.away) }, play }
}

function rugbyScore(chance: Chance): number {
  let left = chance()
  for (const { points, share } of rugbyScores) {
    if (left < share) return points
    left -= share
  }
  return rugbyScores.at(-1)?.points ?? 0
}

/** The chance of the deciding goal in each step of overtime. A shoot-out decides at the end of overtime. */
const overtimeGoal = 0.12

function hockeyGoals({ ratings, chance }: Playing, { score, play }: OtherProgress, step: number): Gain {
  const rates = hockeyRates(ratings)
  const { minutes, overtime } = playingTime.ice_hockey
  if (play.played < 60 * minutes) {
    const share = step / 60 / minutes
    return { gained: { home: poisson(rates.home * share, chance), away: poisson(rates.away * share, chance) }, play }
  }
  const isLastStep = (play.played + step - 60 * minutes) % (60 * overtime) === 0
  const isDecided = score.home === score.away && (isLastStep || chance() < overtimeGoal)
  if (!isDecided) return { gained: nil, play }
  const byHome = chance() < rates.home / (rates.home + rates.away)
  return { gained: { home: byHome ? 1 : 0, away: byHome ? 0 : 1 }, play }
}

const gains = { basketball: basketballPoints, rugby: rugbyPoints, ice_hockey: hockeyGoals } as const
