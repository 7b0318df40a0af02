import type { PromotionKind, PromotionTrigger } from './promotions.ts'

/** The numbers of a promotion that depend on its kind. */
export const promotionNumbers = [
  ...(['percent', 'most', 'points', 'min_deposit', 'min_stake', 'min_odds', 'wager', 'days'] as const),
  ...(['per_bet', 'min_legs', 'min_leg'] as const),
] as const
export type PromotionNumber = (typeof promotionNumbers)[number]

/** The triggers of a kind (the first is the usual one), its required numbers, and its optional numbers. */
export type PromotionShape = {
  readonly triggers: readonly PromotionTrigger[]
  readonly needs: readonly PromotionNumber[]
  readonly may: readonly PromotionNumber[]
}

const bonusNumbers = ['most', 'min_odds', 'wager', 'days'] as const

/** What each kind of promotion consists of. */
export const promotionShapes: Readonly<Record<PromotionKind, PromotionShape>> = {
  deposit_match: { triggers: ['deposit'], needs: ['percent', ...bonusNumbers], may: [] },
  free_bet: { triggers: ['bet', 'deposit', 'opt_in'], needs: bonusNumbers, may: [] },
  boost: { triggers: ['bet'], needs: ['percent', ...bonusNumbers], may: [] },
  insurance: {
    triggers: ['bet'],
    needs: ['most', 'per_bet', 'min_legs', 'min_leg', 'min_odds', 'wager', 'days'],
    may: [],
  },
  points: { triggers: ['bet', 'deposit', 'opt_in'], needs: ['points'], may: ['percent', 'min_odds'] },
}

const neededBy: Readonly<Record<PromotionTrigger, readonly PromotionNumber[]>> = {
  opt_in: [],
  deposit: ['min_deposit'],
  bet: ['min_stake'],
}

/** The numbers that a kind with this trigger must have. */
export const neededNumbers = (kind: PromotionKind, trigger: PromotionTrigger): readonly PromotionNumber[] => [
  ...promotionShapes[kind].needs,
  ...neededBy[trigger],
]
