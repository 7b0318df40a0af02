import type { Market } from './market.ts'
import { soccerMarkets } from './soccer-markets.ts'

const names: Readonly<Record<string, string>> = { '3': 'Match result', '308': 'First goal' }
const rules = ['1', '10', '18', '29', '45', '60', '47', '21', '19', '20', '37', '8']

/**
 * The markets of the virtual league: match result is 3, every other id is 300 plus the id of the same market on real matches, with
 * the same keys and rule.
 */
export const leagueMarkets: readonly Market[] = rules.flatMap((rule) => {
  const of = soccerMarkets.find((one) => one.id === rule)
  const id = rule === '1' ? '3' : String(300 + Number(rule))
  return of ? [{ ...of, id, name: names[id] ?? of.name }] : []
})

const ids: ReadonlySet<string> = new Set(leagueMarkets.map((one) => one.id))

/** Whether a pick on this market is one of the virtual league, which is never mixed with others. */
export const isLeagueMarket = (marketId: string): boolean => ids.has(marketId)
