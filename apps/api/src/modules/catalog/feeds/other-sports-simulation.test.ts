import { expect, test } from 'vitest'
import { outcome } from '@nare/bets/grading/outcome'
import { otherSports, priceOther, type OtherSport, type Ratings } from '@nare/odds/other-sports'
import { isSetOver } from '@nare/odds/tennis-set'
import { uniform } from '../simulated/chance.ts'
import { momentOf, notStarted, type OtherProgress } from './other-sports-progress.ts'
import { advanceOther, playedBy } from './other-sports-simulation.ts'

const ratings: Readonly<Record<OtherSport, Ratings>> = {
  basketball: { homeEdge: 4.5, total: 161 },
  tennis: { homeEdge: 1.5, total: 23 },
  rugby: { homeEdge: 6, total: 45 },
  ice_hockey: { homeEdge: 0.4, total: 5.6 },
  cricket: { homeEdge: 12, total: 330 },
}
const longest = 1000

function player(sport: OtherSport, seed: string) {
  let drawn = 0
  const chance = () => uniform(`${seed}:${drawn++}`)
  return (from: OtherProgress, elapsed: number) =>
    advanceOther({ sport, ratings: ratings[sport], chance }, from, elapsed)
}

/** The progress of a match at each real minute, and at its end. */
function progressByMinute(sport: OtherSport, seed: string): OtherProgress[] {
  const play = player(sport, seed)
  const seen = [notStarted]
  for (let minute = 1; minute < longest; minute++) {
    const last = seen.at(-1) ?? notStarted
    if (last.over) return seen
    seen.push(play(last, minute).progress)
  }
  throw new Error('the match does not end')
}

test.each(otherSports)(
  '%s: the score only grows; the match ends once and continues from its stored progress',
  (sport) => {
    for (let n = 0; n < 6; n++) {
      const seen = progressByMinute(sport, `${sport}${n}`)
      for (const [at, { score }] of seen.entries()) {
        const before = seen[at - 1]?.score ?? score
        expect(score.home >= before.home && score.away >= before.away).toBe(true)
      }
      const end = seen.at(-1) ?? notStarted
      expect(player(sport, 'later')(end, longest).progress).toEqual(end)
      const middle = seen[40] ?? notStarted
      const stored: OtherProgress = JSON.parse(JSON.stringify(middle))
      expect(player(sport, 'again')(stored, 60)).toEqual(player(sport, 'again')(middle, 60))
    }
  },
)

test('periods add up to the score, and only rugby ends level', () => {
  for (const sport of ['basketball', 'rugby', 'ice_hockey', 'cricket'] as const) {
    for (let n = 0; n < 12; n++) {
      const { score, periods } = progressByMinute(sport, `p${n}`).at(-1) ?? notStarted
      const sum = periods.reduce((all, one) => all + one.home + one.away, 0)
      const superOver = sport === 'cricket' ? 1 : 0
      expect(score.home + score.away - sum).toBeLessThanOrEqual(superOver)
      expect(score.home + score.away - sum).toBeGreaterThanOrEqual(0)
      if (sport !== 'rugby') expect(score.home).not.toBe(score.away)
    }
  }
})

test('tennis is won by two sets, each with a valid score', () => {
  for (let n = 0; n < 20; n++) {
    const { score, periods } = progressByMinute('tennis', `t${n}`).at(-1) ?? notStarted
    expect(Math.max(score.home, score.away)).toBe(2)
    expect(periods).toHaveLength(score.home + score.away)
    for (const set of periods) expect(isSetOver(set.home, set.away), JSON.stringify(set)).toBe(true)
    expect(periods.filter((set) => set.home > set.away)).toHaveLength(score.home)
  }
})

test('the clock stops between periods, and continues in overtime', () => {
  expect([playedBy('basketball', 0), playedBy('basketball', 12), playedBy('basketball', 24)]).toEqual([0, 300, 600])
  expect([playedBy('basketball', 25), playedBy('basketball', 50), playedBy('basketball', 60)]).toEqual([
    600, 1200, 1200,
  ])
  expect(playedBy('rugby', 400)).toBe(4800)
  expect(playedBy('ice_hockey', 400)).toBeGreaterThan(3600)
})

test('betting pauses at a goal, a wicket and the end of a set, and not at a basket', () => {
  const stops = (sport: OtherSport) => {
    const play = player(sport, 'stops')
    const found = new Set<string | undefined>()
    let last = notStarted
    for (let minute = 1; minute < 60; minute++) {
      const { progress, stop } = play(last, minute)
      const changed = progress.score.home + progress.score.away > last.score.home + last.score.away
      if (sport === 'ice_hockey' || sport === 'rugby' || sport === 'tennis') expect(stop !== undefined).toBe(changed)
      if (sport === 'cricket')
        expect(stop !== undefined).toBe((progress.play.innings?.wickets ?? 0) > (last.play.innings?.wickets ?? 0))
      found.add(stop)
      last = progress
    }
    return [...found].filter((reason) => reason !== undefined)
  }
  expect(otherSports.map(stops)).toEqual([[], ['other'], ['other'], ['goal'], ['other']])
})

/** Minutes whose prices are compared with the results. */
const minutesCompared: Readonly<Record<OtherSport, readonly number[]>> = {
  basketball: [20, 70, 100],
  tennis: [20, 50, 75],
  rugby: [20, 60, 90],
  ice_hockey: [20, 90, 130],
  cricket: [30, 80, 120],
}
/** Markets whose prices are compared with the results: winner and total. */
const marketsCompared: Readonly<Record<OtherSport, readonly string[]>> = {
  basketball: ['219', '225'],
  tennis: ['186', '189'],
  rugby: ['1', '18'],
  ice_hockey: ['406', '412'],
  cricket: ['340'],
}
const matches = 250

test.each(otherSports)('%s: results are as frequent as the prices at any minute imply', (sport) => {
  const bins = new Map<string, { n: number; priced: number; happened: number }>()
  for (let n = 0; n < matches; n++) {
    const play = player(sport, `follow${n}`)
    let progress = notStarted
    const seen: { name: string; marketId: string; key: string; probability: number }[] = []
    for (const minute of [0, ...minutesCompared[sport]]) {
      progress = play(progress, minute).progress
      if (progress.over) break
      const priced = priceOther(sport, ratings[sport], {
        moment: momentOf(sport, progress),
        markets: marketsCompared[sport],
      })
      const ofEach = new Map(priced.map((market) => [market.marketId, market]))
      for (const { marketId, outcomes } of ofEach.values()) {
        const [first] = outcomes
        if (first && marketId !== '16')
          seen.push({ name: `${marketId} ${Math.floor(first.probability * 4)}`, marketId, ...first })
      }
    }
    const end = play(progress, longest).progress
    const result = { finished: true, fullTime: end.score, periods: end.periods }
    for (const { name, marketId, key, probability } of seen) {
      const bin = bins.get(name) ?? { n: 0, priced: 0, happened: 0 }
      bin.n += 1
      bin.priced += probability
      bin.happened += outcome(marketId, key, result) === 'won' ? 1 : 0
      bins.set(name, bin)
    }
  }
  expect(bins.size).toBeGreaterThan(3)
  for (const [name, { n, priced, happened }] of bins) {
    if (n < 60) continue
    const mean = priced / n
    // Up to four prices of one match are compared, so their outcomes are not independent: the variance counts twice.
    const allowed = 0.015 + 3.5 * Math.sqrt((mean * (1 - mean) * 2) / n)
    expect(Math.abs(happened / n - mean), name).toBeLessThan(allowed)
  }
})
