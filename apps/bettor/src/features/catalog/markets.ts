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

/** The markets in columns of about the same height, in their order from the top: each goes to the column that is shorter so far. */
export function inColumns(markets: readonly MarketLines[], count: number): MarketLines[][] {
  const columns = Array.from({ length: count }, () => ({ rows: 0, markets: [] as MarketLines[] }))
  for (const market of markets) {
    const shortest = columns.reduce((least, column) => (column.rows < least.rows ? column : least))
    shortest.markets.push(market)
    shortest.rows += 1 + market.lines.reduce((rows, { odds }) => rows + Math.ceil(odds.length / cellsPerRow), 0)
  }
  return columns.map((column) => column.markets)
}

const cellsPerRow = 4

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

/** True if every line of a market has an over and an under: its lines are rows under common headings. */
export const isTotal = ({ lines }: MarketLines): boolean =>
  lines.every(({ odds }) => odds.length === 2 && odds.every(({ odd_key }) => totalKeys.test(odd_key)))

const goalTotals: Readonly<Record<string, readonly ('home' | 'away')[]>> = {
  '18': ['home', 'away'],
  '19': ['home'],
  '20': ['away'],
}

/**
 * How many more goals decide a line of the whole match's goals, or of a team's, for over: at 2:1, line 3.5 needs 1. Undefined for other
 * markets, for quarter lines and for lines that are decided.
 */
export function goalsNeeded(
  { sub_type_id, special_bet_value }: Pick<MarketView, 'sub_type_id' | 'special_bet_value'>,
  score: { home: number; away: number },
): number | undefined {
  const sides = Object.hasOwn(goalTotals, sub_type_id) ? goalTotals[sub_type_id] : undefined
  const line = Number(special_bet_value)
  if (!sides || !special_bet_value || (line * 2) % 1 !== 0) return undefined
  const needed = Math.floor(line) + 1 - sides.reduce((goals, side) => goals + score[side], 0)
  return needed > 0 ? needed : undefined
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
