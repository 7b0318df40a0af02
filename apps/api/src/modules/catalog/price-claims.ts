import { quotedMarkets } from '@nare/bets/markets/markets'
import { sportKeys } from '@nare/bets/markets/sports'
import type { LinePrices } from './feeds/port.ts'

/** The range of a plausible book: the sum of 1/price over the outcomes of a market of which one wins. */
export type Band = { readonly least: number; readonly most: number }

export const defaultBand: Band = { least: 1, most: 1.4 }

/** A larger change of an outcome's chance between two polls is not believed until a further poll confirms it. */
const jumpMax = 0.2

/** The markets whose prices come from feeds. One outcome of a line wins, or all are refunded. */
const claimed: ReadonlySet<string> = new Set(
  sportKeys.flatMap((sport) => Object.values(quotedMarkets(sport)).map(({ id }) => id)),
)

/** The sum of 1/price of decimal odds; NaN if one is missing or no price. */
export function bookSum(odds: readonly (number | undefined)[]): number {
  return odds.reduce<number>((sum, odd) => sum + (odd !== undefined && odd > 1 ? 1 / odd : Number.NaN), 0)
}

/** Whether these odds can be a book: complete, and with a sum inside the band. Its borders count as inside. */
export function isBook(odds: readonly (number | undefined)[], { least, most }: Band): boolean {
  const sum = bookSum(odds)
  // 1/price is no binary fraction, so a sum of exactly 1 may be slightly below it.
  return sum >= least - 1e-9 && sum <= most + 1e-9
}

const oddsOf = ({ prices }: Pick<LinePrices, 'prices'>) =>
  prices.map((at) => (at === null ? undefined : Number(at) / 1000))

/** Lines with those suspended whose prices cannot be a book. An incomplete line is left as it is. */
export function withinBand(
  lines: readonly LinePrices[],
  band: Band,
): { lines: readonly LinePrices[]; refused: number } {
  const isRefused = (line: LinePrices) =>
    line.state === 'open' && claimed.has(line.marketId) && !line.prices.includes(null) && !isBook(oddsOf(line), band)
  const refused = lines.filter(isRefused).length
  if (refused === 0) return { lines, refused }
  return { lines: lines.map((line) => (isRefused(line) ? { ...line, state: 'suspended' } : line)), refused }
}

type Stored = { readonly marketId: string; readonly line: string; readonly prices: readonly (bigint | null)[] }

/** Whether the chance of any outcome in these lines differs by more than 20 points from that in the lines of the previous poll. */
export function jumps(lines: readonly LinePrices[], previous: readonly Stored[]): boolean {
  const before = new Map(previous.map((one) => [`${one.marketId} ${one.line}`, chancesOf(one)]))
  return lines.some((line) => {
    const [chances, earlier] = [chancesOf(line), before.get(`${line.marketId} ${line.line}`)]
    if (!claimed.has(line.marketId) || !chances || chances.length !== earlier?.length) return false
    return chances.some((chance, place) => Math.abs(chance - (earlier[place] ?? chance)) > jumpMax)
  })
}

/** The chances of a line's outcomes without the margin; undefined if a price is missing. */
function chancesOf(line: Pick<LinePrices, 'prices'>): number[] | undefined {
  const odds = oddsOf(line)
  const sum = bookSum(odds)
  return Number.isNaN(sum) ? undefined : odds.map((odd) => 1 / (odd ?? 1) / sum)
}
