import { market, type Market, type Outcome } from '@nare/bets/markets/markets'
import { outcome } from '@nare/bets/grading/outcome'
import type { DecidedState } from '@nare/bets/result'
import type { DrawnMatch } from './draw.ts'

/** A league market: its id, the rule that settles it, its lines, and its return percentage. */
export type LeagueMarket = {
  readonly marketId: string
  readonly rule: Market
  readonly lines: readonly string[]
  readonly returnPercent: number
}

const offered: readonly [id: string, returnPercent: number, lines?: readonly string[]][] = [
  ['3', 92],
  ['310', 92],
  ['318', 92, ['0.5', '1.5', '2.5', '3.5', '4.5']],
  ['329', 92],
  ['345', 88],
  ['360', 91],
  ['347', 88],
  ['321', 90],
  ['319', 91, ['0.5', '1.5', '2.5']],
  ['320', 91, ['0.5', '1.5', '2.5']],
  ['337', 90, ['1.5', '2.5', '3.5']],
  ['308', 91, ['1']],
]

/** The league markets, in display order. */
export const leagueMarkets: readonly LeagueMarket[] = offered.map(([marketId, returnPercent, lines = ['']]) => {
  const rule = market(marketId)
  if (!rule) throw new RangeError(`market ${marketId} has no rule`)
  return { marketId, rule, lines, returnPercent }
})

const byId = new Map(leagueMarkets.map((one) => [one.marketId, one]))

/** The market with this id, or undefined. */
export function leagueMarket(marketId: string): LeagueMarket | undefined {
  return byId.get(marketId)
}

/** The outcome with this key, and its line; undefined for an unknown market or key. */
export function leagueSelection(marketId: string, oddKey: string): { line: string; outcome: Outcome } | undefined {
  for (const line of byId.get(marketId)?.lines ?? []) {
    const found = byId
      .get(marketId)
      ?.rule.outcomes(line)
      .find(({ key }) => key === oddKey)
    if (found) return { line, outcome: found }
  }
  return undefined
}

/** Settles a selection on a drawn match. League markets never refund; an unknown market or key is void. */
export function settleLeague(
  marketId: string,
  oddKey: string,
  { fullTime, halfTime, goals }: DrawnMatch,
): DecidedState {
  if (!leagueSelection(marketId, oddKey)) return 'void'
  const result = { fullTime, halfTime, goals: goals.map(({ side }) => side), finished: true }
  const state = outcome(marketId, oddKey, result)
  return state === 'open' ? 'void' : state
}
