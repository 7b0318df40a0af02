import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SimCompetition } from './competition.ts'
import { fixturesOn } from './fixtures.ts'
import { world } from './world.ts'

const someDay = 20_700
const soccer = world.filter(({ sport }) => sport === 'soccer')

test('a team never plays twice on a day, nor against itself', () => {
  for (const competition of world) {
    for (const dayNumber of daysFrom(someDay, 120)) {
      const names = fixturesOn(competition, dayNumber).flatMap(({ home, away }) => [home.name, away.name])
      expect(new Set(names).size, `${competition.id} on ${dayNumber}`).toBe(names.length)
    }
  }
})

test('a soccer club rests at least two days between matches, across all its competitions', () => {
  const last = new Map<string, number>()
  for (const dayNumber of daysFrom(someDay, 400)) {
    for (const { home, away } of soccer.flatMap((competition) => fixturesOn(competition, dayNumber))) {
      for (const { name } of [home, away]) {
        expect(dayNumber - (last.get(name) ?? 0), `${name} on ${dayNumber}`).toBeGreaterThanOrEqual(3)
        last.set(name, dayNumber)
      }
    }
  }
})

test('the same day always gives the same matches', () => {
  for (const competition of world) {
    expect(fixturesOn(structuredClone(competition), someDay)).toEqual(fixturesOn(competition, someDay))
  }
})

test('matches fall on the competition’s weekdays only, at its kick-offs, earliest first', () => {
  for (const competition of world) {
    for (const dayNumber of daysFrom(someDay, 14)) {
      const kickOffs = fixturesOn(competition, dayNumber).map(({ kickOff }) => kickOff)
      const weekday = new Date(dayNumber * 86_400_000).getUTCDay()
      expect(kickOffs.length > 0, `${competition.id} on weekday ${weekday}`).toBe(competition.days.includes(weekday))
      for (const kickOff of kickOffs) expect(competition.kickOffs).toContain(kickOff)
      expect(kickOffs).toEqual(kickOffs.toSorted())
    }
  }
})

test('any eight days of a year contain about four hundred matches, with soccer on every day', () => {
  for (const first of daysFrom(someDay, 365)) {
    const count = daysFrom(first, 8).flatMap((day) =>
      world.flatMap((competition) => fixturesOn(competition, day)),
    ).length
    expect(count).toBeGreaterThanOrEqual(400)
    expect(count).toBeLessThanOrEqual(470)
    expect(soccer.some((competition) => fixturesOn(competition, first).length > 0)).toBe(true)
  }
})

test('in whole seasons of any size and weekdays every two teams meet equally often at each one’s home', () => {
  const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 })
  const size = fc.integer({ min: 2, max: 12 })
  fc.assert(
    fc.property(size, weekdays, fc.integer({ min: -500, max: 30_000 }), (count, days, from) => {
      const competition = leagueOf(count, days)
      const rounds = 2 * (count % 2 === 0 ? count - 1 : count)
      const met = new Map<string, number>()
      for (const dayNumber of daysFrom(roundStart(days, from), 7 * rounds)) {
        for (const { home, away } of fixturesOn(competition, dayNumber)) {
          const pair = `${home.name} at home to ${away.name}`
          met.set(pair, (met.get(pair) ?? 0) + 1)
        }
      }
      expect(met.size).toBe(count * (count - 1))
      expect(new Set(met.values())).toEqual(new Set([roundsAWeek(days)]))
    }),
    { numRuns: 100 },
  )
})

test('each team is at home about half the time in half a season', () => {
  const competition = leagueOf(20, [6])
  const atHome = new Map<string, number>()
  const saturday = someDay + 1
  for (let week = 0; week < 19; week += 1) {
    for (const { home } of fixturesOn(competition, saturday + 7 * week)) {
      atHome.set(home.name, (atHome.get(home.name) ?? 0) + 1)
    }
  }
  expect(atHome.size).toBe(20)
  for (const count of atHome.values()) expect([8, 9, 10, 11]).toContain(count)
})

test('a competition without weekdays has no matches', () => {
  expect(fixturesOn(leagueOf(4, []), someDay)).toEqual([])
})

function daysFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}

/** The first day from `from` on which a round begins. */
function roundStart(days: readonly number[], from: number): number {
  const begins = days.length === 7 ? days.slice(0, 1) : days.filter((day) => !days.includes((day + 6) % 7))
  return daysFrom(from, 7).find((day) => begins.includes(new Date(day * 86_400_000).getUTCDay())) ?? from
}

function roundsAWeek(days: readonly number[]): number {
  return days.length === 7 ? 1 : days.filter((day) => !days.includes((day + 6) % 7)).length
}

function leagueOf(count: number, days: readonly number[]): SimCompetition {
  const teams = Array.from({ length: count }, (_, index) => ({ name: `T${index}`, attack: 1, defence: 1 }))
  const kickOffs = ['15:00', '17:00']
  return {
    id: '1',
    sport: 'soccer',
    name: 'L',
    category: 'Kenya',
    rank: 1,
    pace: 2.5,
    homeEdge: 1.2,
    teams,
    kickOffs,
    days,
  }
}
