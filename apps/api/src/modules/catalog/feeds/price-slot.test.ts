import { expect, test } from 'vitest'
import { priceSlot } from './price-slot.ts'

test('prices are made for each minute, and from minute 75 for each quarter of a minute', () => {
  expect([0, 0.99, 1, 40.7, 74.99].map(priceSlot)).toEqual([0, 0, 1, 40, 74])
  expect([75, 75.24, 75.25, 89.6, 89.8].map(priceSlot)).toEqual([75, 75, 75.25, 89.5, 89.75])
})
