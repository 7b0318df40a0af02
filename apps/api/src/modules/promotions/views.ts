import type { PromotionFacts, PromotionKind, PromotionRow, promotions as calls } from '@nare/contract/promotions'
import type { Answer } from '@nare/contract/route'
import { formatMoney, formatPrice, money, price } from '@nare/money/money'
import type { Country } from '#country/country'
import { readBlocks } from '#modules/content/content'
import type { Place } from './place-store.ts'
import { costOf, mostOf } from './rules.ts'
import type { Promotion } from './store.ts'
import { ruleBlocks, type Lang } from './texts.ts'

/** The address of the default image of a kind of promotion. */
export type Images = (kind: PromotionKind) => string

type Shown = { readonly lang: Lang; readonly place: Place | undefined; readonly images: Images }

/** A promotion in a list. */
export function rowOf(one: Promotion, { lang, place, images }: Shown): PromotionRow {
  return {
    promotion_id: one.id.toString(),
    title: one.title[lang],
    summary: one.summary[lang],
    image: one.image ?? images(one.kind),
    kind: one.kind,
    starts_at: one.startsAt.toISOString(),
    ends_at: one.endsAt.toISOString(),
    state: place ? stateOfPlace(place) : stateOf(one),
    facts: factsOf(one),
    ...(place && { progress: progressOf(one, place) }),
  }
}

/** A promotion with its details and terms. */
export function pageOf(
  one: Promotion,
  shown: Shown & { readonly country: Country },
): Answer<typeof calls.promotion>['data'] {
  const { lang, country } = shown
  const terms = [...ruleBlocks(one, lang, country), ...readBlocks(one.terms[lang])]
  return { ...rowOf(one, shown), lang, terms }
}

/** For a bettor who has not joined: a promotion without places left counts as over. */
function stateOf(one: Promotion): PromotionRow['state'] {
  const isFull = one.reserved + one.given + costOf(one, mostOf(one)) > one.cap
  return isFull || one.endsAt <= one.now || one.stoppedAt !== null ? 'over' : 'open'
}

function stateOfPlace({ state, due, given }: Place): PromotionRow['state'] {
  if (state === 'joined' || due > 0n) return 'joined'
  return state === 'used' || given > 0n ? 'used' : 'over'
}

function progressOf({ kind }: Promotion, place: Place): NonNullable<PromotionRow['progress']> {
  const { state, due, given, givenAt, joinedAt, until } = place
  const total = due + given
  const decided = { lapsed: 'lapsed', used: 'given', joined: 'waiting' } as const
  return {
    joined_at: joinedAt.toISOString(),
    state: due > 0n ? 'due' : decided[state],
    until: until.toISOString(),
    amount: kind === 'points' ? null : formatMoney(money(total)),
    points: kind === 'points' ? Number(total) : null,
    given_at: givenAt?.toISOString() ?? null,
  }
}

const amount = (cents: bigint | null): string | null => (cents === null ? null : formatMoney(money(cents)))

export function factsOf(one: Promotion): PromotionFacts {
  return {
    min_deposit: amount(one.minDeposit),
    percent: one.percent,
    most: amount(one.most),
    wager: one.wager,
    min_odds: one.minOdds === null ? null : formatPrice(price(one.minOdds)),
    days: one.days,
    points: one.points === null ? null : Number(one.points),
    per_bet: amount(one.perBet),
    min_legs: one.minLegs,
    min_leg: one.minLeg === null ? null : formatPrice(price(one.minLeg)),
    min_stake: amount(one.minStake),
    trigger: one.trigger,
    products: [...one.products],
    claim_days: one.claimDays,
    new_only: one.newOnly,
    cost_cap: formatMoney(money(one.cap)),
  }
}
