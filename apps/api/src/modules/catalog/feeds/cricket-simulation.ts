import type { Score, Side } from '@nare/bets/result'
import {
  ballsOfInnings,
  cricketSpread,
  expectedBalls,
  wicketChance,
  wicketsOfInnings,
  type CricketInnings,
} from '@nare/odds/cricket'
import { cricketMeans, type Ratings } from '@nare/odds/other-inplay'
import { otherSide } from '@nare/odds/tennis'
import { firstCarry, normal } from './draws.ts'
import type { Advanced, OtherProgress } from './other-sports-progress.ts'
import type { Chance } from './soccer-simulation.ts'

const secondsPerBall = 34
/** The break between the innings, in balls. */
const breakBalls = 26
const runsOfBallMax = 6

/** Plays cricket ball by ball up to `elapsed` real minutes after the start. Betting pauses at a wicket and at the end of an innings. */
export function playBalls(
  ratings: Ratings,
  from: OtherProgress,
  { elapsed, chance }: { elapsed: number; chance: Chance },
): Advanced {
  const means = cricketMeans(ratings)
  const target = Math.floor((elapsed * 60) / secondsPerBall)
  let progress = from.play.innings ? from : { ...from, play: { ...from.play, innings: first(chance) } }
  const before = progress.play.innings
  while (!progress.over && progress.play.played < target) progress = playBall(means, progress, chance)
  const now = progress.play.innings
  const isStopped = before?.wickets !== now?.wickets || before?.chasing !== now?.chasing
  return { progress, ...(isStopped && { stop: 'other' }) }
}

/** The first innings. The side that bats first is drawn at random. */
function first(chance: Chance): CricketInnings {
  return { batting: chance() < 0.5 ? 'home' : 'away', chasing: false, balls: 0, wickets: 0 }
}

function playBall(means: Readonly<Record<Side, number>>, from: OtherProgress, chance: Chance): OtherProgress {
  const { innings = first(chance), pause = 0, carry, played } = from.play
  if (pause > 0) return { ...from, play: { ...from.play, played: played + 1, pause: pause - 1 } }
  const { batting } = innings
  const isWicket = chance() < wicketChance
  const variance = cricketSpread ** 2 / 2
  const mean = means[batting]
  const before = carry?.[batting] ?? firstCarry({ mean, variance, steps: expectedBalls })
  const earned = before + mean / expectedBalls + Math.sqrt(variance / expectedBalls) * normal(chance)
  const runs = isWicket ? 0 : Math.min(runsOfBallMax, Math.max(0, Math.floor(earned)))
  const now: CricketInnings = { ...innings, balls: innings.balls + 1, wickets: innings.wickets + (isWicket ? 1 : 0) }
  const score = { ...from.score, [batting]: from.score[batting] + runs }
  const play = { ...from.play, played: played + 1, innings: now, carry: { home: 0, away: 0, [batting]: earned - runs } }
  const isAllOut = now.balls === ballsOfInnings || now.wickets === wicketsOfInnings
  const fielding = otherSide(batting)
  if (innings.chasing) {
    const over = isAllOut || score[batting] > score[fielding]
    return ended({ score, periods: inningsOf(score, innings), play, over }, chance)
  }
  if (!isAllOut) return { score, periods: inningsOf(score, innings), play, over: false }
  const { carry: _carry, ...rest } = play
  const second = { batting: fielding, chasing: true, balls: 0, wickets: 0 }
  return {
    score,
    periods: inningsOf(score, innings),
    play: { ...rest, innings: second, pause: breakBalls },
    over: false,
  }
}

/** Decides a tie by a super over: a random side gets one more run. */
function ended(progress: OtherProgress, chance: Chance): OtherProgress {
  const { score, over } = progress
  if (!over || score.home !== score.away) return progress
  const winner = chance() < 0.5 ? 'home' : 'away'
  return { ...progress, score: { ...score, [winner]: score[winner] + 1 } }
}

/** The runs of each started innings, in order. The fielding side has 0 in each. */
function inningsOf(score: Score, { batting, chasing }: CricketInnings): Score[] {
  const of = (side: Side): Score => ({ home: 0, away: 0, [side]: score[side] })
  return chasing ? [of(otherSide(batting)), of(batting)] : [of(batting)]
}
