import { operatorPromotions } from '@nare/contract/operator-promotions'
import { expect, test } from 'vitest'
import { pointsOf } from './adjust-form.tsx'
import { partText } from './part-text.ts'
import { emptyPromotion, numbersOf, promotionInput, withKind, type TypedPromotion } from './promotion-fields.ts'

const command = { id: '1b4e28ba-2fa1-4d2b-883f-0016d3cca427', reason: 'agreed with marketing' }
const typed: TypedPromotion = {
  ...emptyPromotion,
  ...{ title_en: ' Double ', title_sw: 'Zidisha', summary_en: 'A bonus', summary_sw: 'Bonasi' },
  ...{ starts_at: '2026-11-29T18:00', ends_at: '2026-12-06T00:00', cost_cap: '100,000' },
  ...{ percent: '100', most: '500', min_deposit: '1,000', min_odds: '1.50', wager: '3', days: '7', min_stake: '20' },
}

test('a promotion is sent with the numbers of its kind, its times as moments, and without what is empty', () => {
  const input = promotionInput(typed, command)
  expect(input).toEqual({
    ...{ ...command, kind: 'deposit_match', trigger: 'deposit', new_only: false, claim_days: 7 },
    ...{ title: { en: 'Double', sw: 'Zidisha' }, summary: { en: 'A bonus', sw: 'Bonasi' }, cost_cap: '100000' },
    ...{ starts_at: '2026-11-29T15:00:00.000Z', ends_at: '2026-12-05T21:00:00.000Z' },
    ...{ percent: 100, most: '500', min_deposit: '1000', min_odds: '1.50', wager: 3, days: 7 },
  })
  expect(operatorPromotions.createPromotion.input.safeParse(input).success).toBe(true)
})

test('another kind has its own numbers and a trigger that it has', () => {
  const points = withKind(typed, 'points')
  expect([points.trigger, numbersOf(points)]).toEqual(['deposit', ['points', 'min_deposit', 'min_odds']])
  const boost = withKind(typed, 'boost')
  expect([boost.trigger, numbersOf(boost).includes('min_stake')]).toEqual(['bet', true])
  expect(promotionInput({ ...boost, percent: '' }, command)).toMatchObject({ min_stake: '20', products: ['sports'] })
  expect(promotionInput({ ...boost, percent: '' }, command)).not.toHaveProperty('percent')
})

test('a part of nothing is a dash, and points are whole numbers above zero', () => {
  expect([partText('25.00', '1000.00'), partText('25.00', '0.00')]).toEqual(['2.50 %', '–'])
  expect(['12,500', '0', '1.5', '-3', ''].map(pointsOf)).toEqual([12_500, undefined, undefined, undefined, undefined])
})
