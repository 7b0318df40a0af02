import type { Price } from '@nare/money/money'
import { toHundredth } from './ladder.ts'
import type { GivenPrices } from './match-model.ts'

/** The given prices of a line by key, which are offered unchanged; undefined if the line has no given prices. */
export function verbatimPrices(
  given: GivenPrices,
  marketId: string,
  line: string,
): Readonly<Record<string, Price>> | undefined {
  const total = String(given.line ?? 2.5)
  if (marketId === '1') {
    return {
      home_team: toHundredth(given.home_odd),
      draw: toHundredth(given.neutral_odd),
      away_team: toHundredth(given.away_odd),
    }
  }
  if (marketId !== '18' || line !== total) return undefined
  return { [`over ${total}`]: toHundredth(given.over), [`under ${total}`]: toHundredth(given.under) }
}
