import { expect, test } from 'vitest'
import { combinablePart, combinationKey, type NamedPart } from './combination.ts'
import { endsUpTo, linesForTests, winsByText } from './combination-twin.ts'
import { soccerMarkets } from './markets.ts'
import { outcome } from '../grading/outcome.ts'

test('every combination of two parts over every score is graded as its parts', { timeout: 3_600_000 }, () => {
  const parts = soccerMarkets
    .flatMap((of) =>
      [...new Set(linesForTests.flatMap((line) => of.keys(line)))].map((oddKey) => ({ marketId: of.id, oddKey })),
    )
    .filter((part: NamedPart) => combinablePart(part))
  const ends = endsUpTo(4)
  const results = ends.map(({ half, full }) => ({ halfTime: half, fullTime: full, finished: true }))
  const wins = parts.map((part) => ends.map((end) => winsByText(part, end)))
  let wrong = 0
  let graded = 0
  for (const [n, one] of parts.entries()) {
    for (let m = n + 1; m < parts.length; m++) {
      const other = parts[m]
      const key = other && combinationKey([one, other])
      if (key === undefined) throw new Error('two different parts make a combination')
      for (const [at, result] of results.entries()) {
        const state = wins[n]?.[at] && wins[m]?.[at] ? 'won' : 'lost'
        if (outcome('900', key, result) !== state) wrong += 1
        graded += 1
      }
    }
  }
  expect(wrong).toBe(0)
  expect(graded).toBeGreaterThan(5_000_000)
})
