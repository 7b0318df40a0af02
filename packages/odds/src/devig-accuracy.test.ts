import { expect, test } from 'vitest'
import { accuracies, difference, oddsFile, stated } from '../../../bench/devig.ts'

test.skipIf(!oddsFile)(
  `O1 Shin's method reproduces the accuracy of five real books to 1e-4${oddsFile ? '' : ' (NARE_DATA is not set)'}`,
  () => {
    const found = accuracies(oddsFile ?? '')
    expect(found.map(({ book, n }) => [book, n])).toEqual(stated.map(({ book, n }) => [book, n]))
    expect(difference(found)).toBeLessThan(1e-4)
  },
)
