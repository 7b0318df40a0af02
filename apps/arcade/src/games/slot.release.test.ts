import { expect, test } from 'vitest'
import { returnOfAllStops } from '../testing/all-stops.ts'
import { exactReturn, strips } from './slot.ts'

test('the stated return equals that of all 3,200,000 stops, and one spin in five pays', () => {
  const { paid, of, hits } = returnOfAllStops(strips)
  expect({ paid, of }).toEqual(exactReturn())
  expect(hits).toBeGreaterThan(0.2)
})
