import type { ChancesAt } from './insight-data.ts'

/** Shares in whole percent that sum to 100. */
export type Percents = { readonly home: number; readonly draw: number | null; readonly away: number }

/** The last chances as whole percent: the draw, or the away side in a sport without draws, gets what rounding leaves. */
export function percentsOf({ home, draw, away }: Pick<ChancesAt, 'home' | 'draw' | 'away'>): Percents {
  const first = Math.round(home * 100)
  if (draw === null) return { home: first, draw: null, away: 100 - first }
  const last = Math.min(Math.round(away * 100), 100 - first)
  return { home: first, draw: 100 - first - last, away: last }
}

/** A point of the chart: where it is from left to right, and the shares of both sides, all from 0 to 100. */
export type Point = { readonly x: number; readonly home: number; readonly away: number }
export type Chart = { readonly points: readonly Point[]; readonly isInPlay: boolean; readonly lastMinute: number }

const regularMinutes = 90
const bridgedMinutes = 10

/**
 * The points of the chart: of a match in play by its minutes, as wide as the whole match; before it, or in a sport without a clock, from the first to the
 * last moment.
 */
export function chartOf(chances: readonly ChancesAt[]): Chart {
  const inPlay = chances.filter(({ minute }) => minute !== null)
  const isInPlay = inPlay.length > 0
  const shown = isInPlay ? [...startOf(chances, inPlay), ...inPlay] : [...chances]
  const lastMinute = Math.max(regularMinutes, inPlay.at(-1)?.minute ?? 0)
  const [fromMs, untilMs] = [Date.parse(shown[0]?.at ?? ''), Date.parse(shown.at(-1)?.at ?? '')]
  const placeOf = ({ at, minute }: Partial<ChancesAt>): number => {
    if (isInPlay) return ((minute ?? 0) * 100) / lastMinute
    return untilMs > fromMs ? ((Date.parse(at ?? '') - fromMs) * 100) / (untilMs - fromMs) : 0
  }
  const points = shown.map((one) => ({ x: rounded(placeOf(one)), home: percent(one.home), away: percent(one.away) }))
  const [only] = points
  return {
    points: points.length === 1 && only && !isInPlay ? [only, { ...only, x: 100 }] : points,
    isInPlay,
    lastMinute,
  }
}

/** The last chances before the kick-off, if those in play begin soon after it: a gap is not bridged. */
function startOf(chances: readonly ChancesAt[], [first]: readonly ChancesAt[]): Partial<ChancesAt>[] {
  const before = chances.findLast(({ minute }) => minute === null)
  return before && (first?.minute ?? 0) <= bridgedMinutes ? [{ ...before, minute: 0 }] : []
}

const rounded = (value: number): number => Math.round(value * 10) / 10
const percent = (share: number | undefined): number => rounded((share ?? 0) * 100)

/** The outline of a side's area as a path in a box of 100 by 100: the side at home stands on the ground, the other hangs from the top. */
export function areaOf(points: readonly Point[], side: 'home' | 'away'): string {
  const ground = side === 'home' ? 100 : 0
  const edge = points.map(({ x, home, away }) => `L${x} ${side === 'home' ? rounded(100 - home) : away}`)
  return `M${points[0]?.x ?? 0} ${ground}${edge.join('')}L${points.at(-1)?.x ?? 0} ${ground}Z`
}
