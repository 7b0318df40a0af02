import type { operatorPromotions } from '@nare/contract/operator-promotions'
import type { Answer } from '@nare/contract/route'

/** A promotion in the list. */
export type Promotion = Answer<typeof operatorPromotions.promotions>['data'][number]

/** What a promotion has cost: its bonus money less what came back, or its points at what they are worth. */
export const costOf = ({ bonus, cost }: Pick<Promotion, 'bonus' | 'cost'>): string => bonus?.cost ?? cost.given
