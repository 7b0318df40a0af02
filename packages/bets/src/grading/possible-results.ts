import { otherMarkets, selection, type Selection } from '../markets/markets.ts'
import { quartersOf } from '../markets/line.ts'
import type { Result, Score, Side } from '../result.ts'

/** A result that a match may end with, and its weight before any price is known. */
export type PossibleResult = { readonly result: Result; readonly weight: number }

/** A selection, and the score at the bet for a leg placed in play. */
export type Picked = Selection & { readonly scoreAtBet?: Score | undefined }

/** Goals of each side in 90 minutes, and the part of them before half-time, as soccer has them on average. */
const goalsMean = { home: 1.5, away: 1.2 }
const firstHalf = 0.45
/** The most goals of each side, after the latest bet. */
const goalsMax = 8
const otherIds: ReadonlySet<string> = new Set(otherMarkets.map(({ id }) => id))

/**
 * Results between which these selections differ, with all that their markets need. For soccer every score of up to eight goals a side
 * after the latest bet, split into halves and orders of goals where a market needs them. For sports that count points, the scores just
 * below, on and above each line. Only the weights between results matter; prices change them later.
 */
export function possibleResults(picks: readonly Picked[]): PossibleResult[] {
  const counted = countsOf(picks)
  const base = picks.some(isOfPoints) ? pointResults(picks) : goalResults(picks)
  return base.flatMap(({ result, weight }) =>
    counted.map((counts) => ({ result: { ...result, ...counts }, weight: weight / counted.length })),
  )
}

const isOfPoints = ({ market, line }: Picked): boolean =>
  otherIds.has(market.id) || (market.needs === 'score' && Math.abs(quartersOf(line) ?? 0) >= 40)

/** Totals of corners and cards around each line that the picks name. */
function countsOf(picks: readonly Picked[]): Pick<Result, 'corners' | 'cards'>[] {
  const totals = (needs: 'corners' | 'cards'): number[] => {
    const lines = picks.filter(({ market }) => market.needs === needs).map(({ line }) => quartersOf(line) ?? 0)
    return lines.length === 0 ? [0] : around(lines).filter((total) => total >= 0)
  }
  return totals('corners').flatMap((corners) =>
    totals('cards').map((cards) => ({ corners: { home: corners, away: 0 }, cards: { home: cards, away: 0 } })),
  )
}

/** The whole numbers next to and on these lines in quarters. */
export const around = (quarters: readonly number[]): number[] => [
  ...new Set(
    quarters.flatMap((line) => [
      Math.ceil(line / 4) - 1,
      Math.floor(line / 4),
      Math.ceil(line / 4),
      Math.floor(line / 4) + 1,
    ]),
  ),
]

function goalResults(picks: readonly Picked[]): PossibleResult[] {
  const since = picks.reduce<Score>(
    (last, { scoreAtBet: at }) =>
      at ? { home: Math.max(last.home, at.home), away: Math.max(last.away, at.away) } : last,
    { home: 0, away: 0 },
  )
  const needsHalf = picks.some(({ market }) => market.period !== 'match' || market.needs === 'halves')
  const needsOrder = picks.some(({ market }) => market.needs === 'goals')
  const range = Array.from({ length: goalsMax + 1 }, (_, more) => more)
  return range.flatMap((h) =>
    range.flatMap((a) => {
      const fullTime = { home: since.home + h, away: since.away + a }
      const weight = poisson(h, goalsMean.home) * poisson(a, goalsMean.away)
      const halves = needsHalf ? halvesOf(fullTime) : [{ halfTime: fullTime, share: 1 }]
      const orders = needsOrder ? ordersOf(fullTime) : [undefined]
      return halves.flatMap(({ halfTime, share }) =>
        orders.map((goals) => ({
          result: { fullTime, halfTime, ...(goals && { goals }), finished: true },
          weight: (weight * share) / orders.length,
        })),
      )
    }),
  )
}

function halvesOf({ home, away }: Score): { halfTime: Score; share: number }[] {
  return Array.from({ length: (home + 1) * (away + 1) }, (_, n) => {
    const halfTime = { home: Math.floor(n / (away + 1)), away: n % (away + 1) }
    return { halfTime, share: binomial(home, halfTime.home) * binomial(away, halfTime.away) }
  })
}

/** Orders of these goals in which each side may have scored each of them: home first, away first, and in turns. */
function ordersOf({ home, away }: Score): Side[][] {
  const list = (of: Side, length: number): Side[] => Array.from({ length }, () => of)
  const turns = (first: Side): Side[] => {
    const second = first === 'home' ? 'away' : 'home'
    const both = Math.min(home, away)
    const rest = list(home > away ? 'home' : 'away', Math.abs(home - away))
    return [...Array.from({ length: both }, (): Side[] => [first, second]).flat(), ...rest]
  }
  if (home === 0 || away === 0) return [[...list('home', home), ...list('away', away)]]
  return [
    [...list('home', home), ...list('away', away)],
    [...list('away', away), ...list('home', home)],
    turns('home'),
    turns('away'),
  ]
}

/** Scores in points, or sets and games, whose totals and leads are around the lines of the picks. */
function pointResults(picks: readonly Picked[]): PossibleResult[] {
  const linesOf = (kind: string) =>
    picks.filter(({ market }) => market.line === kind).map(({ line }) => quartersOf(line) ?? 0)
  const leads = [...new Set([-1, 0, 1, ...around(linesOf('asian').map((line) => -line))])]
  const totals = around(linesOf('total'))
  const least = Math.max(...leads.map(Math.abs))
  return (totals.length > 0 ? totals : [least]).flatMap((total) =>
    leads.flatMap((lead) => {
      // A lead that the total does not allow belongs to no score: the nearest total of the same parity does.
      const sum = Math.max(total, Math.abs(lead))
      if ((sum + lead) % 2 !== 0) return []
      const score = { home: (sum + lead) / 2, away: (sum - lead) / 2 }
      const sets = [score, { home: 2, away: 1 }, { home: 1, away: 2 }]
      const ends = picks.some(({ market }) => market.needs === 'games') ? sets.slice(1) : sets.slice(0, 1)
      return ends.map((fullTime) => ({
        result: { fullTime, halfTime: score, periods: [score], finished: true },
        weight: 1,
      }))
    }),
  )
}

function poisson(k: number, mean: number): number {
  let p = Math.exp(-mean)
  for (let n = 1; n <= k; n++) p *= mean / n
  return p
}

function binomial(n: number, k: number): number {
  let p = (1 - firstHalf) ** (n - k) * firstHalf ** k
  for (let i = 0; i < k; i++) p = (p * (n - i)) / (i + 1)
  return p
}

/** The selection of a pick with the score at its bet; undefined if the catalogue has no such outcome. */
export function pickedOf(marketId: string, oddKey: string, scoreAtBet: Score | undefined): Picked | undefined {
  const found = selection(marketId, oddKey)
  return found && { ...found, scoreAtBet }
}
