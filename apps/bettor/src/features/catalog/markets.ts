import type { MarketView } from '@nare/contract/catalog'

export type Group = 'main' | 'goals' | 'halves' | 'corners' | 'cards' | 'other'

const groups: Readonly<Record<Exclude<Group, 'other'>, ReadonlySet<string>>> = {
  main: new Set(['1', '7', '10', '11', '14', '16', '18', '29', '47', '35', '37']),
  goals: new Set([
    '8',
    '18',
    '19',
    '20',
    '21',
    '23',
    '24',
    '25',
    '26',
    '29',
    '30',
    '31',
    '32',
    '33',
    '34',
    '36',
    '45',
    '52',
  ]),
  halves: new Set(['47', '52', '60', '63', '64', '66', '68', '75', '83', '85', '90']),
  corners: new Set(['166']),
  cards: new Set(['139']),
}

/** True if a market belongs to a tab of the match page; a market may belong to several tabs. */
export function inGroup(subTypeId: string, group: Group): boolean {
  if (group !== 'other') return groups[group].has(subTypeId)
  return !Object.values(groups).some((ids) => ids.has(subTypeId))
}

export type MarketLines = { sub_type_id: string; name: string; lines: MarketView[] }

/** Groups the lines of a match by market, in their order. */
export function byMarket(odds: readonly MarketView[]): MarketLines[] {
  const markets = new Map<string, MarketLines>()
  for (const line of odds) {
    const market = markets.get(line.sub_type_id) ?? { sub_type_id: line.sub_type_id, name: line.name, lines: [] }
    market.lines.push(line)
    markets.set(line.sub_type_id, market)
  }
  return [...markets.values()]
}

const lineKey = ({ sub_type_id, special_bet_value }: MarketView): string => `${sub_type_id}/${special_bet_value}`

/** The keys of the closed lines. */
export function closedLines(odds: readonly MarketView[]): ReadonlySet<string> {
  return new Set(odds.filter(({ state }) => state === 'closed').map(lineKey))
}

/** The lines of a match except those that were closed before and are still closed. */
export function offeredLines(odds: readonly MarketView[], closedBefore: ReadonlySet<string>): MarketView[] {
  return odds.filter((line) => line.state !== 'closed' || !closedBefore.has(lineKey(line)))
}

const totalKeys = /^(over|under) \S+$/
const handicapKeys = /^(home_team|draw|away_team) (plus |minus )?[\d.:]+$/

/** The common headings of the lines of a market: over and under (`total`) or the teams (`handicap`); undefined for other markets. */
export function tableKind({ lines }: MarketLines): 'total' | 'handicap' | undefined {
  const every = (keys: RegExp): boolean =>
    lines.every(({ odds }) => odds.length > 1 && odds.length < 4 && odds.every(({ odd_key }) => keys.test(odd_key)))
  if (every(totalKeys)) return 'total'
  return every(handicapKeys) ? 'handicap' : undefined
}

/** The heading of a line's row: "2.5" or "0:1"; for an Asian handicap the values of both sides, "-1 / +1". */
export function lineHead({ special_bet_value, odds }: MarketView): string {
  const sides = odds.flatMap(({ display }) => /\(([+-]?[\d.]+)\)$/.exec(display)?.[1] ?? [])
  return sides.length === 2 ? sides.join(' / ') : special_bet_value
}

export type Winners = Pick<MarketView, 'sub_type_id' | 'name'> & { outcomes: MarketView['odds'] }

/** The outcomes that won or half won, grouped by market name. Markets without such an outcome are left out. */
export function winnersOf(odds: readonly MarketView[]): Winners[] {
  const byName = new Map<string, Winners>()
  for (const { sub_type_id, name, odds: all } of odds) {
    const won = all.filter(({ result }) => result === 'won' || result === 'half_won')
    if (won.length === 0) continue
    const winners = byName.get(name) ?? { sub_type_id, name, outcomes: [] }
    winners.outcomes.push(...won)
    byName.set(name, winners)
  }
  return [...byName.values()]
}
