import type { operatorTradingLimits, RuleLevel } from '@nare/contract/operator-trading-hands'
import type { Answer } from '@nare/contract/route'

export type Hands = Answer<typeof operatorTradingLimits.matchHands>
export type Rule = Hands['rules'][number]
export type SetStop = Hands['stops'][number]
export type VoidPart = Hands['voids'][number]
export type HandPrice = Hands['prices'][number]

/** A match, as far as what is set by hand is about it. */
export type HandMatch = {
  readonly match_id: string
  readonly sport_id: string
  readonly competition_id: string
  readonly competition: string
  readonly home_team: string
  readonly away_team: string
}

/** An outcome, or with `oddKey` undefined a market or a line of it. */
export type HandPart = {
  readonly marketId: string
  readonly line?: string | undefined
  readonly oddKey?: string | undefined
  /** As the page calls it. */
  readonly name: string
}

/** The outcome that a page looks at. */
export type HandOutcome = HandPart & {
  readonly oddKey: string
  readonly marketName: string
  readonly offered: string | null
  readonly fair: string | null
}

/** What a stop is about. */
export type StopScope =
  | { readonly level: 'live' }
  | { readonly level: 'sport' | 'competition'; readonly id: string; readonly name: string }
  | ({ readonly level: 'market'; readonly match: HandMatch } & HandPart)

export const matchName = ({ home_team, away_team }: HandMatch): string => `${home_team} – ${away_team}`

/** What a scope is called in a sentence. */
export function scopeName(scope: StopScope): string {
  if (scope.level === 'live') return 'all live matches'
  return scope.level === 'market' ? `${scope.name} of ${matchName(scope.match)}` : scope.name
}

/** The stop of exactly this part of a match, if it is set. */
export const stopOf = (stops: readonly SetStop[], { marketId, line, oddKey }: HandPart): SetStop | undefined =>
  stops.find(
    (stop) =>
      stop.level === 'market' &&
      stop.id === marketId &&
      (stop.line ?? undefined) === line &&
      (stop.odd_key ?? undefined) === oddKey,
  )

/** The price by hand of an outcome, if there is one. */
export const handOf = (prices: readonly HandPrice[], { marketId, oddKey }: HandPart): HandPrice | undefined =>
  prices.find((one) => one.sub_type_id === marketId && one.odd_key === oddKey)

export const levelNames: Readonly<Record<RuleLevel, string>> = {
  all: 'Everything',
  sport: 'The sport',
  competition: 'The competition',
  match: 'This match',
  market: 'This market of the match',
}

/** The ids by which a level names what concerns a match and a market of it; undefined for a market without one. */
export function idsAt(level: RuleLevel, match: HandMatch, marketId: string | undefined): string[] | undefined {
  if (level === 'all') return []
  if (level === 'market') return marketId === undefined ? undefined : [`${match.match_id}:${marketId}`]
  return [{ sport: match.sport_id, competition: match.competition_id, match: match.match_id }[level]]
}

/** The rule of exactly these ids, if one is set or planned. */
export const ruleAt = (
  rules: readonly Rule[],
  { kind, level, ids }: { kind: Rule['kind']; level: RuleLevel; ids: readonly string[] },
): Rule | undefined => rules.find((rule) => rule.kind === kind && rule.level === level && rule.id === (ids[0] ?? ''))

/**
 * Of the rules that concern a market of a match the one that holds: the lowest limit, or the margin of the narrowest level. Undefined if none is
 * set.
 */
export function holding(
  rules: readonly Rule[],
  kind: Rule['kind'],
  of: { match: HandMatch; marketId: string | undefined },
): Rule | undefined {
  const { match, marketId } = of
  const concerned = rules.filter(
    (rule) =>
      rule.kind === kind &&
      rule.value !== null &&
      (rule.level !== 'market' || rule.id === marketId || rule.id === `${match.match_id}:${marketId}`),
  )
  if (kind === 'margin') return concerned.toSorted((a, b) => width(a) - width(b)).at(-1)
  return concerned.toSorted((a, b) => Number(a.value) - Number(b.value))[0]
}

const order: readonly RuleLevel[] = ['all', 'sport', 'competition', 'match', 'market']
const width = ({ level, id }: Rule): number => order.indexOf(level) + (id.includes(':') ? 1 : 0)
