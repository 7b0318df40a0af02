import { expect, test } from 'vitest'
import { squadsOf } from '@nare/fantasy/squads'
import { clubsOfWeek, roundOf } from './week-creation.ts'

/** The most players that a week has in the database. */
const playersMax = 1_000

const nameOf = (n: number): string => `Club ${String(n).padStart(2, '0')}`
/** Matches between clubs that each play once, from the last names to the first. */
const matchesOf = (clubs: number) =>
  Array.from({ length: clubs / 2 }, (_, n) => ({
    matchId: n + 1,
    home: nameOf(clubs - 1 - 2 * n),
    away: nameOf(clubs - 2 - 2 * n),
    startTime: new Date(n * 60_000),
  }))
const squadsFor = (clubs: readonly string[]) => squadsOf(clubs.map((name) => ({ name, strength: 0.5 })))

test('a week of a competition with very many clubs has a match less than too many, and only clubs with room for their squads', () => {
  const league = Array.from({ length: 70 }, (_, n) => nameOf(n))
  const round = roundOf(matchesOf(70))
  const clubs = clubsOfWeek(round, league)
  expect([round.length, clubs]).toEqual([29, league.slice(12)])
  expect(squadsFor(clubs).length).toBeLessThanOrEqual(playersMax)
  expect(squadsFor([...clubs, 'One more']).length).toBeGreaterThan(playersMax)
})

test('a week of 40 clubs has them all, and those of the league that do not play while there is room', () => {
  const league = Array.from({ length: 60 }, (_, n) => nameOf(n))
  const round = roundOf(matchesOf(40))
  expect([round.length, clubsOfWeek(round, league)]).toEqual([20, league.slice(0, 58)])
})
