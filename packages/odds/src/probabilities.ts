import { type Grid, mass } from './grid.ts'

/** Probabilities of home win, draw and away win. */
export function resultProbabilities(grid: Grid): [home: number, draw: number, away: number] {
  let [home, draw, away] = [0, 0, 0]
  for (let h = 0, cell = 0; h < grid.size; h++) {
    for (let a = 0; a < grid.size; a++, cell++) {
      const p = grid.cells[cell] ?? 0
      if (h > a) home += p
      else if (h === a) draw += p
      else away += p
    }
  }
  return [home, draw, away]
}

/** The stake-weighted shares of a bet that win and that are refunded; the rest is lost. */
export type Share = { win: number; refund: number }

/**
 * Total goals above `line`, a multiple of a quarter: a whole line refunds at the line, a quarter line is half a stake
 * on each neighbour.
 */
export function overShare(grid: Grid, line: number): Share {
  return shareOf(grid, (h, a) => h + a - line)
}

/** The handicap of the home side with `line` goals added; refunds as in `overShare`. */
export function homeHandicapShare(grid: Grid, line: number): Share {
  return shareOf(grid, (h, a) => h - a + line)
}

/** The decimal odds without margin of a bet that is partly refunded: (1 − R) / W. */
export function fairOdds({ win, refund }: Share): number {
  return (1 - refund) / win
}

/** The probability that the stake wins, given that it is not refunded. */
export function winProbability({ win, refund }: Share): number {
  return win / (1 - refund)
}

/**
 * The probabilities that goal `number` of the grid is scored by the home side, by nobody, or by the away side. Every order of a
 * score's goals is equally likely, so the home side has h/(h+a). The three sum to 1.
 */
export function nextGoal(grid: Grid, number = 1): [home: number, none: number, away: number] {
  const home = mass(grid, (h, a) => (h + a < number ? 0 : h / (h + a)))
  const away = mass(grid, (h, a) => (h + a < number ? 0 : a / (h + a)))
  return [home, mass(grid, (h, a) => (h + a < number ? 1 : 0)), away]
}

/** The next goal of two Poisson rates: λh/(λh+λa)·(1−e^{−(λh+λa)}). */
export function nextGoalOfRates({ lh, la }: { lh: number; la: number }): [home: number, none: number, away: number] {
  const none = Math.exp(-(lh + la))
  return [(lh / (lh + la)) * (1 - none), none, (la / (lh + la)) * (1 - none)]
}

function shareOf(grid: Grid, margin: (h: number, a: number) => number): Share {
  const side = (x: number): number => (x > 0 ? 1 : 0)
  const level = (x: number): number => (x === 0 ? 1 : 0)
  const half = (of: (x: number) => number) => (h: number, a: number) =>
    (of(Math.floor(2 * margin(h, a)) / 2) + of(Math.ceil(2 * margin(h, a)) / 2)) / 2
  return { win: mass(grid, half(side)), refund: mass(grid, half(level)) }
}
