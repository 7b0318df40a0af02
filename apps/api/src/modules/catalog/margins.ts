import { sportOf, sports } from '@nare/bets/markets/sports'
import { fieldFacts } from '@nare/contract/field-codes'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { operatorTradingHands as contract, RuleLevel } from '@nare/contract/operator-trading-hands'
import type { Received } from '@nare/contract/route'
import { combinationMarket } from '@nare/bets/markets/combination'
import { marketsOfSport, type Sport } from '@nare/bets/markets/markets'
import { marginOf, type Margins } from '@nare/odds/margins'
import {
  levelRefusal,
  planLevels,
  writeLevels,
  type LevelPlan,
  type LevelRules,
  type Levels,
  type LevelWish,
  type Parts,
} from '#modules/settings/settings'
import type { Tx } from '#platform/db'
import type { Deciding } from '#platform/operator-calls'
import type { MatchRef, PricedMatch } from './feeds/port.ts'
import { ruledParts, type RuledPart } from './store-parts.ts'
import { mainMarket } from './views.ts'

/** No market is priced with a larger one. */
const marginMax = 0.9

/** The names under which the rules of a competition and a match are found before these have ids. */
export const competitionAlias = (sportId: string, { category, name }: { category: string; name: string }): string =>
  `${sportId}|${category}|${name}`
export const matchAlias = ({ source, sourceId }: MatchRef): string => `${source}|${sourceId}`

/**
 * The margins of a match's new prices by these rules. The narrowest level holds. A margin of a level above markets is that of the main market,
 * and the others keep their relation to it: with 6.3 % usual for the winner and 20 % for exact scores, 12.6 % makes 40 % of the latter.
 */
export function marginsBy(rules: LevelRules, { sportId, competition, match }: PricedMatch): Margins | undefined {
  const sport = sportOf(sportId)
  if (!sport) return undefined
  return marginsOn(rules, sport, {
    sport: sportId,
    competition: competition && competitionAlias(sportId, competition),
    match: match && matchAlias(match),
  })
}

/** The margins of prices of a match of a sport that these parts name; of soccer that of combinations too. */
export function marginsOn(rules: LevelRules, sport: Sport, parts: Parts): Margins | undefined {
  if (rules.all('margin').length === 0) return undefined
  const sportId = parts.sport ?? ''
  const whole = rules.of('margin', parts).at(-1)
  const scale = whole ? Number(whole.value) / 100 / marginOf(mainMarket(sportId)) : 1
  const markets = [...marketsOfSport(sport), ...(sport === 'soccer' ? [combinationMarket] : [])]
  const margins = markets.map(({ id }): [string, number, boolean] => {
    const own = rules.of('margin', { ...parts, market: id }).findLast(({ level }) => level === 'market')
    const margin = own ? Number(own.value) / 100 : marginOf(id) * scale
    return [id, Math.min(marginMax, margin), own !== undefined || whole !== undefined]
  })
  return margins.some(([, , isRuled]) => isRuled)
    ? Object.fromEntries(margins.map(([id, margin]) => [id, margin]))
    : undefined
}

type Call = typeof contract.setMargin
type Given = Received<Call>

type MarginPlan = LevelPlan & { readonly wishes: readonly LevelWish[]; readonly parts: readonly RuledPart[] }

/** Sets margins by level. A second person confirms a lower one. */
export function openMargins(levels: Pick<Levels, 'now' | 'changed'>): Deciding<Call> {
  async function planOf(tx: Tx, given: Given, isConfirmed: boolean): Promise<Outcome<MarginPlan, 'invalid_input'>> {
    const { level, percent, from } = given
    if (percent !== null && Number(percent) > percentMax)
      return levelRefusal('percent', { code: 'too_large', sentence: `At most ${percentMax} %` })
    const parts = await ruledParts(tx, given)
    if (!parts) return unknownParts(level)
    const wishes = parts.map(({ id, alias }): LevelWish => ({ kind: 'margin', level, part: id, alias, value: percent }))
    const plan = await planLevels(tx, wishes, { from, isConfirmed })
    return plan.ok ? done({ ...plan.value, wishes, parts }) : plan
  }

  /** The margins that hold for a part without a rule of its own: a market of all matches has that of each of them. */
  function widerOf(level: RuleLevel, part: RuledPart): readonly number[] {
    const rules = levels.now()
    const { sportId: sport, competitionId: competition, marketId } = part
    if (marketId === undefined) {
      const wider = rules.of('margin', { sport, competition }).filter((rule) => rule.level !== level)
      return [Number(wider.at(-1)?.value ?? marginOf(mainMarket(sport ?? '')) * 100)]
    }
    const match = /^(\d{8}):/.exec(part.id)?.[1]
    const own = match && rules.of('margin', { market: marketId }).findLast((rule) => rule.level === 'market')
    if (own) return [Number(own.value)]
    const usual = marginOf(marketId) * 100
    const scaled = ({ value }: { readonly value: string }, of: string) =>
      (usual * Number(value)) / 100 / marginOf(mainMarket(of))
    if (match) {
      const whole = rules.of('margin', { sport, competition, match }).at(-1)
      return [whole ? scaled(whole, sport ?? '') : usual]
    }
    const having = sports.filter(({ key }) => marketsOfSport(key).some(({ id }) => id === marketId))
    const wholes = rules.all('margin').filter((rule) => rule.level !== 'market')
    return [
      usual,
      ...wholes.flatMap((rule) =>
        having.filter(({ id }) => rule.level !== 'sport' || rule.id === id).map(({ id }) => scaled(rule, id)),
      ),
    ]
  }

  return {
    async read(tx, given, { proposer }) {
      const plan = await planOf(tx, given, proposer !== undefined)
      if (!plan.ok) return plan
      const { parts, wishes, before } = plan.value
      const changes = wishes.map((wish, n) => {
        const part = parts[n]
        const wider = part ? widerOf(given.level, part) : [0]
        const [was, is] = [Number(before(wish) ?? Math.max(...wider)), Number(wish.value ?? Math.min(...wider))]
        return { was, is }
      })
      const facts = Object.fromEntries(wishes.map((wish) => [wish.part || 'all', before(wish) ?? 'usual']))
      return done({ facts, needed: changes.some(({ was, is }) => is < was) })
    },
    async work(tx, given, { operator, proposer }) {
      const plan = await planOf(tx, given, proposer !== undefined)
      if (!plan.ok) return plan
      const { wishes, at, effectiveAt } = plan.value
      await writeLevels(tx, wishes, { at, effectiveAt, operator, proposer, reason: given.reason })
      const state = effectiveAt > at ? 'planned' : 'done'
      return done({ state, level: given.level, ids: wishes.map(({ part }) => part), from: effectiveAt.toISOString() })
    },
    after: () => levels.changed(),
  }
}

const percentMax = 50

/** The refusal of ids that name nothing of their level. */
export function unknownParts(level: RuleLevel) {
  const sentence = level === 'all' ? 'This level has no ids' : `Give ids of this level: ${level}`
  return refused('invalid_input', fieldFacts({ ids: { code: 'not_one_of', sentence } }))
}
