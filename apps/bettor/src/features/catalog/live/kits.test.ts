import { expect, test } from 'vitest'
import { kitsOf } from './kits.ts'

const teams = Array.from({ length: 60 }, (_, n) => `Team ${n}`)
const kits = (home_team: string, away_team: string, sport_id = '79') => kitsOf({ sport_id, home_team, away_team })

test('a team has the same kit in every match, of two colours', () => {
  for (const team of teams) {
    const { home } = kits(team, 'Gor Mahia')
    expect(kits(team, 'Shabana').home).toEqual(home)
    expect(home.body).not.toBe(home.second)
  }
  expect(new Set(teams.map((team) => JSON.stringify(kits(team, 'Gor Mahia').home))).size).toBeGreaterThan(30)
})

test('the kits of a match differ in their colour', () => {
  for (const team of teams) {
    for (const other of teams) {
      if (team === other) continue
      const { home, away } = kits(team, other)
      expect(away.body).not.toBe(home.body)
    }
  }
})
