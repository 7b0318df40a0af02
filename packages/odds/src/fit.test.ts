import fc from 'fast-check'
import { expect, test } from 'vitest'
import { devig } from './devig.ts'
import { winProbability, overShare, resultProbabilities } from './probabilities.ts'
import { fitGrid } from './fit.ts'
import { cmpDiagonal, cmpModel, dixonColes, dixonColesModel } from './grid.ts'

const rate = fc.double({ min: 0.2, max: 4, noNaN: true })

test('O6 a fit recovers a CMP grid from its 1X2 and over 2.5, to 1e-9', () => {
  fc.assert(
    fc.property(rate, rate, fc.double({ min: -0.3, max: 0.3, noNaN: true }), (lh, la, x) => {
      const [home, draw, away] = resultProbabilities(cmpDiagonal({ lh, la, x }))
      const over = winProbability(overShare(cmpDiagonal({ lh, la, x }), 2.5))
      const fit = fitGrid({ home, draw, away, over }, cmpModel())
      expect(fit.residual).toBeLessThan(1e-9)
      expect(fit.lh).toBeCloseTo(lh, 5)
      expect(fit.la).toBeCloseTo(la, 5)
    }),
    { numRuns: 300 },
  )
})

test('O6 a fit recovers a Dixon-Coles grid', () => {
  const grid = dixonColes({ lh: 1.5, la: 1.2, rho: -0.05 })
  const [home, draw, away] = resultProbabilities(grid)
  const fit = fitGrid({ home, draw, away, over: winProbability(overShare(grid, 2.5)) }, dixonColesModel())
  expect(fit.residual).toBeLessThan(1e-9)
  expect(fit.x).toBeCloseTo(-0.05, 6)
})

test.each([
  [1.02, 21, 50, 1.2, 4.5],
  [1.02, 19, 50, 1.4, 2.9],
  [50, 19, 1.02, 1.35, 3],
  [1.05, 15, 41, 1.25, 3.9],
  [1.01, 34, 101, 1.1, 7],
  [2.62, 3.1, 2.62, 2.6, 1.5],
  [1.9, 3.4, 4.2, 2.05, 1.78],
])('O6 prices %s %s %s, over %s under %s are fitted to 1e-9', (home, draw, away, over, under) => {
  const [h = 0, d = 0, a = 0] = devig([home, draw, away], 'shin')
  const [o = 0] = devig([over, under], 'shin')
  expect(fitGrid({ home: h, draw: d, away: a, over: o }, cmpModel()).residual).toBeLessThan(1e-9)
})

test('O6 a book that no grid matches gives the nearest grid', () => {
  const fit = fitGrid({ home: 0.01, draw: 0.98, away: 0.01, over: 0.99, line: 0.5 }, dixonColesModel())
  expect(fit.residual).toBeGreaterThan(1e-6)
  expect(Number.isFinite(fit.lh * fit.la)).toBe(true)
})

test('O6 a probability of 0 or 1 is refused', () => {
  expect(() => fitGrid({ home: 1, draw: 0, away: 0, over: 0.5 }, cmpModel())).toThrow(RangeError)
})
