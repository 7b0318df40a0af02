import { devig } from '@nare/odds/devig'

/** Prices of the winner in thousandths, in the order of `keys`, from a moment on. */
export type WinnerPrices = {
  readonly atMs: number
  readonly keys: readonly string[]
  readonly prices: readonly number[]
}
/** The minute of a match from a moment on. */
export type MinuteAt = { readonly atMs: number; readonly minute: number }

export type ChancesAt = {
  readonly at: string
  readonly minute: number | null
  readonly home: number
  readonly draw: number | null
  readonly away: number
}

const hourMs = 3_600_000
const hoursMax = 24
const minutesMax = 60

/**
 * The chances that the prices of a winner stood for, without their margin (Shin's method, as for `fairOdds` of given prices): the last of each hour on the
 * day before the kick-off, then the last of each minute, thinned to 60. Both inputs are the oldest first; `kickOffMs` is undefined before it.
 */
export function chancesOf(
  prices: readonly WinnerPrices[],
  { minutes, kickOffMs = Infinity }: { minutes: readonly MinuteAt[]; kickOffMs?: number | undefined },
): ChancesAt[] {
  const before = new Map<number, ChancesAt>()
  const inPlay = new Map<number, ChancesAt>()
  let next = 0
  for (const one of prices) {
    while ((minutes[next]?.atMs ?? Infinity) <= one.atMs) next++
    const minute = minutes[next - 1]?.minute
    const chances = toChances(one, one.atMs < kickOffMs ? undefined : minute)
    if (!chances) continue
    if (one.atMs < kickOffMs) before.set(Math.floor(one.atMs / hourMs), chances)
    else inPlay.set(minute ?? Math.floor(one.atMs / 60_000), chances)
  }
  return [...[...before.values()].slice(-hoursMax), ...thinned([...inPlay.values()], minutesMax)]
}

/** Evenly chosen points of a list, its first and last among them. */
function thinned<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, n) => list[Math.round((n * (list.length - 1)) / (most - 1))]).filter(
    (one) => one !== undefined,
  )
}

function toChances({ atMs, keys, prices }: WinnerPrices, minute: number | undefined): ChancesAt | undefined {
  const place = (key: string): number => keys.indexOf(key)
  const odds = prices.map((thousandths) => thousandths / 1000)
  if (odds.length < 2 || !odds.every((odd) => odd > 1)) return undefined
  const fair = devig(odds, 'shin')
  const [home, draw, away] = ['home_team', 'draw', 'away_team'].map((key) => fair[place(key)])
  if (home === undefined || away === undefined) return undefined
  return {
    at: new Date(atMs).toISOString(),
    minute: minute ?? null,
    home: rounded(home),
    draw: draw === undefined ? null : rounded(draw),
    away: rounded(away),
  }
}

const rounded = (chance: number): number => Math.round(chance * 1000) / 1000
