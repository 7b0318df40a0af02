import { settleBet, type BetLeg } from '@nare/bets/ticket/settle'
import { money, price } from '@nare/money/money'
import { expect, test } from 'vitest'
import { expectedReturn, type ExpectedLeg } from './expectation.ts'

const stake = money(60_000n)
const legs: readonly ExpectedLeg[] = [
  { price: price(1_840n), chance: 0.5, isVoid: false },
  { price: price(3_100n), chance: 0.28, isVoid: false },
  { price: price(1_250n), chance: 0.7, isVoid: false },
  { price: price(2_000n), chance: 0.4, isVoid: true },
]

/** Mean and variance by all ways in which the legs can end, each settled. */
function slowly(of: readonly ExpectedLeg[], system?: readonly number[]) {
  let [mean, square] = [0, 0]
  for (let ends = 0; ends < 2 ** of.length; ends++) {
    const states = of.map(({ price: at, isVoid }, n): BetLeg => {
      const state = isVoid ? 'void' : (ends >> n) & 1 ? 'won' : 'lost'
      return { price: at, state }
    })
    const share = of.reduce((all, { chance }, n) => all * ((ends >> n) & 1 ? chance : 1 - chance), 1)
    const type = system ? 'system' : of.length === 1 ? 'single' : 'multi'
    const { state, returned } = settleBet({ type, stake, legs: states, system })
    const pays = state === 'open' ? 0 : Number(returned)
    mean += share * pays
    square += share * pays ** 2
  }
  return { mean, variance: square - mean ** 2 }
}

test('the mean of a single is its chance of what it pays', () => {
  expect(expectedReturn({ stake: money(1_000n), legs: legs.slice(0, 1), system: null })).toEqual({
    mean: 920,
    variance: 1_840 ** 2 / 4,
  })
})

test.each([
  ['a multi', legs.slice(0, 3), null],
  ['a multi with a void leg', legs, null],
  ['a system of doubles', legs.slice(0, 3), [2]],
  ['a system of singles, doubles and trebles with a void leg', legs, [1, 2, 3]],
] as const)('mean and variance of %s are those over all ways in which its legs can end', (_, of, system) => {
  const fast = expectedReturn({ stake, legs: of, system })
  const slow = slowly(of, system ?? undefined)
  // The lines of a system are rounded down together: at most a cent.
  expect(Math.abs(fast.mean - slow.mean)).toBeLessThan(system ? 1 : 0.001)
  expect(fast.variance / slow.variance).toBeCloseTo(1, 3)
})
