import { selection } from '@nare/bets/markets'
import type { Score } from '@nare/bets/result'
import { type Share, nextGoal } from './facts.ts'
import { groundsOf, nextGoalShare } from './ground.ts'
import { judgedOutcomes, refunds, shareOver, wins } from './judged.ts'
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
  const one = found && judgedOutcomes(marketId, found.line).find(({ key }) => key === oddKey)
  if (!found || !one) return undefined
  const { market, line } = found
  const { score, halfTime } = match
  if (market.needs === 'goals') {
    const number = Number(line) - score.home - score.away
    return number > 0 ? nextGoalShare(one, nextGoal(match.rest, number)) : undefined
  }
  const since = market.line === 'asian' && scoreAtBet ? scoreAtBet : { home: 0, away: 0 }
  if (market.period === 'first_half' && halfTime) {
    const code = one.flat(halfTime.home - since.home, halfTime.away - since.away)
    return { win: wins[code] ?? 0, refund: refunds[code] ?? 0 }
  }
  const grounds = groundsOf(match)
  const ground = grounds.of(market)
  if (!ground) return undefined
  if (market.line !== 'asian') return grounds.share(market, one, ground)
  return shareOver(one, ground.grid, { home: score.home - since.home, away: score.away - since.away })
}
