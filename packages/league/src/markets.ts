import { market, type Market, type Outcome } from '@nare/bets/markets'
import { outcome } from '@nare/bets/outcome'
import type { DecidedState } from '@nare/bets/result'
import type { Drawn } from './draw.ts'

/** A market of the league: its own id, the rule that settles it, its lines, and what it returns of the stakes, in percent. */
export type LeagueMarket = {
  readonly marketId: string
  readonly rule: Market
  readonly lines: readonly string[]
  readonly returnPercent: number
}

/** Match result is 3; every other id is 300 and the id of the same market on real matches. */
const ids = { '3': '1' } as Readonly<Record<string, string>>
const offset = 300

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

/** The markets of the league, in the order in which screens show them. */
export const leagueMarkets: readonly LeagueMarket[] = offered.map(([marketId, returnPercent, lines = ['']]) => {
  const rule = market(ruleOf(marketId))
  if (!rule) throw new RangeError(`market ${marketId} has no rule`)
  return { marketId, rule, lines, returnPercent }
})

const byId = new Map(leagueMarkets.map((one) => [one.marketId, one]))

/** The market of that id, or undefined. */
export function leagueMarket(marketId: string): LeagueMarket | undefined {
  return byId.get(marketId)
}

/** The outcome of a league market that a key names, with its line; undefined for words that the league does not have. */
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

/** How a drawn match decides a selection. League markets never refund; words that the league does not have are void. */
export function settleLeague(marketId: string, oddKey: string, { fullTime, halfTime, goals }: Drawn): DecidedState {
  if (!leagueSelection(marketId, oddKey)) return 'void'
  const result = { fullTime, halfTime, goals: goals.map(({ side }) => side), finished: true }
  const state = outcome(ruleOf(marketId), oddKey, result)
  return state === 'open' ? 'void' : state
}

function ruleOf(marketId: string): string {
  return ids[marketId] ?? String(Number(marketId) - offset)
}
