import { expect, test } from 'vitest'
import { outcomeText } from './outcome-text.ts'

test.each([
  ['home_team', '1', 'Simba'],
  ['away_team', '2', 'Chui'],
  ['draw', 'X', 'Draw'],
  ['over2.5', 'Over 2.5', 'Over 2.5'],
])('the outcome %s, shown as %s, reads %s', (odd_key, display, text) =>
  expect(outcomeText({ odd_key, display, home_team: 'Simba', away_team: 'Chui' })).toBe(text),
)
