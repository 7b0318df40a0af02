import type { Side } from '@nare/bets/result'
import { type Chance, discretized, given } from './normal.ts'

/**
 * A moment in a match of two innings of twenty overs. `batting` has faced `balls` balls and lost `wickets` wickets. `chasing` is true in
 * the second innings. The runs are in the score of the match.
 */
export type CricketInnings = {
  readonly batting: Side
  readonly chasing: boolean
  readonly balls: number
  readonly wickets: number
}

export const ballsOfInnings = 120
export const wicketsOfInnings = 10
/** The chance of a wicket on each ball, the same throughout: about six in 120 balls. An assumption. */
export const wicketChance = 0.05
/** The standard deviation of the winning margin in runs if both innings are played out. That of one innings is this divided by √2. */
export const cricketSpread = 40

/**
 * The share of an innings' runs still to come: the expected number of balls still faced, given the balls faced and wickets lost, divided by
 * that of a whole innings. It is used as the share of time left in other sports.
 */
export function inningsLeft(balls: number, wickets: number): number {
  return facedFrom(ballsOfInnings - balls, wicketsOfInnings - wickets) / facedFrom(ballsOfInnings, wicketsOfInnings)
}

/**
 * The distribution of the home side's margin in runs. The remaining runs of each innings are normal with mean and variance proportional to
 * `inningsLeft`. A super over decides a tie, in proportion to the two sides' chances; with even chances if only a tie is possible.
 */
export function cricketMargins(
  means: Readonly<Record<Side, number>>,
  { lead, innings }: { lead: number; innings: CricketInnings | undefined },
): Chance[] {
  if (!innings) return decided(means.home - means.away, cricketSpread)
  const { batting, chasing, balls, wickets } = innings
  const left = inningsLeft(balls, wickets)
  const sign = batting === 'home' ? 1 : -1
  const ahead = sign * lead
  const fielding = batting === 'home' ? means.away : means.home
  if (chasing && (ahead > 0 || (left === 0 && ahead !== 0))) return [{ n: lead, p: 1 }]
  const mean = ahead + means[batting] * left - (chasing ? 0 : fielding)
  const chances = decided(mean, cricketSpread * Math.sqrt((left + (chasing ? 0 : 1)) / 2))
  return chances.map(({ n, p }) => ({ n: sign * n, p }))
}

function decided(mean: number, spread: number): Chance[] {
  const open = discretized(mean, spread)
  if (open.every(({ n }) => n === 0)) return [1, -1].map((n) => ({ n, p: 0.5 }))
  return given(open, (n) => n !== 0)
}

/** The expected number of balls faced with this many balls and wickets left. */
function facedFrom(balls: number, wickets: number): number {
  return faced[Math.max(0, wickets)]?.[Math.max(0, balls)] ?? 0
}

const faced: readonly (readonly number[])[] = (() => {
  const rows: number[][] = [Array.from({ length: ballsOfInnings + 1 }, () => 0)]
  for (let wickets = 1; wickets <= wicketsOfInnings; wickets++) {
    const row = [0]
    for (let balls = 1; balls <= ballsOfInnings; balls++) {
      const stays = (1 - wicketChance) * (row[balls - 1] ?? 0)
      row.push(1 + stays + wicketChance * (rows[wickets - 1]?.[balls - 1] ?? 0))
    }
    rows.push(row)
  }
  return rows
})()

/** The expected number of balls of a whole innings. */
export const expectedBalls = facedFrom(ballsOfInnings, wicketsOfInnings)
