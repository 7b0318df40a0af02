import { keyLine } from './key-line.ts'
import { quartersOf } from './line.ts'
import { make, type Market, type Part, type PeriodScores } from './market.ts'
import type { LegState } from '../result.ts'
import { soccerMarkets } from './soccer-markets.ts'

export type { Part } from './market.ts'

/** The market of combinations of picks of one soccer match. No board has a row of it. */
export const combinationId = '900'

/** A pick that a combination names: `sub_type_id` and `odd_key`. */
export type NamedPart = { readonly marketId: string; readonly oddKey: string }

const partsMin = 2
const partsMax = 8
const keyMax = 300
const joint = ' and '
const partPattern = /^m([1-9]\d{0,4}) (\S+(?: \S+)*)$/

/**
 * The parts that an odd_key of market 900 names, in its order: "m1 home_team and m18 over 2.5". Undefined outside the grammar: fewer than 2
 * or more than 8 parts, more than 300 characters, a repeated part, or another order than by market number and then by key. The parts need
 * not be outcomes that exist or that combine.
 */
export function readCombination(oddKey: string): readonly NamedPart[] | undefined {
  if (oddKey.length > keyMax) return undefined
  const parts = oddKey.split(joint).map((text): NamedPart | undefined => {
    const [, marketId, key] = partPattern.exec(text) ?? []
    return marketId !== undefined && key !== undefined ? { marketId, oddKey: key } : undefined
  })
  if (parts.length < partsMin || parts.length > partsMax) return undefined
  const read = parts.filter((part) => part !== undefined)
  const isOrdered = read.every((part, at) => {
    const before = read[at - 1]
    return before === undefined || order(before, part) < 0
  })
  return read.length === parts.length && isOrdered ? read : undefined
}

/** The odd_key of market 900 for these parts in any order; undefined if they make none: a repeated part, too many or too few, too long. */
export function combinationKey(parts: readonly NamedPart[]): string | undefined {
  const key = parts
    .toSorted(order)
    .map(({ marketId, oddKey }) => `m${marketId} ${oddKey}`)
    .join(joint)
  return readCombination(key)?.length === parts.length ? key : undefined
}

function order(one: NamedPart, other: NamedPart): number {
  const byMarket = Number(one.marketId) - Number(other.marketId)
  if (byMarket !== 0) return byMarket
  return one.oddKey < other.oddKey ? -1 : one.oddKey > other.oddKey ? 1 : 0
}

/** Markets whose every line combines: the half-time and final scores decide them, and none gives a stake back. */
const always = '1 10 14 21 23 24 25 26 29 30 31 32 33 34 35 36 37 45 47 52 60 63 75 83 85'.split(' ')
/** Markets of which only half lines combine, because whole and quarter lines give stakes back. */
const onHalfLines = '18 19 20 68 90'.split(' ')
/** Handicaps, which count from the bet: only half lines combine, and only before play, where they count the whole match. */
const onHalfLinesBeforePlay = '16 66'.split(' ')

const marketsById: ReadonlyMap<string, Market> = new Map(
  soccerMarkets
    .filter(({ id }) => [...always, ...onHalfLines, ...onHalfLinesBeforePlay].includes(id))
    .map((one) => [one.id, one]),
)

/** Lines are below ten goals, as on a board. */
const lineQuartersMax = 40

/**
 * A pick as a part of a combination; undefined if it does not combine. `inPlay`: whether the bet is placed in play. Without it, what combines
 * before play counts too, which is how a placed combination is read.
 */
export function combinablePart({ marketId, oddKey }: NamedPart, at: { inPlay?: boolean } = {}): Part | undefined {
  const market = marketsById.get(marketId)
  if (!market || (at.inPlay && market.since === 'bet')) return undefined
  const line = keyLine(market.line, oddKey)
  if (line === undefined || !isCombinableLine(market, line)) return undefined
  const outcome = market.outcomes(line).find(({ key }) => key === oddKey)
  return outcome && { market, line, outcome }
}

function isCombinableLine({ id, line: kind }: Market, line: string): boolean {
  if (kind !== 'total' && kind !== 'asian') return true
  const quarters = Math.abs(quartersOf(line) ?? 0)
  return quarters < lineQuartersMax && (always.includes(id) || quarters % 4 === 2)
}

/** The parts of an odd_key of market 900; undefined outside the grammar or if one of the parts does not combine. */
export function combinationParts(oddKey: string, at: { inPlay?: boolean } = {}): readonly Part[] | undefined {
  const parts = readCombination(oddKey)?.map((part) => combinablePart(part, at))
  const known = parts?.filter((part) => part !== undefined)
  return known?.length === parts?.length ? known : undefined
}

/**
 * The state of a combination whose parts have these states: lost as soon as one is lost, won when all are won. Void when one is void and none
 * lost; while another is open it can still lose, so the combination is open.
 */
export function combinedState(states: readonly LegState[]): LegState {
  if (states.includes('lost')) return 'lost'
  if (states.includes('open')) return 'open'
  return states.every((state) => state === 'won') ? 'won' : 'void'
}

/** The scores at half-time and at the end. */
export type Halves = Pick<PeriodScores, 'half' | 'full'>

/** The scores with that of a part's period. */
function periodOf({ market }: Part, { half, full }: Halves): PeriodScores {
  if (market.period === 'match') return { period: full, half, full }
  const period = market.period === 'first_half' ? half : { home: full.home - half.home, away: full.away - half.away }
  return { period, half, full }
}

/** Whether these half-time and final scores make a part win. Parts win or lose whole stakes. */
export const partWins = (part: Part, scores: Halves): boolean => part.outcome.judge(periodOf(part, scores)) === 'won'

/**
 * The market of combinations. It has a line for each combination, which is its odd_key, with that one outcome: so whatever is known by market
 * and line is known of a combination alone. It counts from the start, also in play.
 */
export const combinationMarket: Market = make(
  { id: combinationId, name: 'Combination', needs: 'halves' },
  'combination',
  (key) => {
    const parts = combinationParts(key)
    if (!parts) return []
    const judge = (scores: Halves) => (parts.every((part) => partWins(part, scores)) ? 'won' : 'lost')
    return [{ key, display: parts.map(partText).join(' + '), judge, parts }]
  },
)

const partText = ({ market, outcome }: Part): string => `${market.name}: ${outcome.display}`
