import { expect, test } from 'vitest'
import { sports } from '@nare/bets/markets/sports'
import { expectedScore } from './competition.ts'
import { world } from './world.ts'

const soccer = world.filter(({ sport }) => sport === 'soccer')

test('the world has at least thirty competitions in six sports, with a minimum in each', () => {
  expect(world.length).toBeGreaterThanOrEqual(30)
  const least = { soccer: 18, basketball: 4, tennis: 3, rugby: 2, ice_hockey: 2, cricket: 2 }
  for (const { key } of sports) {
    const count = world.filter(({ sport }) => sport === key).length
    expect(count, key).toBeGreaterThanOrEqual(least[key])
  }
})

test('ids of sports and competitions are numeric text and unique', () => {
  const ids = [...sports, ...world].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^\d+$/)
})

test('ranks in a sport run from 1 without gaps, in the order of the world', () => {
  for (const { key } of sports) {
    const ranks = world.filter(({ sport }) => sport === key).map(({ rank }) => rank)
    expect(ranks, key).toEqual(ranks.map((_, index) => index + 1))
  }
})

test('the names of a sport’s competitions in one category are distinct', () => {
  const names = world.map(({ sport, category, name }) => `${sport}/${category}/${name}`)
  expect(new Set(names).size).toBe(names.length)
})

test.each(world.map((competition) => [competition.id, competition] as const))(
  'competition %s has distinct teams, valid kick-offs and valid weekdays',
  (_, { teams, kickOffs, days }) => {
    const names = teams.map(({ name }) => name)
    expect(names.length).toBeGreaterThanOrEqual(6)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toBe(name.trim())
    expect(kickOffs.length).toBeGreaterThan(0)
    for (const kickOff of kickOffs) expect(kickOff).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
    expect(days.length).toBeGreaterThan(0)
    expect(new Set(days).size).toBe(days.length)
    for (const day of days) expect([0, 1, 2, 3, 4, 5, 6]).toContain(day)
  },
)

test('the Kenyan top league has its eighteen clubs', () => {
  const league = world.find(({ name }) => name === 'FKF Premier League')
  expect(league?.teams).toHaveLength(18)
  expect(league?.teams.map(({ name }) => name)).toEqual(expect.arrayContaining(['Gor Mahia', 'AFC Leopards', 'Tusker']))
})

test('equal teams on neutral ground have equal expected scores, and the home edge is the ratio of the two scores', () => {
  const even = { name: 'Even', attack: 1, defence: 1 }
  expect(expectedScore({ pace: 3, homeEdge: 1 }, { home: even, away: even })).toEqual({ home: 1.5, away: 1.5 })
  const { home, away } = expectedScore({ pace: 3, homeEdge: 1.25 }, { home: even, away: even })
  expect(home / away).toBeCloseTo(1.25, 12)
})

test.each(soccer.map((competition) => [competition.id, competition] as const))(
  'any two teams of soccer competition %s are expected to score between 0.3 and 4 goals each',
  (_, competition) => {
    for (const home of competition.teams) {
      for (const away of competition.teams) {
        if (home === away) continue
        const goals = expectedScore(competition, { home, away })
        for (const expected of [goals.home, goals.away]) {
          expect(expected, `${home.name} v ${away.name}`).toBeGreaterThan(0.3)
          expect(expected, `${home.name} v ${away.name}`).toBeLessThan(4)
        }
      }
    }
  },
)

test.each(soccer.map((competition) => [competition.id, competition] as const))(
  'in soccer competition %s the strongest home favourite has fair odds between 1.1 and 1.6',
  (_, competition) => {
    const fairOdds = competition.teams.flatMap((home) =>
      competition.teams.filter((away) => away !== home).map((away) => 1 / homeWins(competition, { home, away })),
    )
    const shortest = Math.min(...fairOdds)
    expect(shortest).toBeGreaterThan(1.1)
    expect(shortest).toBeLessThan(1.6)
  },
)

function homeWins(...match: Parameters<typeof expectedScore>): number {
  const { home, away } = expectedScore(...match)
  let chance = 0
  for (let goals = 1; goals < 15; goals += 1) {
    for (let against = 0; against < goals; against += 1) chance += poisson(home, goals) * poisson(away, against)
  }
  return chance
}

function poisson(mean: number, count: number): number {
  let chance = Math.exp(-mean)
  for (let step = 1; step <= count; step += 1) chance *= mean / step
  return chance
}
