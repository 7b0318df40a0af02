import { combinationId, combinationMarket } from './combination.ts'
import { keyLine } from './key-line.ts'
import { quartersOf } from './line.ts'
import { leagueMarkets } from './league-markets.ts'
import type { Counted, Market, Outcome } from './market.ts'
import { basketballMarkets, cricketMarkets, iceHockeyMarkets, rugbyMarkets, tennisMarkets } from './other-markets.ts'
import { soccerMarkets } from './soccer-markets.ts'
import type { Sport } from './sports.ts'

export type { Counted, Market, Needs, Outcome, Period, Since } from './market.ts'
export { soccerMarkets } from './soccer-markets.ts'
export type { Sport } from './sports.ts'

/** The markets that only sports other than soccer have. */
export const otherMarkets: readonly Market[] = [
  ...basketballMarkets,
  ...tennisMarkets,
  ...iceHockeyMarkets,
  ...cricketMarkets,
]

/** The markets of each sport, in display order. The first one is the winner. */
const bySport: Readonly<Record<Sport, readonly Market[]>> = {
  soccer: soccerMarkets,
  basketball: basketballMarkets,
  tennis: tennisMarkets,
  rugby: rugbyMarkets,
  ice_hockey: iceHockeyMarkets,
  cricket: cricketMarkets,
}
const byId: ReadonlyMap<string, Market> = new Map(
  [...soccerMarkets, ...otherMarkets, ...leagueMarkets, combinationMarket].map((one) => [one.id, one]),
)

/** The market with this id (`sub_type_id`); undefined if there is none. */
export function market(id: string): Market | undefined {
  return byId.get(id)
}

/** The markets of a sport, in display order. */
export function marketsOfSport(sport: Sport): readonly Market[] {
  return bySport[sport]
}

/** The markets of a sport that providers of prices quote: the winner, and the handicap and the total of the whole match. */
export function quotedMarkets(sport: Sport): { winner?: Market; handicap?: Market; total?: Market } {
  const [winner] = bySport[sport]
  const whole = bySport[sport].filter((one) => one.period === 'match' && !isCounted(one))
  const handicap = whole.find(({ line }) => line === 'asian')
  const total = whole.find((one) => one.line === 'total' && one.keys('0.5').length === 2 && countsBoth(one))
  return { ...(winner && { winner }), ...(handicap && { handicap }), ...(total && { total }) }
}

const countsBoth = ({ counts }: Market): boolean =>
  counts?.({ home: 1, away: 0 }) === 1 && counts({ home: 0, away: 1 }) === 1

/**
 * Whether a sport may offer this line. Soccer has quarter lines below ten; other sports and the totals of corners and cards have half lines
 * of any size. This keeps the `ucn` of each outcome unique within a match.
 */
export function mayOffer(sport: Sport, marketId: string, line: string): boolean {
  const of = byId.get(marketId)
  if (!of || !bySport[sport].includes(of) || of.outcomes(line).length === 0) return false
  if (of.line !== 'total' && of.line !== 'asian') return true
  const quarters = Math.abs(quartersOf(line) ?? 0)
  return sport === 'soccer' && !isCounted(of) ? quarters < 40 : quarters % 4 === 2
}

/** Whether a market counts something that not every feed reports. */
export function isCounted(of: Market): of is Market & { readonly needs: Counted } {
  return of.needs === 'corners' || of.needs === 'cards'
}

/** The outcome that a bet selects: its market, its line, and the outcomes that share the line. */
export type Selection = {
  readonly market: Market
  readonly line: string
  readonly outcome: Outcome
  readonly siblings: readonly Outcome[]
}

/** Parsed selections by market and key. Valid lines limit the cache to a few thousand entries per market; combinations have a limit. */
const parsed = new Map<string, Map<string, Selection>>([...byId.keys()].map((id) => [id, new Map()]))

const combinationsMax = 5_000

/** The selection of a market id and an odd_key; undefined if the catalogue has no such outcome. */
export function selection(marketId: string, oddKey: string): Selection | undefined {
  const ofMarket = parsed.get(marketId)
  return ofMarket?.get(oddKey) ?? (ofMarket && parse(marketId, oddKey, ofMarket))
}

/**
 * The line (`special_bet_value`) in an odd_key: '' without a line, the home side's line for Asian handicaps; undefined for an unknown
 * outcome.
 */
export function lineOf(marketId: string, oddKey: string): string | undefined {
  return selection(marketId, oddKey)?.line
}

/** The short label of an outcome, such as "1", "Over 2.5" or "2 (+1.25)"; the key itself for an unknown outcome. */
export function display(marketId: string, oddKey: string): string {
  return selection(marketId, oddKey)?.outcome.display ?? oddKey
}

/** The only market whose outcome labels do not contain the line. */
const nextGoal = '8'

/** The market's name, with the line if outcome labels do not contain it ("Next goal 1"); '' for an unknown id. */
export function marketTitle(marketId: string, line: string): string {
  const of = byId.get(marketId)
  if (!of) return ''
  return of.id === nextGoal ? `${of.name} ${line}` : of.name
}

function parse(marketId: string, oddKey: string, into: Map<string, Selection>): Selection | undefined {
  const of = byId.get(marketId)
  if (!of) return undefined
  const line = keyLine(of.line, oddKey)
  if (line === undefined) return undefined
  const siblings = of.outcomes(line)
  const outcome = siblings.find((one) => one.key === oddKey)
  if (!outcome) return undefined
  const found = { market: of, line, outcome, siblings }
  if (of.id === combinationId && into.size >= combinationsMax) into.clear()
  into.set(oddKey, found)
  return found
}
