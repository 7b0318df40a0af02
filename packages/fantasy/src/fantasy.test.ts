import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { streamsOf, weightTotal } from '@nare/fair/stream'
import { scorersOf, scorersOfSide, startersOf } from './draw.ts'
import { prizeOf, prizes } from './prizes.ts'
import { partsOf, pointsOf, tookPart } from './scoring.ts'
import { squadsOf } from './squads.ts'
import { replacedPlayers, substitutions, type BenchPlace } from './substitutes.ts'
import { budgetHalves, costOf, countsOf, isFormation, positions, teamFault, type Counts, type Team } from './team.ts'

const clubs = Array.from({ length: 20 }, (_, at) => ({ name: `Club ${at}`, strength: at / 19 }))
const squads = squadsOf(clubs)
const byId = new Map(squads.map((player) => [player.id, player]))
const find = (club: number, position: string, n = 0): string =>
  squads.filter((player) => player.club === `Club ${club}` && player.position === position)[n]?.id ?? ''

const good: Team = {
  players: [
    find(0, 'GK'),
    ...[1, 2, 3, 4].map((c) => find(c, 'DF')),
    ...[1, 2, 3, 4].map((c) => find(c, 'MF')),
    find(5, 'FW'),
    find(6, 'FW'),
  ],
  captain: find(5, 'FW'),
  bench: [find(7, 'GK'), find(7, 'DF'), find(8, 'MF'), find(9, 'FW')],
}
const swap = (team: Team, at: number, id: string): Team => ({
  ...team,
  players: team.players.map((playerId, n) => (n === at ? id : playerId)),
})

describe('a team', () => {
  test('that breaks no rule is accepted and costs the sum of its fifteen players', () => {
    expect(teamFault(good, byId)).toBeUndefined()
    expect(costOf(good, byId)).toBe(
      [...good.players, ...good.bench].reduce((s, id) => s + (byId.get(id)?.halves ?? 0), 0),
    )
  })

  test.each([
    ['size', { ...good, players: good.players.slice(1) }],
    ['size', { ...good, bench: good.bench.slice(1) }],
    ['unknown_player', swap(good, 3, 'nobody')],
    ['twice', swap(good, 3, good.bench[1] ?? '')],
    ['formation', swap(good, 10, find(7, 'GK', 1))],
    ['formation', swap(good, 0, find(10, 'DF'))],
    ['club', swap(swap(good, 9, find(1, 'FW')), 10, find(1, 'FW', 1))],
    ['captain', { ...good, captain: good.bench[0] ?? '' }],
    ['captain', { ...good, captain: 'nobody' }],
  ] as const)('is refused for its %s', (rule, team) => {
    expect(teamFault(team, byId)?.rule).toBe(rule)
  })

  test('may cost at most the budget, exact to half a unit', () => {
    expect(teamFault(good, byId, costOf(good, byId))).toBeUndefined()
    expect(teamFault(good, byId, costOf(good, byId) - 1)).toMatchObject({ rule: 'budget' })
  })

  test('counts the bench for the budget and for the limit of three players of a club', () => {
    const crowded = { ...good, bench: [find(1, 'FW'), find(1, 'FW', 1), find(8, 'MF'), find(9, 'FW')] }
    expect(teamFault(crowded, byId)).toEqual({ rule: 'club', club: 'Club 1', count: 4 })
  })

  test('is accepted in every formation within the bounds, and in no other', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...positions), { minLength: 11, maxLength: 11 }), (chosen) => {
        const counts = countsOf(chosen)
        const used = new Map<string, number>()
        const players = chosen.map((position, at) => {
          const n = used.get(position) ?? 0
          used.set(position, n + 1)
          return find(at, position, 0)
        })
        const team = { players, captain: players[0] ?? '', bench: [12, 13, 14, 15].map((c) => find(c, 'DF', 5)) }
        const ok =
          counts.GK === 1 &&
          counts.DF >= 3 &&
          counts.DF <= 5 &&
          counts.MF >= 2 &&
          counts.MF <= 5 &&
          counts.FW >= 1 &&
          counts.FW <= 3
        expect(teamFault(team, byId, 999) === undefined).toBe(ok)
      }),
      { numRuns: 300 },
    )
  })
})

describe('points', () => {
  test('are 2 for a start, 4 for a clean sheet of GK and DF, and depend on the position for a goal', () => {
    const stats = { starts: 3, goals: 2, cleanSheets: 1 }
    expect(positions.map((position) => pointsOf(position, stats))).toEqual([22, 22, 16, 14])
  })

  test('of a player are the sum of the parts, and count twice for the captain', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...positions),
        fc.nat(10),
        fc.nat(8),
        fc.nat(10),
        fc.boolean(),
        (position, starts, goals, cleanSheets, captain) => {
          const parts = partsOf(position, { starts, goals, cleanSheets }, { captain })
          const sum = parts.reduce((total, { points }) => total + points, 0)
          expect(sum).toBe(pointsOf(position, { starts, goals, cleanSheets }) * (captain ? 2 : 1))
          expect(parts.every(({ times, each, points }) => times * each === points && points > 0)).toBe(true)
        },
      ),
    )
  })

  test('a player who started or scored has played', () => {
    expect(
      [
        [1, 0],
        [0, 1],
        [0, 0],
      ].map(([starts = 0, goals = 0]) => tookPart({ starts, goals, cleanSheets: 0 })),
    ).toEqual([true, true, false])
  })
})

const aFormation = fc
  .tuple(fc.integer({ min: 3, max: 5 }), fc.integer({ min: 2, max: 5 }))
  .map(([DF, MF]): Counts => ({ GK: 1, DF, MF, FW: 10 - DF - MF }))
  .filter(isFormation)
const aBench = fc.array(fc.record({ position: fc.constantFrom(...positions), played: fc.boolean() }), {
  minLength: 4,
  maxLength: 4,
})

describe('substitutes', () => {
  const bench = (text: string): BenchPlace[] =>
    text
      .split(' ')
      .map((code) => ({ position: code.slice(0, 2) as BenchPlace['position'], played: !code.endsWith('-') }))
  const none = { GK: 0, DF: 0, MF: 0, FW: 0 }

  test('come in by the order of the bench', () => {
    const made = substitutions({ GK: 1, DF: 4, MF: 4, FW: 2 }, { ...none, MF: 1 }, bench('MF FW DF GK'))
    expect(made).toEqual([{ bench: 0, outPosition: 'MF' }])
  })
  test('come in only if they have played', () => {
    expect(substitutions({ GK: 1, DF: 4, MF: 4, FW: 2 }, { ...none, MF: 1 }, bench('MF- FW DF GK'))).toEqual([
      { bench: 1, outPosition: 'MF' },
    ])
  })
  test('a goalkeeper replaces only a goalkeeper', () => {
    expect(substitutions({ GK: 1, DF: 4, MF: 4, FW: 2 }, { ...none, GK: 1 }, bench('DF MF FW GK'))).toEqual([
      { bench: 3, outPosition: 'GK' },
    ])
    expect(substitutions({ GK: 1, DF: 4, MF: 4, FW: 2 }, { ...none, DF: 1 }, bench('GK GK GK GK'))).toEqual([])
  })
  test('never leave fewer than three defenders', () => {
    expect(substitutions({ GK: 1, DF: 3, MF: 5, FW: 2 }, { ...none, DF: 1 }, bench('MF FW DF GK'))).toEqual([
      { bench: 2, outPosition: 'DF' },
    ])
  })
  test('replace the first absent player of the position', () => {
    const placed = (id: string, position: BenchPlace['position'], played: boolean) => ({ id, position, played })
    const eleven = [
      placed('g', 'GK', true),
      placed('d1', 'DF', false),
      placed('d2', 'DF', false),
      placed('d3', 'DF', true),
      placed('d4', 'DF', true),
      ...['m1', 'm2', 'm3', 'm4'].map((id) => placed(id, 'MF', true)),
      placed('f1', 'FW', true),
      placed('f2', 'FW', true),
    ]
    const sitting = [
      placed('b1', 'DF', true),
      placed('b2', 'GK', true),
      placed('b3', 'FW', true),
      placed('b4', 'MF', false),
    ]
    expect([...replacedPlayers(eleven, sitting)]).toEqual([
      ['b1', 'd1'],
      ['b3', 'd2'],
    ])
  })

  test('leave a valid formation, use no player twice, and stop only when no further player can come in', () => {
    fc.assert(
      fc.property(aFormation, aBench, fc.array(fc.nat(5), { minLength: 4, maxLength: 4 }), (counts, sitting, draws) => {
        const absent = Object.fromEntries(positions.map((at, n) => [at, Math.min(counts[at], draws[n] ?? 0)])) as Counts
        const made = substitutions(counts, absent, sitting)
        const [now, left] = [{ ...counts }, { ...absent }]
        for (const { bench: at, outPosition } of made) {
          const place = sitting[at]
          expect(place?.played).toBe(true)
          now[outPosition] -= 1
          left[outPosition] -= 1
          if (place) now[place.position] += 1
          expect(left[outPosition]).toBeGreaterThanOrEqual(0)
          expect(isFormation(now)).toBe(true)
        }
        expect(new Set(made.map(({ bench: at }) => at)).size).toBe(made.length)
        for (const [at, { position, played }] of sitting.entries()) {
          if (!played || made.some((substitution) => substitution.bench === at)) continue
          for (const out of positions) {
            const after = { ...now }
            after[out] -= 1
            after[position] += 1
            expect(left[out] > 0 && isFormation(after)).toBe(false)
          }
        }
      }),
    )
  })
})

describe('prizes', () => {
  test('are shared by teams of equal rank, summed over the ranks that the teams occupy', () => {
    expect(prizeOf({ rank: 1, tied: 1, points: 10 })).toBe(1000)
    expect(prizeOf({ rank: 1, tied: 2, points: 10 })).toBe(750)
    expect(prizeOf({ rank: 2, tied: 3, points: 10 })).toBe(Math.floor(850 / 3))
    expect(prizeOf({ rank: 49, tied: 5, points: 10 })).toBe(8)
    expect(prizeOf({ rank: 51, tied: 1, points: 10 })).toBe(0)
    expect(prizeOf({ rank: 1, tied: 1, points: 0 })).toBe(0)
  })
  test('sum to at most their stated total', () => {
    const pool = prizes.reduce((sum, { from, to, points }) => sum + (to - from + 1) * points, 0)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 30 }), (groups) => {
        let [rank, paid] = [1, 0]
        for (const tied of groups) {
          paid += tied * prizeOf({ rank, tied, points: 5 })
          rank += tied
        }
        expect(paid).toBeLessThanOrEqual(pool)
      }),
    )
  })
})

describe('squads and draws', () => {
  test('are the same for the same clubs, with unique names and weights that sum to 2^32', () => {
    expect(squadsOf(clubs)).toEqual(squads)
    expect(new Set(squads.map(({ name }) => name)).size).toBe(squads.length)
    expect(new Set(squads.map(({ id }) => id)).size).toBe(20 * 17)
    const first = squads.filter(({ club }) => club === 'Club 3')
    expect(first.reduce((sum, { scorerWeight }) => sum + scorerWeight, 0)).toBe(weightTotal)
    expect(squads.every(({ halves }) => Number.isInteger(halves) && halves >= 8)).toBe(true)
  })
  test('have the names of the feed if it sends any, and players of stronger clubs cost more', () => {
    const [named] = [squadsOf([{ name: 'Club 0', strength: 1, named: ['A. Striker'] }])]
    expect(named.find(({ name }) => name === 'A. Striker')?.position).toBe('FW')
    expect(named.reduce((sum, { halves }) => sum + halves, 0)).toBeGreaterThan(
      squads.slice(0, 17).reduce((sum, { halves }) => sum + halves, 0),
    )
  })
  test('always allow a team within the budget', () => {
    const cheap = squads.toSorted((a, b) => a.halves - b.halves)
    expect(cheap.slice(0, 15).reduce((sum, { halves }) => sum + halves, 0)).toBeLessThan(budgetHalves)
  })

  const squadOf = (club: number) => squads.filter((player) => player.club === `Club ${club}`)
  const both = { home: squadOf(1), away: squadOf(2) }

  test('take the scorers from the stream of the match, one number for each goal', () => {
    const goals = ['home', 'away', 'home'] as const
    const next = streamsOf('seed')('50000001:scorers')
    const twin = goals.map((side) => {
      const u = next()
      let sum = 0
      return both[side].find(({ scorerWeight }) => (sum += scorerWeight) > u)?.id
    })
    expect(scorersOf(new TextEncoder().encode('seed'), { matchId: '50000001', goals, squads: both })).toEqual(twin)
  })
  test('keep the scorers of earlier goals when a side scores again', () => {
    const seed = new Uint8Array(32).fill(7)
    const scorersFor = (goals: number) => scorersOfSide(seed, { matchId: '1', side: 'home', goals, squad: both.home })
    expect(scorersFor(5).slice(0, 3)).toEqual(scorersFor(3))
  })
  test('choose eleven starters, one of them a goalkeeper; players with higher weights start more often', () => {
    const starts = new Map<string, number>()
    for (let n = 0; n < 400; n++) {
      const starters = startersOf(new Uint8Array(32).fill(1), { matchId: String(n), side: 'home', squad: both.home })
      expect(new Set(starters).size).toBe(11)
      expect(starters.filter((id) => byId.get(id)?.position === 'GK')).toHaveLength(1)
      for (const id of starters) starts.set(id, (starts.get(id) ?? 0) + 1)
    }
    const startsOf = (position: string, n: number) => starts.get(find(1, position, n)) ?? 0
    expect(startsOf('GK', 0)).toBeGreaterThan(startsOf('GK', 1))
    expect(startsOf('FW', 0)).toBeGreaterThan(startsOf('FW', 3))
  })
})
