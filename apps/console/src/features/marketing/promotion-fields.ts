import type { operatorPromotions } from '@nare/contract/operator-promotions'
import type { Product } from '@nare/contract/products'
import { neededNumbers, promotionShapes, type PromotionNumber } from '@nare/contract/promotion-shapes'
import type { PromotionKind, PromotionTrigger } from '@nare/contract/promotions'
import type { Sent } from '@nare/contract/route'
import { momentOf } from '../../parts/moment.ts'

/** What a person has typed of a promotion. */
export type TypedPromotion = Readonly<
  Record<
    | PromotionNumber
    | 'title_en'
    | 'title_sw'
    | 'summary_en'
    | 'summary_sw'
    | 'terms_en'
    | 'terms_sw'
    | 'image'
    | 'starts_at'
    | 'ends_at'
    | 'cost_cap'
    | 'claim_days',
    string
  >
> & {
  readonly kind: PromotionKind
  readonly trigger: PromotionTrigger
  readonly products: readonly Product[]
  readonly new_only: boolean
}

export const emptyPromotion: TypedPromotion = {
  ...{ kind: 'deposit_match', trigger: 'deposit', products: ['sports'], new_only: false },
  ...{ title_en: '', title_sw: '', summary_en: '', summary_sw: '', terms_en: '', terms_sw: '', image: '' },
  ...{ starts_at: '', ends_at: '', cost_cap: '', claim_days: '7' },
  ...{ percent: '', most: '', points: '', min_deposit: '', min_stake: '', min_odds: '', wager: '', days: '' },
  ...{ per_bet: '', min_legs: '', min_leg: '' },
}

/** The promotion with another kind, and with a trigger that this kind has. */
export function withKind(typed: TypedPromotion, kind: PromotionKind): TypedPromotion {
  const { triggers } = promotionShapes[kind]
  const trigger = triggers.includes(typed.trigger) ? typed.trigger : (triggers[0] ?? 'opt_in')
  return { ...typed, kind, trigger }
}

/** The numbers that the form asks of a kind with its trigger. Extra points are a share of those that bets earn. */
export const numbersOf = ({ kind, trigger }: Pick<TypedPromotion, 'kind' | 'trigger'>): readonly PromotionNumber[] => [
  ...neededNumbers(kind, trigger),
  ...promotionShapes[kind].may.filter((name) => name !== 'percent' || trigger === 'bet'),
]

const wholes = ['percent', 'points', 'min_legs', 'wager', 'days'] as const satisfies readonly PromotionNumber[]

/** The input of the call. What is empty is left out, so that the server says what a kind needs; text that is no number is for the server too. */
export function promotionInput(typed: TypedPromotion, { reason, id }: { reason: string; id: string }) {
  const given = numbersOf(typed).flatMap((name): [string, string | number][] => {
    const text = plain(typed[name])
    if (text === '') return []
    return [[name, (wholes as readonly string[]).includes(name) ? Number(text) : text]]
  })
  const { terms_en, terms_sw, image } = typed
  return {
    ...{ id, reason, kind: typed.kind, trigger: typed.trigger, new_only: typed.new_only },
    title: { en: typed.title_en.trim(), sw: typed.title_sw.trim() },
    summary: { en: typed.summary_en.trim(), sw: typed.summary_sw.trim() },
    ...((terms_en.trim() !== '' || terms_sw.trim() !== '') && { terms: { en: terms_en.trim(), sw: terms_sw.trim() } }),
    ...(image.trim() !== '' && { image: image.trim() }),
    ...{ starts_at: momentOf(typed.starts_at) ?? '', ends_at: momentOf(typed.ends_at) ?? '' },
    cost_cap: plain(typed.cost_cap),
    ...(typed.claim_days.trim() !== '' && { claim_days: Number(plain(typed.claim_days)) }),
    ...(typed.trigger === 'bet' && { products: [...typed.products] }),
    ...Object.fromEntries(given),
  } as Sent<typeof operatorPromotions.createPromotion>
}

/** A number as it was typed, without the marks between thousands. */
const plain = (text: string): string => text.replaceAll(/[\s,]/g, '')
