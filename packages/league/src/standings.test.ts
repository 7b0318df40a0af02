import { expect, test } from 'vitest'
import { standingsOf, type LeagueResult } from './standings.ts'

const result = (home: string, score: string, away: string): LeagueResult => {
  const [own = 0, other = 0] = score.split(':').map(Number)
  return { home, away, score: { home: own, away: other } }
}

const orderOf = (results: readonly LeagueResult[], teams = ['Ada', 'Bomu', 'Chui', 'Duma']) =>
  standingsOf(teams, results).map(({ team }) => team)

test('teams are ranked by points, then goal difference, then goals scored', () => {
  expect(orderOf([result('Ada', '1:0', 'Bomu'), result('Chui', '3:0', 'Duma')])).toEqual([
    'Chui',
    'Ada',
    'Bomu',
    'Duma',
  ])
  expect(orderOf([result('Ada', '1:0', 'Bomu'), result('Chui', '3:2', 'Duma')])).toEqual([
    'Chui',
    'Ada',
    'Duma',
    'Bomu',
  ])
})

test('teams level in all three are ranked by the matches between them, then by name', () => {
  const level = [result('Bomu', '1:0', 'Ada'), result('Ada', '1:0', 'Duma'), result('Duma', '1:0', 'Bomu')]
  expect(orderOf(level, ['Duma', 'Bomu', 'Ada'])).toEqual(['Ada', 'Bomu', 'Duma'])
  const results = [result('Bomu', '2:0', 'Ada'), result('Ada', '2:0', 'Chui'), result('Duma', '2:0', 'Bomu')]
  expect(orderOf(results, ['Ada', 'Bomu', 'Chui', 'Duma'])).toEqual(['Duma', 'Bomu', 'Ada', 'Chui'])
})

test('a row counts games, goals and points, and lists the last five results, newest last', () => {
  const results = ['1:0', '2:2', '0:1', '3:0', '1:1', '4:0'].map((score) => result('Ada', score, 'Bomu'))
  const [ada, bomu] = standingsOf(['Ada', 'Bomu'], results)
  expect(ada).toEqual({
    position: 1,
    team: 'Ada',
    played: 6,
    won: 3,
    drawn: 2,
    lost: 1,
    goals_for: 11,
    goals_against: 4,
    points: 11,
    form: ['D', 'L', 'W', 'D', 'W'],
  })
  expect(bomu?.form).toEqual(['D', 'W', 'L', 'D', 'L'])
})
