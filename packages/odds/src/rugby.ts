import type { Chance } from './normal.ts'

/** The points of a score and their shares: a penalty or drop goal, a try, a converted try. An assumption. */
export const rugbyScores: readonly { readonly points: number; readonly share: number }[] = [
  { points: 3, share: 0.35 },
  { points: 5, share: 0.2 },
  { points: 7, share: 0.45 },
]
export const meanRugbyScore = rugbyScores.reduce((sum, { points, share }) => sum + points * share, 0)

/** The maximum number of further points of a side. */
const pointsMax = 180

/**
 * The distributions of margin and total of the remaining points, given the expected points of each side. Scores of 3, 5 and 7 points occur
 * at random and independently for each side (a compound Poisson distribution, computed by the recursion of H. Panjer 1981).
 */
export function rugbyPoints(expected: { home: number; away: number }): { margins: Chance[]; totals: Chance[] } {
  const [home, away] = [pointsOf(expected.home), pointsOf(expected.away)]
  const margins = new Float64Array(2 * pointsMax + 1)
  const totals = new Float64Array(2 * pointsMax + 1)
  for (let h = 0; h <= pointsMax; h++) {
    const p = home[h] as number
    if (p < negligible) continue
    for (let a = 0; a <= pointsMax; a++) {
      const both = p * (away[a] as number)
      margins[h - a + pointsMax] = (margins[h - a + pointsMax] as number) + both
      totals[h + a] = (totals[h + a] as number) + both
    }
  }
  return { margins: listed(margins, -pointsMax), totals: listed(totals, 0) }
}

const negligible = 1e-12

/** The chance of each number of points: g(s) = λ / s · Σ j · f(j) · g(s − j). */
function pointsOf(expected: number): Float64Array {
  const rate = Math.max(0, expected) / meanRugbyScore
  const chances = new Float64Array(pointsMax + 1)
  chances[0] = Math.exp(-rate)
  for (let s = 1; s <= pointsMax; s++) {
    let sum = 0
    for (const { points, share } of rugbyScores)
      if (s >= points) sum += points * share * (chances[s - points] as number)
    chances[s] = (rate / s) * sum
  }
  return chances
}

function listed(chances: Float64Array, first: number): Chance[] {
  return Array.from(chances, (p, at) => ({ n: at + first, p })).filter(({ p }) => p > negligible)
}
