import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayOffer } from '@nare/bets/markets/markets'
import type { Score, Side } from '@nare/bets/result'
import { ballsOfInnings, inningsLeft } from './cricket.ts'
import { implied } from './ladder.ts'
import { normalCdf } from './normal.ts'
import { beforeStart, endsOf, type OtherMoment, playingTime } from './other-inplay.ts'
import { type OtherSport, otherShare, otherSports, priceOther, type Ratings } from './other-sports.ts'

const ratings: Readonly<Record<OtherSport, Ratings>> = {
  basketball: { homeEdge: 4.5, total: 161 },
  tennis: { homeEdge: 1.5, total: 23 },
  rugby: { homeEdge: 6, total: 45 },
  ice_hockey: { homeEdge: 0.4, total: 5.6 },
  cricket: { homeEdge: 10, total: 330 },
}
const timed = ['basketball', 'rugby', 'ice_hockey'] as const
const nil = { home: 0, away: 0 }

const homeWins = (sport: OtherSport, moment: OtherMoment, by = ratings[sport]) =>
  endsOf(sport, by, moment).winners.reduce((sum, { score, p }) => sum + (score.home > score.away ? p : 0), 0)
const above = (sport: OtherSport, moment: OtherMoment, line: number) =>
  endsOf(sport, ratings[sport], moment).totals.reduce(
    (sum, { score, p }) => sum + (score.home + score.away > line ? p : 0),
    0,
  )

const count = (max: number) => fc.integer({ min: 0, max })
const scoreTo = (max: number) => fc.record({ home: count(max), away: count(max) })
const timedMoment = (sport: (typeof timed)[number]) =>
  fc.record({ minute: count(playingTime[sport].minutes), score: scoreTo(sport === 'ice_hockey' ? 8 : 110) })
const side = fc.constantFrom<Side>('home', 'away')
const unfinishedSet = fc.oneof(scoreTo(5), fc.constant({ home: 6, away: 5 }), fc.constant({ home: 6, away: 6 }))
const tennisMoment = fc
  .record({
    first: fc.boolean(),
    second: fc.boolean(),
    third: unfinishedSet,
    points: scoreTo(3),
    server: side,
    sets: count(2),
  })
  .map(({ first, third, points, server, sets }): OtherMoment => {
    const won = (byHome: boolean): Score => (byHome ? { home: 6, away: 4 } : { home: 5, away: 7 })
    const periods = [won(first), won(!first)].slice(0, sets)
    const score = {
      home: periods.filter((score) => score.home > score.away).length,
      away: periods.filter((score) => score.away > score.home).length,
    }
    return { minute: 0, score, periods: [...periods, third], points, server }
  })
const cricketMoment = fc
  .record({
    batting: side,
    chasing: fc.boolean(),
    balls: count(119),
    wickets: count(9),
    runs: count(200),
    target: fc.integer({ min: 60, max: 220 }),
  })
  .map(({ batting, chasing, balls, wickets, runs, target }): OtherMoment => {
    const own = chasing ? Math.min(runs, target) : runs
    const other = chasing ? target : 0
    const score = batting === 'home' ? { home: own, away: other } : { home: other, away: own }
    return { minute: 0, score, innings: { batting, chasing, balls, wickets } }
  })
const moments: Readonly<Record<OtherSport, fc.Arbitrary<OtherMoment>>> = {
  basketball: timedMoment('basketball'),
  rugby: timedMoment('rugby'),
  ice_hockey: timedMoment('ice_hockey'),
  tennis: tennisMoment,
  cricket: cricketMoment,
}

test.each(otherSports)(
  'O22 %s: at any moment the final results sum to 1 and the books to at least 1, on lines that the catalogue allows',
  (sport) => {
    fc.assert(
      fc.property(moments[sport], (moment) => {
        const { winners, margins, totals } = endsOf(sport, ratings[sport], moment)
        for (const list of [winners, margins, totals])
          if (list.length > 0) expect(Math.abs(list.reduce((sum, { p }) => sum + p, 0) - 1)).toBeLessThan(1e-6)
        const names = new Set<string>()
        for (const { marketId, line, outcomes } of priceOther(sport, ratings[sport], { moment })) {
          expect(mayOffer(sport, marketId, line)).toBe(true)
          expect(Math.abs(outcomes.reduce((sum, { probability }) => sum + probability, 0) - 1)).toBeLessThan(1e-6)
          expect(outcomes.reduce((sum, { price }) => sum + implied(price), 0)).toBeGreaterThanOrEqual(1)
          expect(names.has(`${marketId} ${line}`)).toBe(false)
          names.add(`${marketId} ${line}`)
        }
      }),
      { numRuns: 60 },
    )
  },
)

test.each(otherSports)('O22 %s: the first moment in play has the prices of before the start', (sport) => {
  const before = priceOther(sport, ratings[sport])
  const innings = (batting: Side) => ({ ...beforeStart, innings: { batting, chasing: false, balls: 0, wickets: 0 } })
  const service = (server: Side) => ({ ...beforeStart, periods: [nil], points: nil, server })
  const first: Readonly<Record<OtherSport, readonly OtherMoment[]>> = {
    basketball: [beforeStart],
    rugby: [beforeStart],
    ice_hockey: [beforeStart],
    tennis: [service('home'), service('away')],
    cricket: [innings('home'), innings('away')],
  }
  const started = first[sport].map((moment) => priceOther(sport, ratings[sport], { moment }))
  for (const list of started)
    expect(list.map(({ marketId, line }) => `${marketId} ${line}`)).toEqual(
      before.map(({ marketId, line }) => `${marketId} ${line}`),
    )
  // The first server is drawn by lot, and changes the handicaps of tennis slightly.
  for (const [at, { marketId, line, outcomes }] of before.entries()) {
    for (const [key, { probability }] of outcomes.entries()) {
      const now = started.map((list) => list[at]?.outcomes[key]?.probability ?? NaN)
      const mean = now.reduce((sum, p) => sum + p, 0) / now.length
      expect(Math.abs(mean - probability), `${marketId} ${line}`).toBeLessThan(1e-9)
      for (const p of now) expect(Math.abs(p - probability), `${marketId} ${line}`).toBeLessThan(0.03)
    }
  }
})

test('O22 before the start a side wins with the normal chance of its edge', () => {
  const chance = (sport: OtherSport, spread: number) => normalCdf(ratings[sport].homeEdge / spread)
  expect(Math.abs(homeWins('basketball', beforeStart) - chance('basketball', 12))).toBeLessThan(0.005)
  expect(Math.abs(homeWins('cricket', beforeStart) - chance('cricket', 40))).toBeLessThan(0.005)
  expect(Math.abs(homeWins('tennis', beforeStart) - chance('tennis', 4.5))).toBeLessThan(0.02)
})

test.each(otherSports)('O22 %s: a side is more likely to win after it scores, and a total only grows', (sport) => {
  fc.assert(
    fc.property(moments[sport], (moment) => {
      const more = afterHomeScores(sport, moment)
      if (!more) return
      expect(homeWins(sport, more)).toBeGreaterThanOrEqual(homeWins(sport, moment) - 1e-6)
      // A basket that ends a tie in basketball also ends the points of an overtime.
      const mayTie = sport === 'basketball' && Math.abs(more.score.home - more.score.away) < 20
      if (mayTie || !timed.some((timedSport) => timedSport === sport)) return
      for (const line of [5.5, 45.5, 160.5])
        expect(above(sport, more, line)).toBeGreaterThanOrEqual(above(sport, moment, line) - 1e-6)
    }),
    { numRuns: 120 },
  )
})

/** The moment after the home side scored a point, or in cricket a run. */
function afterHomeScores(sport: OtherSport, moment: OtherMoment): OtherMoment | undefined {
  const score = { ...moment.score, home: moment.score.home + 1 }
  if (sport === 'cricket') return moment.innings?.batting === 'home' ? { ...moment, score } : undefined
  if (sport !== 'tennis')
    return moment.minute === playingTime[sport as 'rugby'].minutes ? undefined : { ...moment, score }
  const { points = nil } = moment
  return points.home < 3 ? { ...moment, points: { ...points, home: points.home + 1 } } : undefined
}

test.each(timed)(
  'O22 %s: without a score, a lead becomes more valuable and over a line less likely with every minute',
  (sport) => {
    const { minutes } = playingTime[sport]
    const lead = sport === 'ice_hockey' ? 1 : 8
    const score = sport === 'ice_hockey' ? { home: 2, away: 1 } : { home: 30 + lead, away: 30 }
    const line = sport === 'ice_hockey' ? 5.5 : 100.5
    let [wins, over] = [0, 1]
    for (let minute = minutes / 2; minute <= minutes; minute += minutes / 40) {
      const moment = { minute, score }
      const now = [homeWins(sport, moment, { ...ratings[sport], homeEdge: 0 }), above(sport, moment, line)] as const
      expect(now[0]).toBeGreaterThanOrEqual(wins - 1e-9)
      expect(now[1]).toBeLessThanOrEqual(over + 1e-9)
      ;[wins, over] = now
    }
    expect(wins).toBeGreaterThan(0.999)
  },
)

test.each(timed)('O22 %s: at the end every result is certain and nothing is offered', (sport) => {
  const moment = { minute: playingTime[sport].minutes, score: { home: 21, away: 18 } }
  expect([homeWins(sport, moment), above(sport, moment, 38.5), above(sport, moment, 39.5)]).toEqual([1, 1, 0])
  expect(priceOther(sport, ratings[sport], { moment })).toEqual([])
})

test('O22 a tie goes to overtime in basketball and ice hockey, and is a draw in rugby', () => {
  const level = (sport: (typeof timed)[number], minute: number = playingTime[sport].minutes) => ({
    minute,
    score: { home: 30, away: 30 },
  })
  const even = { homeEdge: 0, total: 60 }
  expect(homeWins('basketball', level('basketball'), even)).toBeCloseTo(0.5, 6)
  expect(homeWins('basketball', level('basketball'))).toBeGreaterThan(0.5)
  expect(above('basketball', level('basketball'), 64.5)).toBeGreaterThan(0.9)
  const later = { minute: 44, score: { home: 36, away: 34 } }
  expect(homeWins('basketball', later)).toBeGreaterThan(0.8)
  expect(homeWins('basketball', { ...later, minute: 45 })).toBe(1)
  const hockey = endsOf('ice_hockey', ratings.ice_hockey, { minute: 60, score: { home: 2, away: 2 } })
  expect(hockey.totals.filter(({ p }) => p > 0).map(({ score }) => score)).toEqual([
    { home: 3, away: 2 },
    { home: 2, away: 3 },
  ])
  expect(endsOf('rugby', ratings.rugby, level('rugby')).winners).toEqual([{ score: { home: 0, away: 0 }, p: 1 }])
})

test('O22 a wicket or a ball without a run lowers the chance of the batting side, and a chase is won at the target', () => {
  const chase = (runs: number, balls: number, wickets: number): OtherMoment => ({
    minute: 0,
    score: { home: runs, away: 160 },
    innings: { batting: 'home', chasing: true, balls, wickets },
  })
  for (let balls = 1; balls < ballsOfInnings; balls += 7) {
    for (let wickets = 0; wickets < 9; wickets++) {
      const now = homeWins('cricket', chase(100, balls, wickets))
      if (now < 1e-9) continue
      expect(homeWins('cricket', chase(100, balls, wickets + 1))).toBeLessThan(now)
      expect(homeWins('cricket', chase(100, balls + 1, wickets))).toBeLessThan(now)
    }
  }
  expect([homeWins('cricket', chase(161, 100, 3)), homeWins('cricket', chase(159, 120, 3))]).toEqual([1, 0])
  expect([homeWins('cricket', chase(159, 90, 10)), homeWins('cricket', chase(160, 120, 4))]).toEqual([0, 0.5])
  expect([inningsLeft(0, 0), inningsLeft(ballsOfInnings, 0), inningsLeft(50, 10)]).toEqual([1, 0, 0])
})

test('O22 the handicap of rugby counts from now, the handicaps of the other sports from the start', () => {
  const ahead = { minute: 60, score: { home: 40, away: 10 } }
  const lines = (sport: OtherSport, id: string) =>
    priceOther(sport, ratings[sport], { moment: ahead, markets: [id] }).map(({ line }) => Number(line))
  expect(Math.max(...lines('rugby', '16').map(Math.abs))).toBeLessThan(8)
  expect(Math.max(...lines('basketball', '223'))).toBeLessThan(-20)
})

test('O20 a placed selection of another sport has the probability at which it is offered', () => {
  for (const sport of otherSports) {
    fc.assert(
      fc.property(moments[sport], (moment) => {
        for (const { marketId, outcomes } of priceOther(sport, ratings[sport], { moment })) {
          for (const { key, probability } of outcomes) {
            const share = otherShare(sport, ratings[sport], { moment, marketId, oddKey: key, scoreAtBet: moment.score })
            expect((share?.win ?? NaN) / (1 - (share?.refund ?? NaN)), `${marketId} ${key}`).toBeCloseTo(probability, 9)
          }
        }
      }),
      { numRuns: 10 },
    )
  }
  const since = { moment: { minute: 80, score: { home: 20, away: 10 } }, marketId: '16', oddKey: 'home_team minus 3.5' }
  expect(otherShare('rugby', ratings.rugby, { ...since, scoreAtBet: { home: 14, away: 7 } })?.win).toBe(0)
  expect(otherShare('rugby', ratings.rugby, since)?.win).toBe(1)
  expect(otherShare('rugby', ratings.rugby, { ...since, marketId: '223' })).toBeUndefined()
})
