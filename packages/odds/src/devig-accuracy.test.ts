import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accuracies, difference, oddsFile, stated } from '../../../bench/devig.ts'

const missing = !existsSync(oddsFile) && !process.env['CI']

test.skipIf(missing)(
  `O1 Shin's method reproduces the accuracy of five real books to 1e-4${missing ? ` (skipped: ${oddsFile.pathname} is missing)` : ''}`,
  () => {
    const found = accuracies(oddsFile)
    expect(found.map(({ book, n }) => [book, n])).toEqual(stated.map(({ book, n }) => [book, n]))
    expect(difference(found)).toBeLessThan(1e-4)
  },
)
