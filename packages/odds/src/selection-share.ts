import { isCounted, selection } from '@nare/bets/markets/markets'
import type { Score } from '@nare/bets/result'
import { combinationChance } from './combination.ts'
import { overCount } from './count-markets.ts'
import { type Share, nextGoal } from './probabilities.ts'
import { marketGrids, nextGoalShare } from './market-grids.ts'
import { lineShares } from './line-shares.ts'
import type { MatchModel } from './match-model.ts'

/** A soccer selection of a bet; `scoreAtBet` is set for a leg placed live. */
export type BetSelection = { marketId: string; oddKey: string; scoreAtBet?: Score }

/**
 * The current expectation of a placed selection on any line, offered or not: the shares of the stake that win (W) and that are refunded
 * (R). Its expected multiplier is W·o + R, from which cash-outs are valued. Undefined for an unknown market or outcome, for a
 * goal already scored, if a required half-time score or count is missing, and for a count's line that is not on a half.
 */
export function selectionShare(match: MatchModel, { marketId, oddKey, scoreAtBet }: BetSelection): Share | undefined {
  const found = selection(marketId, oddKey)
  if (found?.outcome.parts) {
    const win = combinationChance(match, oddKey)
    return win === undefined ? undefined : { win, refund: 0 }
  }
  const ruled = found && lineShares(marketId, found.line)
  const at = ruled?.keys.indexOf(oddKey) ?? -1
  if (!found || !ruled || at < 0) return undefined
  const { market, line } = found
  const { score, halfTime } = match
  if (market.needs === 'goals') {
    const number = Number(line) - score.home - score.away
    return number > 0 ? nextGoalShare(ruled, at, nextGoal(match.rest, number)) : undefined
  }
  if (isCounted(market)) {
    const over = overCount(market.needs, Number(line), match.counts)
    return over === undefined ? undefined : { win: oddKey.startsWith('over') ? over : 1 - over, refund: 0 }
  }
  const since = market.since === 'bet' && scoreAtBet ? scoreAtBet : { home: 0, away: 0 }
  if (market.period === 'first_half' && halfTime) {
    return ruled.at(at, { home: halfTime.home - since.home, away: halfTime.away - since.away })
  }
  const grids = marketGrids(match)
  const marketGrid = grids.of(market)
  if (!marketGrid) return undefined
  if (market.since !== 'bet') return grids.shares(market, ruled, marketGrid)[at]
  return ruled.over(marketGrid.grid, { home: score.home - since.home, away: score.away - since.away })[at]
}
