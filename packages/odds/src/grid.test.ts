import { expect, test } from 'vitest'
import vectors from '../test-data/vectors.json' with { type: 'json' }
import {
  winProbability,
  fairOdds,
  homeHandicapShare,
  nextGoal,
  nextGoalOfRates,
  overShare,
  resultProbabilities,
} from './probabilities.ts'
import { cmpDiagonal, dixonColes, mass } from './grid.ts'

const near = (actual: number, expected: number): void => {
  expect(Math.abs(actual - expected), `${actual} against ${expected}`).toBeLessThan(1e-9 * Math.max(1, expected))
}

test.each(vectors.grid)('O4 the Dixon-Coles grid of $lh and $la reproduces its vectors to 1e-9', (vector) => {
  const grid = dixonColes(vector)
  const [home, draw, away] = resultProbabilities(grid)
  near(home, vector.home)
  near(draw, vector.draw)
  near(away, vector.away)
  for (const [i, p] of [home + draw, home + away, draw + away].entries()) near(p, vector.dc[i] ?? NaN)
  near((1 - draw) / home, vector.dnb_fair[0] ?? NaN)
  near((1 - draw) / away, vector.dnb_fair[1] ?? NaN)
  for (const [line, p] of Object.entries(vector.over)) near(winProbability(overShare(grid, Number(line))), p)
  for (const [line, p] of Object.entries(vector.home_over))
    near(
      mass(grid, (h) => (h > Number(line) ? 1 : 0)),
      p,
    )
  for (const [line, p] of Object.entries(vector.away_over))
    near(
      mass(grid, (_, a) => (a > Number(line) ? 1 : 0)),
      p,
    )
  near(
    mass(grid, (h, a) => (h > 0 && a > 0 ? 1 : 0)),
    vector.btts,
  )
  near(
    mass(grid, (h, a) => (h + a) % 2),
    vector.odd,
  )
  near(
    mass(grid, (_, a) => (a === 0 ? 1 : 0)),
    vector.home_cs,
  )
  near(
    mass(grid, (h) => (h === 0 ? 1 : 0)),
    vector.away_cs,
  )
  near(
    mass(grid, (h, a) => (h > 0 && a === 0 ? 1 : 0)),
    vector.home_win_to_nil,
  )
  for (const [score, p] of Object.entries(vector.cs)) {
    const [h = 0, a = 0] = score.split(':').map(Number)
    near(grid.cells[h * grid.size + a] ?? NaN, p)
  }
  const handicap = [1, 0, -1].map((sign) => mass(grid, (h, a) => (Math.sign(h - a - 1) === sign ? 1 : 0)))
  for (const [i, p] of vector.euro_hcp_0_1.entries()) near(handicap[i] ?? NaN, p)
  for (const [i, p] of vector.first_goal.entries()) near(nextGoalOfRates(vector)[i] ?? NaN, p)
})

test.each(vectors.grid)('O5 Asian handicaps on the grid of $lh and $la reproduce their vectors to 1e-9', (vector) => {
  const grid = dixonColes(vector)
  for (const { line, home_win_w, refund_w, home_fair, away_fair } of vector.ah) {
    const share = homeHandicapShare(grid, line)
    near(share.win, home_win_w)
    near(share.refund, refund_w)
    near(fairOdds(share), home_fair)
    near(fairOdds({ win: 1 - share.win - share.refund, refund: share.refund }), away_fair)
  }
})

test('O4 a CMP grid of ν 1 without a draw factor is the Dixon-Coles grid of ρ 0', () => {
  const cmp = cmpDiagonal({ lh: 1.7, la: 0.9, nu: 1 })
  for (const [i, p] of dixonColes({ lh: 1.7, la: 0.9, rho: 0 }).cells.entries()) near(cmp.cells[i] ?? NaN, p)
})

test('O4 the draw factor multiplies the odds of a draw', () => {
  const odds = (x: number): number => {
    const [, draw] = resultProbabilities(cmpDiagonal({ lh: 1.4, la: 1.1, x }))
    return draw / (1 - draw)
  }
  near(odds(0.2) / odds(0), Math.exp(0.2))
})

test('O9 the next goal has three outcomes, and the chance of none equals that of the score 0:0', () => {
  const grid = cmpDiagonal({ lh: 1.4, la: 1.1, x: 0.1 })
  const [home, none, away] = nextGoal(grid)
  near(home + none + away, 1)
  near(none, grid.cells[0] ?? NaN)
  expect(home).toBeGreaterThan(away)
})
