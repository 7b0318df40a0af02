import { expect, test } from 'vitest'
import { formOf } from './form.ts'

const played = (home_team: string, score: string, away_team: string) => {
  const [home_score = 0, away_score = 0] = score.split(':').map(Number)
  return { home_team, away_team, home_score, away_score }
}

test('the form lists the home and away results of the team, newest last', () => {
  const matches = [
    played('Tusker', '2:1', 'Bandari'),
    played('Bandari', '3:0', 'Tusker'),
    played('Sofapaka', '1:1', 'Tusker'),
    played('Kariobangi', '0:1', 'Tusker'),
    played('Tusker', '0:2', 'Ulinzi'),
  ]
  expect(formOf('Tusker', matches)).toEqual(['L', 'W', 'D', 'L', 'W'])
})
