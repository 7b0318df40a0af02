import { expect, test } from 'vitest'
import { formOf, isLeague, seasonAt, tableOf, withoutTwins, type PastResult } from './season.ts'

const dayMs = 86_400_000
const keyOf = (name: string): string => name.toLowerCase().replace(/ fc$/, '')

/** A result some days ago; without a match id it was imported. */
function played(
  daysAgo: number,
  [home, score, away]: [string, string, string],
  matchId: number | null = null,
): PastResult {
  const [scored = 0, conceded = 0] = score.split(':').map(Number)
  return {
    ...{ matchId, atMs: -daysAgo * dayMs, home, away, homeKey: keyOf(home), awayKey: keyOf(away) },
    score: { home: scored, away: conceded },
  }
}

test('a result that was imported too counts once, and the one of the match on offer stays', () => {
  const own = played(10, ['Tusker', '2:1', 'Bandari'], 10_000_001)
  const results = [
    played(9.5, ['Tusker FC', '2:1', 'Bandari']),
    own,
    played(10, ['Bandari', '0:0', 'Tusker']),
    played(8, ['Tusker', '1:1', 'Bandari']),
  ]
  expect(withoutTwins(results)).toEqual([results[3], own, results[2]])
})

test('a season ends at a break of more than sixty days, also between its last match and the one in question', () => {
  const results = [3, 10, 69, 130, 137].map((days) => played(days, ['Tusker', '1:0', 'Bandari']))
  expect(seasonAt(results, 0)).toEqual(results.slice(0, 3))
  expect(seasonAt(results, 58 * dayMs)).toHaveLength(0)
  expect(seasonAt(results, 57 * dayMs)).toHaveLength(3)
  expect(seasonAt([], 0)).toEqual([])
})

test('the form of a team has its last five results in all spellings, the newest first', () => {
  const results = [1, 2, 3, 4, 5, 6].map((days) => played(days, [days % 2 ? 'Tusker FC' : 'Tusker', '1:0', 'Ulinzi']))
  expect(formOf('tusker', [played(0, ['Sofapaka', '1:1', 'Bandari']), ...results])).toEqual(results.slice(0, 5))
})

test('a table ranks by points, goal difference, goals and the matches between those level, then by name', () => {
  const season = [
    played(1, ['Posta', '0:0', 'Mathare']),
    played(2, ['Bandari', '1:3', 'Tusker FC']),
    played(3, ['Ulinzi', '2:0', 'Bandari']),
    played(4, ['Tusker', '0:1', 'Ulinzi']),
    played(5, ['Kcb', '4:2', 'Bandari']),
  ]
  const table = tableOf([{ name: 'Tusker', key: 'tusker' }], season)
  const rows = table.map(({ position, team, points, played: count }) => `${position} ${team} ${points} ${count}`)
  expect(rows).toEqual([
    '1 Ulinzi 6 2',
    // Both have won by two goals in all; more goals come first.
    '2 Kcb 3 1',
    '3 Tusker 3 2',
    '4 Mathare 1 1',
    '5 Posta 1 1',
    '6 Bandari 0 3',
  ])
  expect(table[2]).toMatchObject({ goals_for: 3, goals_against: 2, form: 'LW' })
})

test('teams that are level in all are ranked by the points of the matches between them', () => {
  const season = [
    played(1, ['A', '1:0', 'C']),
    played(2, ['B', '1:0', 'A']),
    played(3, ['C', '1:0', 'B']),
    played(4, ['A', '0:0', 'D']),
    played(5, ['B', '0:0', 'E']),
  ]
  const ranked = tableOf([], season).map(({ team }) => team)
  expect(ranked.slice(0, 2)).toEqual(['B', 'A'])
})

test('a match of teams that have not played has no table, else both sides are in it', () => {
  expect(tableOf([{ name: 'Tusker', key: 'tusker' }], [])).toEqual([])
  const table = tableOf([{ name: 'New here', key: 'new here' }], [played(1, ['A', '1:0', 'B'])])
  expect(table.map(({ team, played: count }) => [team, count])).toEqual([
    ['A', 1],
    ['New here', 0],
    ['B', 1],
  ])
})

test('leagues have a table, cups and tournaments of national teams have none', () => {
  expect(isLeague({ category: 'Kenya', name: 'FKF Premier League' })).toBe(true)
  expect(isLeague({ category: 'England', name: 'FA Cup' })).toBe(false)
  expect(isLeague({ category: 'Spain', name: 'Copa del Rey' })).toBe(false)
  expect(isLeague({ category: 'World', name: 'Qualification' })).toBe(false)
})
