import { market } from '@nare/bets/markets/markets'
import type { Result, Score, Side } from '@nare/bets/result'
import { openEnds, type Bet, type Ends } from './programme.ts'

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n)
const sides = (side: Side, count: number): Side[] => Array.from({ length: count }, () => side)

/** The goals of a side at half-time: up to six more than now, or all that it scores. */
const halvesOf = (from: number, to: number): number[] => numbers(from, to).filter((n) => n <= from + 6 || n === to)

/** The most further goals of a side: more than any line of a board needs. */
const goalsMax = 10

/**
 * The ends of a soccer match from a score: every final score with its half-time scores, and with either side scoring the next goal. Bets
 * are placed at that score.
 */
export function soccerEnds({ score = nil, halfTime }: { score?: Score; halfTime?: Score | undefined } = {}): Ends {
  const results = numbers(0, goalsMax).flatMap((home) => numbers(0, goalsMax).flatMap((away) => endsAt({ home, away })))
  return openEnds(results, score)

  function endsAt(more: Score): Result[] {
    const full = { home: score.home + more.home, away: score.away + more.away }
    const halves = halfTime
      ? [halfTime]
      : halvesOf(score.home, full.home).flatMap((home) =>
          halvesOf(score.away, full.away).map((away) => ({ home, away })),
        )
    const [home, away] = [sides('home', more.home), sides('away', more.away)]
    const orders = [...(more.home > 0 ? [[...home, ...away]] : []), ...(more.away > 0 ? [[...away, ...home]] : [])]
    const before = [...sides('home', score.home), ...sides('away', score.away)]
    return halves.flatMap((half) =>
      (orders.length > 0 ? orders : [[]]).map((order): Result => ({
        halfTime: half,
        fullTime: full,
        goals: [...before, ...order],
        finished: true,
      })),
    )
  }
}

const nil: Score = { home: 0, away: 0 }

/** Each number of corners and cards, for bets on them alone: nothing else depends on them. */
export function countEnds(): Ends {
  const counts = numbers(0, 60).map((home) => ({ home, away: 0 }))
  return openEnds(counts.map((count): Result => ({ fullTime: nil, corners: count, cards: count, finished: true })))
}

const setsTo = (loser: number): Score => ({ home: loser < 5 ? 6 : 7, away: loser })
const wonSets = numbers(0, 6).map(setsTo)
const lostSets = wonSets.map(({ home, away }) => ({ home: away, away: home }))

/** The ends of a match of tennis over two won sets, in games. */
export function tennisEnds(): Ends {
  const two = (own: readonly Score[]) => own.flatMap((first) => own.map((second) => [first, second]))
  const three = (own: readonly Score[], other: readonly Score[]) =>
    two(own).flatMap(([first, last]) => other.map((lost) => [first, lost, last] as Score[]))
  const matches = [...two(wonSets), ...three(wonSets, lostSets), ...two(lostSets), ...three(lostSets, wonSets)]
  return openEnds(
    matches.map((periods): Result => {
      const home = periods.filter((set) => set.home > set.away).length
      return { fullTime: { home, away: periods.length - home }, periods, finished: true }
    }),
  )
}

/**
 * The ends of a match of another sport from a score, as far as these bets distinguish them: every margin and total around their lines that
 * the sides can still reach. Only rugby can end level.
 */
export function pointEnds(bets: readonly Bet[], { score = nil, mayTie }: { score?: Score; mayTie: boolean }): Ends {
  const lines = (kind: 'asian' | 'total') =>
    bets.flatMap(({ marketId, key }) => {
      const line = market(marketId)?.line === kind ? Number(key.split(' ').at(-1)) : NaN
      return Number.isNaN(line) ? [] : [line, -line]
    })
  const lead = score.home - score.away
  const leads = [-3, 3, lead, ...lines('asian').flatMap((line) => [line, lead + line])]
  const margins = numbers(Math.floor(Math.min(...leads)) - 3, Math.ceil(Math.max(...leads)) + 3)
  const sum = score.home + score.away
  const above = lines('total').filter((line) => line > 0)
  const last = Math.ceil(Math.max(sum, ...above)) + 60
  const first = Math.max(sum, Math.floor(Math.min(last, ...above)) - 60)
  const results = numbers(first, last).flatMap((total) =>
    margins.flatMap((margin): Result[] => {
      const full = { home: (total + margin) / 2, away: (total - margin) / 2 }
      const canBe = Number.isInteger(full.home) && full.home >= score.home && full.away >= score.away
      return canBe && (mayTie || margin !== 0) ? [{ fullTime: full, finished: true }] : []
    }),
  )
  return openEnds(results, score)
}
