import fc from 'fast-check'
import { expect, test } from 'vitest'
import { price } from '@nare/money/money'
import { aboveFair } from './above-fair.ts'

test('how far a price is above fair, rounded up', () => {
  const table: [wanted: bigint, fair: number, above: bigint][] = [
    [2_000n, 2, 0n],
    [1_900n, 2, 0n],
    [2_100n, 2, 500n],
    [2_001n, 2, 5n],
    [3_000n, 2.999, 4n],
    [1_010n, 1.0099999, 1n],
  ]
  for (const [wanted, fair, above] of table) expect([wanted, aboveFair(price(wanted), fair)]).toEqual([wanted, above])
})

test('a multi pays no more above fair than e to the power of the sum, however it is split over matches', () => {
  const one = fc.record({
    fair: fc.double({ min: 1.01, max: 500, noNaN: true }),
    above: fc.integer({ min: -500, max: 500 }),
  })
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 20 }), (given) => {
      const picks = given.map(({ fair, above }) => ({ fair, at: BigInt(Math.floor(fair * (1000 + above / 10))) }))
      const sum = picks.reduce((total, { fair, at }) => total + aboveFair(price(at), fair), 0n)
      const more = picks.reduce((product, { fair, at }) => (product * Number(at)) / 1000 / fair, 1)
      expect(more).toBeLessThanOrEqual(Math.exp(Number(sum) / 10_000) * (1 + 1e-9))
    }),
  )
  // What one person may do alone by default, in the two ways that pay most, and what ten prices of 5 % paid before.
  expect([1.05 ** 2, 1.001 ** 100].map((more) => more.toFixed(4))).toEqual(['1.1025', '1.1051'])
  expect((1.05 ** 10).toFixed(4)).toBe('1.6289')
})
