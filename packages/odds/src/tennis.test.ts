import { expect, test } from 'vitest'
import type { Score, Side } from '@nare/bets/result'
import { beforeTennis, marginOffset, meanMargin, meanTotal, otherSide, serveOf, tennisEnds } from './tennis.ts'
import { gameChance, servesTieBreakPoint, setScores, tieBreakChance, type Serve } from './tennis-set.ts'

const serve: Serve = { home: 0.66, away: 0.61 }

test('O22 the chance of a game equals the published formula at every point, and one half for equal players', () => {
  for (const p of [0.4, 0.5, 0.62, 0.75]) {
    const q = 1 - p
    const byPoint = p ** 4 * (1 + 4 * q + 10 * q * q) + (20 * (p * q) ** 3 * p * p) / (p * p + q * q)
    expect(gameChance(p)).toBeCloseTo(byPoint, 12)
    expect(p * gameChance(p, 1, 0) + q * gameChance(p, 0, 1)).toBeCloseTo(byPoint, 12)
  }
  // A player who wins 64 % of the points on serve holds 81 % of the games.
  expect(gameChance(0.64)).toBeCloseTo(0.813, 3)
})

test('O22 the chance of a tie-break does not depend on the first server', () => {
  expect(tieBreakChance(0.66, 0.61)).toBeCloseTo(1 - tieBreakChance(0.61, 0.66), 12)
  expect(tieBreakChance(0.6, 0.6)).toBeCloseTo(0.5, 12)
  expect(tieBreakChance(0.66, 0.61, 6, 5)).toBeGreaterThan(tieBreakChance(0.66, 0.61, 5, 5))
  expect([tieBreakChance(0.6, 0.6, 7, 5), tieBreakChance(0.6, 0.6, 8, 10)]).toEqual([1, 0])
  expect(Array.from({ length: 8 }, (_, n) => servesTieBreakPoint(n))).toEqual([
    true,
    false,
    false,
    true,
    true,
    false,
    false,
    true,
  ])
})

test('O22 a set has the fourteen scores of tennis, and their chances sum to 1', () => {
  const scores = setScores(serve, { server: 'home' })
  expect(scores).toHaveLength(14)
  expect(scores.reduce((sum, { p }) => sum + p, 0)).toBeCloseTo(1, 12)
})

test('O22 the recursion agrees with matches that are played point by point', () => {
  let state = 7
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const played = Array.from({ length: 4_000 }, (_, n) => playSlow(random, n % 2 === 0 ? 'home' : 'away'))
  const ends = tennisEnds(serve, beforeTennis)
  const mean = (valueOf: (match: (typeof played)[number]) => number) =>
    played.reduce((sum, match) => sum + valueOf(match), 0) / played.length
  expect(Math.abs(mean(({ won }) => (won ? 1 : 0)) - ends.homeWins)).toBeLessThan(0.02)
  expect(Math.abs(mean(({ home, away }) => home + away) - meanTotal(ends))).toBeLessThan(0.3)
  expect(Math.abs(mean(({ home, away }) => home - away) - meanMargin(ends))).toBeLessThan(0.3)
})

/** A match of two won sets, written out point by point. */
function playSlow(random: () => number, first: Side): { home: number; away: number; won: boolean } {
  const total = { home: 0, away: 0 }
  const sets = { home: 0, away: 0 }
  let server = first
  while (sets.home < 2 && sets.away < 2) {
    const games = { home: 0, away: 0 }
    while (
      !(
        (Math.max(games.home, games.away) >= 6 && Math.abs(games.home - games.away) >= 2) ||
        games.home + games.away === 13
      )
    ) {
      const isTieBreak = games.home === 6 && games.away === 6
      const points = { home: 0, away: 0 }
      let serving = server
      let served = 0
      while (Math.max(points.home, points.away) < (isTieBreak ? 7 : 4) || Math.abs(points.home - points.away) < 2) {
        points[random() < serve[serving] ? serving : otherSide(serving)]++
        served++
        if (isTieBreak && served % 2 === 1) serving = otherSide(serving)
      }
      games[points.home > points.away ? 'home' : 'away']++
      server = otherSide(server)
    }
    sets[games.home > games.away ? 'home' : 'away']++
    total.home += games.home
    total.away += games.away
  }
  return { ...total, won: sets.home === 2 }
}

test('O22 the serving chances give the requested chance of winning', () => {
  for (const homeWins of [0.08, 0.5, 0.62, 0.85, 0.97]) {
    expect(tennisEnds(serveOf(homeWins), beforeTennis).homeWins).toBeCloseTo(homeWins, 6)
  }
  const even = tennisEnds(serveOf(0.5), beforeTennis)
  expect(even.margins[marginOffset + 3]).toBeCloseTo(even.margins[marginOffset - 3] ?? NaN, 7)
  expect(meanTotal(even)).toBeGreaterThan(meanTotal(tennisEnds(serveOf(0.9), beforeTennis)))
})

test('O22 a match point is worth its chance, and a won match is certain', () => {
  const score = (sets: Score, games: Score[], points: Score, server: Side) =>
    tennisEnds(serve, { sets, games, points, server }).homeWins
  const lastGame = score(
    { home: 1, away: 1 },
    [
      { home: 6, away: 3 },
      { home: 3, away: 6 },
      { home: 5, away: 0 },
    ],
    { home: 3, away: 0 },
    'home',
  )
  expect(lastGame).toBeGreaterThan(0.999)
  const won = tennisEnds(serve, {
    sets: { home: 2, away: 0 },
    games: [
      { home: 6, away: 3 },
      { home: 7, away: 6 },
    ],
    points: { home: 0, away: 0 },
    server: 'home',
  })
  expect([won.homeWins, won.totals[22], won.margins[marginOffset + 4]]).toEqual([1, 1, 1])
})
