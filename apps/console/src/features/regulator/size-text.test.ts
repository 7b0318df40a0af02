import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test('a size has the unit that people would say', () => {
  expect([null, 0, 999, 1_000, 1_440_000, 2_500_000_000].map(sizeText)).toEqual([
    ...['–', '0 B', '999 B', '1.0 KB', '1.4 MB', '2.5 GB'],
  ])
})
