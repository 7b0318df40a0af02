import { expect, test } from 'vitest'
import { wagerLeft, wagerPercent } from './wager.ts'

const at = (wager_done: string, wager_total: string) => ({ wager_done, wager_total })

test('wagering is complete only when the whole amount is bet', () => {
  expect([at('0.00', '250.00'), at('120.00', '250.00'), at('249.99', '250.00')].map(wagerPercent)).toEqual([0, 48, 99])
  expect([at('250.00', '250.00'), at('300.00', '250.00'), at('0.00', '0.00')].map(wagerPercent)).toEqual([
    100, 100, 100,
  ])
})

test('the remaining amount to bet is never negative', () => {
  expect([at('120.50', '250.00'), at('250.00', '250.00'), at('251.00', '250.00')].map(wagerLeft)).toEqual([
    ...['129.50', '0.00', '0.00'],
  ])
})
