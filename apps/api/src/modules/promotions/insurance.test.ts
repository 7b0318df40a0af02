import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { earnedByLostLeg, isUndecided, type InsuredBet, type InsuredLeg } from './insurance.ts'
import { earnedByBet, type Rule } from './rules.ts'

const rule: Rule = {
  ...{ kind: 'insurance', trigger: 'bet', percent: null, most: 300_00n, points: null, pointValue: 100n },
  ...{ minDeposit: null, minStake: 50_00n, minOdds: 2000n, perBet: 100_00n, minLegs: 4, minLeg: 1400n },
  ...{ wager: 1, days: 7, claimDays: 14, products: ['sports'], newOnly: false },
}
const leg = (state: string, price = 1500n): InsuredLeg => ({ price, state })
const legsOf = (...states: string[]): InsuredLeg[] => states.map((state) => leg(state))
const bet = (given: Partial<InsuredBet> = {}): InsuredBet => ({
  ...{ product: 'sports', type: 'multi', state: 'lost', stake: 80_00n, bonusStake: 0n, atRisk: 80_00n, cashed: 0n },
  ...{ totalOdds: 5062n, returned: 0n, legs: legsOf('won', 'lost', 'won', 'won') },
  ...given,
})

test.each<[string, Partial<InsuredBet>, bigint | undefined]>([
  ['one leg lost', {}, 80_00n],
  ['half won counts as won', { legs: legsOf('won', 'half_won', 'lost', 'won') }, 80_00n],
  ['two legs lost', { legs: legsOf('won', 'lost', 'lost', 'won') }, undefined],
  ['half lost is not won', { legs: legsOf('won', 'lost', 'half_lost', 'won', 'won') }, undefined],
  ['a leg that is open', { legs: legsOf('won', 'lost', 'open', 'won') }, undefined],
  ['a void leg is no leg', { legs: legsOf('won', 'lost', 'void', 'won') }, undefined],
  ['enough legs without the void one', { legs: legsOf('won', 'lost', 'void', 'won', 'won') }, 80_00n],
  ['a leg below the least price', { legs: [...legsOf('won', 'lost', 'won'), leg('won', 1390n)] }, undefined],
  ['a void leg below the least price', { legs: [...legsOf('won', 'lost', 'won', 'won'), leg('void', 1010n)] }, 80_00n],
  ['won', { state: 'won' }, undefined],
  ['cashed out in part', { cashed: 1n }, undefined],
  ['with bonus money', { bonusStake: 1n }, undefined],
  ['a system', { type: 'system' }, undefined],
  ['the virtual league', { product: 'league' }, undefined],
  ['odds too low', { totalOdds: 1990n }, undefined],
  ['a stake too small', { stake: 49_99n, atRisk: 49_99n }, undefined],
  ['the most for one bet', { stake: 500_00n, atRisk: 500_00n }, 100_00n],
  ['only what was at risk', { stake: 500_00n, atRisk: 60_00n }, 60_00n],
])('%s', (_, given, amount) => {
  expect(earnedByLostLeg(rule, bet(given), 0n)?.amount).toBe(amount)
  expect(earnedByBet(rule, { ...bet(given), basePoints: 0n }, 0n)).toBeUndefined()
})

test('all bets of a bettor together get the most of one bettor, and then the place ends', () => {
  expect(earnedByLostLeg(rule, bet(), 250_00n)).toEqual({ amount: 50_00n, ends: true })
  expect(earnedByLostLeg(rule, bet(), 100_00n)).toEqual({ amount: 80_00n, ends: false })
})

test('a lost bet is undecided while a leg is open', () => {
  expect([isUndecided(bet({ legs: legsOf('lost', 'open') })), isUndecided(bet())]).toEqual([true, false])
})

/** The chance that exactly one of these legs loses, over all outcomes. */
function chanceOfOneLost(chances: readonly number[]): number {
  let sum = 0
  for (let n = 0; n < 2 ** chances.length; n++) {
    const states = chances.map((_, at) => (n & (1 << at) ? 'lost' : 'won'))
    const chance = chances.reduce((product, p, at) => product * (states[at] === 'won' ? p : 1 - p), 1)
    const legs = states.map((state) => leg(state))
    if (earnedByLostLeg(rule, bet({ legs, state: states.includes('lost') ? 'lost' : 'won' }), 0n)) sum += chance
  }
  return sum
}

test('what it costs by expectation is the chance of exactly one lost leg, never more than 44 % of the stakes below the maximum', () => {
  for (const [legs, chance] of [
    [4, 0.62],
    [5, 0.62],
    [8, 0.62],
    [5, 0.45],
  ] as const) {
    const expected = legs * chance ** (legs - 1) * (1 - chance)
    expect(chanceOfOneLost(Array.from({ length: legs }, () => chance))).toBeCloseTo(expected, 9)
  }
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.01, max: 1 / 1.4, noNaN: true }), { minLength: 4, maxLength: 8 }),
      (chances) => {
        expect(chanceOfOneLost(chances)).toBeLessThan(0.44)
      },
    ),
    { numRuns: 50 },
  )
})

test('no outcome pays a bettor more than the stake: one lost leg gives it back as a bonus, two give nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('won', 'lost', 'void', 'half_won', 'half_lost'), { minLength: 1, maxLength: 10 }),
      (states) => {
        const got = earnedByLostLeg(rule, bet({ legs: legsOf(...states) }), 0n)?.amount ?? 0n
        expect(got).toBeLessThanOrEqual(80_00n)
        if (states.filter((state) => state === 'lost').length !== 1) expect(got).toBe(0n)
      },
    ),
  )
})
