import { expect, test } from 'vitest'
import { tableNow } from './table-now.ts'

const row = (position: number, team: string, points: number, goals_for: number, goals_against: number) => ({
  position,
  team,
  played: 10,
  won: 0,
  drawn: 0,
  lost: 0,
  goals_for,
  goals_against,
  points,
  form: '',
})
const rows = [row(1, 'Tusker', 22, 20, 8), row(2, 'Gor Mahia', 20, 18, 9), row(3, 'Shabana', 20, 15, 9)]
const match = { home_team: 'Gor Mahia', away_team: 'Shabana' }
const now = (score?: { home: number; away: number }) =>
  tableNow(rows, match, score).map(({ team, points, moved }) => `${team} ${points} ${moved}`)

test('the table is the one that there is if the match ends now', () => {
  expect(now()).toEqual(['Tusker 22 0', 'Gor Mahia 20 0', 'Shabana 20 0'])
  expect(now({ home: 2, away: 1 })).toEqual(['Gor Mahia 23 1', 'Tusker 22 -1', 'Shabana 20 0'])
  expect(now({ home: 0, away: 1 })).toEqual(['Shabana 23 2', 'Tusker 22 -1', 'Gor Mahia 20 -1'])
  expect(now({ home: 1, away: 1 })).toEqual(['Tusker 22 0', 'Gor Mahia 21 0', 'Shabana 21 0'])
})
