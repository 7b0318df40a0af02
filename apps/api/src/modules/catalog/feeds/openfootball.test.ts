import { expect, test } from 'vitest'
import { cupText, type CupRow } from '#testing/cup-file'
import { parseCup } from './openfootball.ts'

const read = (rows: readonly CupRow[]) => parseCup(cupText(rows), 'cup.json')

test('goals are in order with their stoppage time, kind and the side that they count for', () => {
  const [match] = read([
    {
      team1: 'Simba',
      team2: 'Chui',
      score: { ft: [3, 2], ht: [9, 9] },
      goals1: [
        { name: 'Otieno', minute: '45+2' },
        { name: 'Mwangi', minute: 16, penalty: true },
        { name: 'Keita', minute: 90, offset: 3, owngoal: true },
        { name: 'Otieno', minute: 104 },
      ],
      goals2: [
        { name: 'Banda', minute: '45+1' },
        { name: 'Banda', minute: '71' },
      ],
    },
  ])
  expect(match?.goals).toEqual([
    { kind: 'penalty_scored', minute: 16, added: 0, side: 'home', player: 'Mwangi' },
    { kind: 'goal', minute: 45, added: 1, side: 'away', player: 'Banda' },
    { kind: 'goal', minute: 45, added: 2, side: 'home', player: 'Otieno' },
    { kind: 'goal', minute: 71, added: 0, side: 'away', player: 'Banda' },
    { kind: 'own_goal', minute: 90, added: 3, side: 'home', player: 'Keita' },
  ])
  expect(match).toMatchObject({ fullTime: { home: 3, away: 2 }, halfTime: { home: 2, away: 1 } })
})

test('if the goals do not add up to the score, only the scores are read', () => {
  const [short, none] = read([
    { team1: 'Simba', team2: 'Chui', score: { ft: [2, 0], ht: [1, 0] }, goals1: [{ name: 'Otieno', minute: 9 }] },
    { team1: 'Tembo', team2: 'Nyati', score: {}, date: '2031-06-02' },
  ])
  expect(short).toMatchObject({ goals: undefined, fullTime: { home: 2, away: 0 }, halfTime: { home: 1, away: 0 } })
  expect(none).toMatchObject({ goals: undefined, fullTime: undefined, halfTime: undefined })
})

test('kick-offs are read with their time-zone offset, and matches are ordered by kick-off', () => {
  const matches = read([
    { team1: 'Late', team2: 'B', time: '13:00 UTC-6' },
    { team1: 'Early', team2: 'D', time: '16:30 UTC+3' },
    { team1: 'Local', team2: 'F', time: '14:00' },
    { team1: 'Broken', team2: '' },
    { team1: 'Odd', team2: 'H', date: '11 June' },
  ])
  expect(matches.map(({ homeTeam, kickOff }) => [homeTeam, kickOff.toISOString()])).toEqual([
    ['Early', '2031-06-01T13:30:00.000Z'],
    ['Local', '2031-06-01T14:00:00.000Z'],
    ['Late', '2031-06-01T19:00:00.000Z'],
  ])
})

test('a match without a group belongs to a knock-out round, unless it has a match day of a league', () => {
  const matches = read([
    { team1: 'A', team2: 'B', round: 'Matchday 1', group: 'Group A', time: '12:00' },
    { team1: 'A', team2: 'B', round: 'Matchday 38', time: '13:00' },
    { team1: 'A', team2: 'B', round: 'Final', time: '14:00' },
  ])
  expect(matches.map(({ isKnockout }) => isKnockout)).toEqual([false, false, true])
})

test('a file of another kind is refused, and the error names the file', () => {
  for (const text of ['Div,Date,HomeTeam', '{"name":"x"}', '[]']) {
    expect(() => parseCup(text, 'x/cup.json')).toThrow('x/cup.json is not a file of football.json')
  }
})
