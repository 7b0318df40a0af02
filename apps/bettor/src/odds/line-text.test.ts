import { expect, test } from 'vitest'
import { lineOf, unusualLine } from './line-text.ts'

test('the line of an outcome is named in a few letters, and an outcome without a line has none', () => {
  expect(['over 2.5', 'under 3.5', 'home_team minus 0.5', 'away_team plus 0', 'home_team', 'yes'].map(lineOf)).toEqual([
    'O 2.5',
    'U 3.5',
    '−0.5',
    '0',
    undefined,
    undefined,
  ])
})

test('only a line other than the usual one is named beside a price: the heading names that one', () => {
  expect(['over 2.5', 'over 4.5', 'home_team plus 2.5', 'away_team minus 1.25'].map(unusualLine)).toEqual([
    undefined,
    'O 4.5',
    '+2.5',
    '−1.25',
  ])
})
