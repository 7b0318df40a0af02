import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawFromGrid, scoreAt } from './draw.ts'
import { cmpDiagonal, mass } from './grid.ts'
import { afterHalf, beforeHalf, splitHalves } from './halves.ts'
import { inPlay } from './inplay.ts'
import { matchModelFromStrengths } from './match-model.ts'

const grid = cmpDiagonal({ lh: 1.56, la: 1.26, x: 0.08 })
const joint = splitHalves(grid, 0.45)

test('O9 splitting the halves keeps the probability of every final score', () => {
  const back = new Float64Array(grid.cells.length)
  for (const [i, p] of joint.p.entries()) {
    const cell = (joint.cells.home[i] ?? 0) * grid.size + (joint.cells.away[i] ?? 0)
    back[cell] = (back[cell] ?? 0) + p
  }
  for (const [cell, p] of grid.cells.entries()) expect(Math.abs((back[cell] ?? NaN) - p)).toBeLessThan(1e-12)
})

test('O9 both halves are distributions, the first with fewer goals', () => {
  const goals = (of: typeof grid) => mass(of, (h, a) => h + a)
  const [first, second] = [beforeHalf(joint), afterHalf(joint)]
  expect(mass(first, () => 1)).toBeCloseTo(1, 12)
  expect(mass(second, () => 1)).toBeCloseTo(1, 12)
  expect(goals(first) + goals(second)).toBeCloseTo(goals(grid), 9)
  expect(goals(first) / goals(grid)).toBeGreaterThan(0.43)
  expect(goals(first) / goals(grid)).toBeLessThan(0.46)
})

test('O9 the average match has realistic shares of half-time draws and comebacks', () => {
  const share = (wins: (half: number, full: number) => boolean): number => {
    const { halfHome, halfAway, home, away } = joint.cells
    return joint.p.reduce((sum, p, i) => {
      const half = Math.sign((halfHome[i] ?? 0) - (halfAway[i] ?? 0))
      return wins(half, Math.sign((home[i] ?? 0) - (away[i] ?? 0))) ? sum + p : sum
    }, 0)
  }
  expect(Math.abs(share((half) => half === 0) - 0.402)).toBeLessThan(0.02)
  expect(Math.abs(share((half, full) => half * full === -1) - 0.0546)).toBeLessThan(0.01)
})

const uniform = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('O19 drawn scores have the distribution that the prices are made from', () => {
  const model = matchModelFromStrengths({ lh: 1.5, la: 1.2 })
  const draws = 4_000
  const found = new Map<string, number>()
  for (let i = 0; i < draws; i++) {
    const { home, away } = scoreAt(model, (i + 0.5) / draws).fullTime
    found.set(`${home}:${away}`, (found.get(`${home}:${away}`) ?? 0) + 1 / draws)
  }
  for (const [score, cell] of [
    ['0:0', 0],
    ['1:0', 11],
    ['1:1', 12],
    ['2:1', 23],
  ] as const) {
    expect(Math.abs((found.get(score) ?? 0) - (model.rest.cells[cell] ?? NaN))).toBeLessThan(0.005)
  }
})

test('O19 a drawn half-time score is never above the final one', () => {
  const model = matchModelFromStrengths({ lh: 2.5, la: 1.7 })
  const later = inPlay(model, { minute: 30, score: { home: 1, away: 0 } })
  fc.assert(
    fc.property(uniform, fc.constantFrom(model, later), (u, from) => {
      const { halfTime, fullTime } = scoreAt(from, u)
      expect(halfTime?.home).toBeLessThanOrEqual(fullTime.home)
      expect(halfTime?.away).toBeLessThanOrEqual(fullTime.away)
      expect(halfTime?.home).toBeGreaterThanOrEqual(from.score.home)
    }),
  )
})

test('O19 a given half-time score is unchanged, and the largest u gives a score too', () => {
  const model = matchModelFromStrengths({ lh: 1.5, la: 1.2 })
  const halfTime = { home: 1, away: 0 }
  const second = inPlay(model, { minute: 60, score: { home: 1, away: 1 }, halfTime })
  expect(scoreAt(second, 0.7).halfTime).toEqual(halfTime)
  expect(drawFromGrid(grid, 0)).toEqual({ home: 0, away: 0 })
  expect(drawFromGrid(grid, 1 - 2 ** -53)).toEqual({ home: 10, away: 10 })
})
