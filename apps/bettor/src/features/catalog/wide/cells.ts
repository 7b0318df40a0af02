import type { CSSProperties } from 'react'

/** Markets with three prices; every other market of a row has two. */
const threeWay: ReadonlySet<string> = new Set(['1', '8', '10'])
/** The Asian handicap: each side of a match has a line of its own, which needs room beside the price. */
export const handicap = '16'
/** The total, whose line is another than the usual one once goals have fallen. */
const total = '18'

export const cellsOf = (marketId: string): number => (threeWay.has(marketId) ? 3 : 2)

/** The share of a market in the room for further markets, so that its prices have the same place in every row and under the heading. */
export const shareOf = (marketId: string): CSSProperties =>
  ({ '--share': shares[marketId] ?? cellsOf(marketId) }) as CSSProperties

const shares: Readonly<Record<string, number>> = { [handicap]: 2.8, [total]: 2.6 }
