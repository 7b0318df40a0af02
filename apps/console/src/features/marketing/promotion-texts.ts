import { currencySign } from '@nare/ui/format'
import type { PromotionFacts } from '@nare/contract/promotions'
import type { PromotionNumber } from '@nare/contract/promotion-shapes'
import { countText, labelOf, moneyText } from '../../parts/format.ts'

/** The state of a promotion as people say it. */
export const stateText = (state: string): string =>
  state === 'proposed' ? 'Waits for a second person' : labelOf(state)

/** What each trigger of a reward is. */
export const triggerTexts = { deposit: 'A deposit', bet: 'A settled bet', opt_in: 'Joining' } as const

/** The names of the numbers in the form and beside a promotion. */
export const numberNames: Readonly<Record<PromotionNumber, string>> = {
  percent: 'Percent',
  most: `Most of one bettor, ${currencySign()}`,
  points: 'Points of one bettor',
  min_deposit: `Least deposit, ${currencySign()}`,
  min_stake: `Least stake, ${currencySign()}`,
  min_odds: 'Least odds',
  per_bet: `Most of one bet, ${currencySign()}`,
  min_legs: 'Least legs',
  min_leg: 'Least odds of a leg',
  wager: 'Times to stake it',
  days: 'Days until it expires',
}

/** The rules of a promotion as pairs of a label and a value. */
export function factRows(facts: PromotionFacts): readonly (readonly [label: string, value: string])[] {
  const { percent, most, points, min_deposit, min_stake, min_odds, per_bet, min_legs, min_leg, wager, days } = facts
  return [
    ['Given for', triggerTexts[facts.trigger]],
    ...(percent === null ? [] : [['Percent', `${percent} %`] as const]),
    ...(most === null ? [] : [['Most of one bettor', moneyText(most)] as const]),
    ...(per_bet === null ? [] : [['Most of one bet', moneyText(per_bet)] as const]),
    ...(min_legs === null ? [] : [['Least legs', countText(min_legs)] as const]),
    ...(min_leg === null ? [] : [['Least odds of a leg', min_leg] as const]),
    ...(points === null ? [] : [['Points of one bettor', countText(points)] as const]),
    ...(min_deposit === null ? [] : [['Least deposit', moneyText(min_deposit)] as const]),
    ...(min_stake === null ? [] : [['Least stake', moneyText(min_stake)] as const]),
    ...(min_odds === null ? [] : [['Least odds', min_odds] as const]),
    ...(wager === null ? [] : [['Staked before it is cash', `${wager} times`] as const]),
    ...(days === null ? [] : [['Expires after', `${days} days`] as const]),
    ['To use it', `${facts.claim_days} days after joining`],
    ['Products', facts.products.map(labelOf).join(', ')],
    ['For', facts.new_only ? 'accounts opened since it began' : 'all bettors'],
  ]
}
