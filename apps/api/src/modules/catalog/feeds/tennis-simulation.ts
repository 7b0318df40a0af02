import type { Score } from '@nare/bets/result'
import { tennisServe, type Ratings } from '@nare/odds/other-inplay'
import { otherSide } from '@nare/odds/tennis'
import { isSetOver, servesTieBreakPoint, type Serve } from '@nare/odds/tennis-set'
import type { Advanced, OtherProgress } from './other-sports-progress.ts'
import type { Chance } from './soccer-simulation.ts'

const secondsPerPoint = 40
const nil: Score = { home: 0, away: 0 }

/** Plays tennis point by point up to `elapsed` real minutes after the start. Betting pauses at the end of a set. */
export function playPoints(
  ratings: Ratings,
  from: OtherProgress,
  { elapsed, chance }: { elapsed: number; chance: Chance },
): Advanced {
  const serve = tennisServe(ratings)
  const target = Math.floor((elapsed * 60) / secondsPerPoint)
  let progress = from.play.server ? from : { ...from, ...firstService(from, chance) }
  while (!progress.over && progress.play.played < target) progress = playPoint(serve, progress, chance)
  const isSetEnded = progress.score.home + progress.score.away > from.score.home + from.score.away
  return { progress, ...(isSetEnded && { stop: 'other' }) }
}

/** The state before the first point. The first server is drawn at random. */
function firstService({ play }: OtherProgress, chance: Chance): Pick<OtherProgress, 'play' | 'periods'> {
  return { periods: [nil], play: { ...play, points: nil, server: chance() < 0.5 ? 'home' : 'away' } }
}

function playPoint(serve: Serve, from: OtherProgress, chance: Chance): OtherProgress {
  const { points = nil, server = 'home', played } = from.play
  const set = from.periods.at(-1) ?? nil
  const isTieBreak = set.home === 6 && set.away === 6
  const serving = isTieBreak && !servesTieBreakPoint(points.home + points.away) ? otherSide(server) : server
  const winner = chance() < serve[serving] ? serving : otherSide(serving)
  const now = { ...points, [winner]: points[winner] + 1 }
  const play = { ...from.play, played: played + 1 }
  const isWon = now[winner] >= (isTieBreak ? 7 : 4) && now[winner] - now[otherSide(winner)] >= 2
  if (!isWon) return { ...from, play: { ...play, points: now } }
  const games = { ...set, [winner]: set[winner] + 1 }
  const next = { ...play, points: nil, server: otherSide(server) }
  const periods = [...from.periods.slice(0, -1), games]
  if (!isSetOver(games.home, games.away)) return { ...from, periods, play: next }
  const score = { ...from.score, [winner]: from.score[winner] + 1 }
  const over = score[winner] === 2
  return { score, periods: over ? periods : [...periods, nil], play: next, over }
}
