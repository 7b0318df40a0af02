import type { RuleLevel } from '@nare/contract/operator-trading-hands'
import { money, parseMoney, type Money } from '@nare/money/money'
import type { LevelRule, LevelRules, Parts } from '#modules/settings/settings'
import { invariant } from '#platform/invariant'
import type { Offered, Pick } from './slip.ts'

/** The limit that a refusal names: its level, and what of it. */
export type Held = { readonly level: RuleLevel; readonly id: string }

/** A limit with the level that sets it. */
export type Limit = { readonly amount: Money; readonly held: Held }

const everywhere: Held = { level: 'all', id: '' }

/** The amount of a stored limit. It was checked when it was set. */
function amountOf(text: string): Money {
  const amount = parseMoney(text)
  invariant(amount !== undefined, 'a limit is an amount')
  return amount
}

/** What limits of this outcome may be about. */
export function partsOf({ matchText, marketId }: Pick, offer: Offered | undefined): Parts {
  return { sport: offer?.sportId, competition: offer?.competitionId, match: matchText, market: marketId }
}

type Ruled = { readonly rules: LevelRules | undefined; readonly kind: 'liability' | 'stake'; readonly base: Money }

/**
 * The strictest limit of a kind that concerns these parts; `base` is the one of all. Of equal ones the widest. `ofHand` is the limit of each match
 * that a person has made, for such a match: only a limit of the match that a second person has confirmed lifts it.
 */
export function strictest({ rules, kind, base }: Ruled, parts: Parts, ofHand?: Money): Limit {
  const all: Limit = { amount: base, held: everywhere }
  const found = rules?.of(kind, parts) ?? []
  const least = found.reduce((so, { level, id, value }) => {
    const amount = amountOf(value)
    return amount < so.amount ? { amount, held: { level, id } } : so
  }, all)
  if (ofHand === undefined || found.some((rule) => rule.level === 'match' && holdsByHand(rule, ofHand))) return least
  if (least.amount <= ofHand) return least
  return { amount: ofHand, held: { level: 'match', id: parts.match ?? '' } }
}

/** Whether a limit of a match that a person has made holds instead of the one that such matches have, `ofHand`: it is no higher, or confirmed. */
export const holdsByHand = ({ value, isConfirmed }: LevelRule, ofHand: Money): boolean =>
  isConfirmed || amountOf(value) <= ofHand

/** The lowest limit of a kind at any level. */
export function lowest({ rules, kind, base }: Ruled): Money {
  return (rules?.all(kind) ?? []).reduce((least, { value }) => {
    const amount = amountOf(value)
    return amount < least ? amount : least
  }, base)
}

/** The part of a limit that a bettor with a lowered share has, rounded down. */
export const shareOf = (amount: Money, percent: number): Money =>
  percent === 100 ? amount : money((amount * BigInt(percent)) / 100n)
