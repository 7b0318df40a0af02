import { selection } from '@nare/bets/markets'
import type { Score } from '@nare/bets/result'
import { type Share, nextGoal } from './facts.ts'
import { groundsOf, nextGoalShare } from './ground.ts'
import { judgedLine } from './judged.ts'
import type { MatchModel } from './match-model.ts'

/** A soccer selection as a bet holds it; `scoreAtBet` for a leg taken live. */
export type Held = { marketId: string; oddKey: string; scoreAtBet?: Score }

/**
 * What a selection taken earlier can expect of its match now, whatever line is on offer: the stake-weighted parts
 * that win and that are refunded, so that its expected multiplier is W·o + R (DOMAIN 1.5), the base of a cash-out.
 * Undefined for unknown words, for a goal that is already scored, and where a needed half-time score is not known.
 */
export function selectionShare(match: MatchModel, { marketId, oddKey, scoreAtBet }: Held): Share | undefined {
  const found = selection(marketId, oddKey)
  const judged = found && judgedLine(marketId, found.line)
  const at = judged?.keys.indexOf(oddKey) ?? -1
  if (!found || !judged || at < 0) return undefined
  const { market, line } = found
  const { score, halfTime } = match
  if (market.needs === 'goals') {
    const number = Number(line) - score.home - score.away
    return number > 0 ? nextGoalShare(judged, at, nextGoal(match.rest, number)) : undefined
  }
  const since = market.line === 'asian' && scoreAtBet ? scoreAtBet : { home: 0, away: 0 }
  if (market.period === 'first_half' && halfTime) {
    return judged.at(at, { home: halfTime.home - since.home, away: halfTime.away - since.away })
  }
  const grounds = groundsOf(match)
  const ground = grounds.of(market)
  if (!ground) return undefined
  if (market.line !== 'asian') return grounds.shares(market, judged, ground)[at]
  return judged.over(ground.grid, { home: score.home - since.home, away: score.away - since.away })[at]
}
