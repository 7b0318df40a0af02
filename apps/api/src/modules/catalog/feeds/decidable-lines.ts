import { market } from '@nare/bets/markets/markets'
import type { LinePrices } from './port.ts'

/** What the results of a feed have in addition to the final score: the score at half-time, and the order of the goals. */
export type ResultFacts = { readonly halves: boolean; readonly goalOrder: boolean }

/**
 * The lines that the results of a feed can decide. A bet on any other one is void whatever happens: whoever cashes it out when its price has
 * fallen bets without a risk. No feed of another company has the games of tennis sets.
 */
export function decidableLines(lines: readonly LinePrices[], facts: ResultFacts): LinePrices[] {
  return lines.filter(({ marketId }) => {
    const of = market(marketId)
    if (!of || of.needs === 'games' || (of.needs === 'goals' && !facts.goalOrder)) return false
    return facts.halves || (of.needs !== 'halves' && of.period === 'match')
  })
}
