import { money, price } from '@nare/money/money'
import type { Money, Price } from '@nare/money/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BoostRules } from './boost.ts'
import { floorOf, fraction, times } from '../fraction.ts'
import type { Fraction } from '../fraction.ts'
import type { DecidedState, LegState } from '../result.ts'
import { legFactor, settleBet } from './settle.ts'
import type { Bet, BetLeg, BetType } from './settle.ts'
import { choose } from './systems.ts'

const leg = (state: LegState, at: bigint): BetLeg => ({ state, price: price(at) })
const bet = (type: BetType, legs: BetLeg[], more: Partial<Bet> = {}): Bet => ({
  type,
  stake: money(10_000n),
  legs,
  ...more,
})
const paid = (type: BetType, legs: BetLeg[], more?: Partial<Bet>) => settleBet(bet(type, legs, more))

/** Adds up the return line by line, without polynomials or common denominators. */
function slowReturn({ type, stake, legs, system = [] }: Bet): bigint {
  const sizes = type === 'system' ? system : [legs.length]
  const lines = sizes.flatMap((k) => combinations(legs, k))
  let sum = fraction(0n, 1n)
  for (const line of lines) {
    const product = line.map(({ state, price: at }) => slowFactor(state, at)).reduce(times, fraction(1n, 1n))
    const share = times(fraction(stake, BigInt(lines.length)), product)
    sum = reduced(
      sum.numerator * share.denominator + share.numerator * sum.denominator,
      sum.denominator * share.denominator,
    )
  }
  return floorOf(sum)
}

function slowFactor(state: LegState, at: Price): Fraction {
  const odds = fraction(at, 1000n)
  if (state === 'won') return odds
  if (state === 'lost') return fraction(0n, 1n)
  if (state === 'void') return fraction(1n, 1n)
  return state === 'half_won' ? fraction(at + 1000n, 2000n) : fraction(1n, 2n)
}

function combinations<T>(all: readonly T[], k: number): T[][] {
  if (k === 0) return [[]]
  return all.flatMap((first, index) => combinations(all.slice(index + 1), k - 1).map((rest) => [first, ...rest]))
}

function reduced(numerator: bigint, denominator: bigint): Fraction {
  let [a, b] = [numerator, denominator]
  while (b > 0n) [a, b] = [b, a % b]
  return a === 0n ? fraction(0n, 1n) : fraction(numerator / a, denominator / a)
}

const decidedStates: DecidedState[] = ['won', 'lost', 'void', 'half_won', 'half_lost']
const anyLeg = fc
  .record({ state: fc.constantFrom(...decidedStates, 'won' as const), at: fc.bigInt(101n, 5000n) })
  .map(({ state, at }) => leg(state, at * 10n))
const anyStake = fc.bigInt(1n, 10_000_000n).map(money)

describe('against the reference implementation', () => {
  test('B14 a multi of up to twelve legs returns the exact product rounded down', () => {
    fc.assert(
      fc.property(fc.array(anyLeg, { minLength: 1, maxLength: 12 }), anyStake, (legs, stake) => {
        const placed = bet(legs.length === 1 ? 'single' : 'multi', legs, { stake })
        expect(settleBet(placed).returned).toBe(slowReturn(placed))
      }),
      { numRuns: 300 },
    )
  })

  test('B15 a system returns the sum of its lines, rounded down once', () => {
    const anySystem = fc.array(anyLeg, { minLength: 2, maxLength: 7 }).chain((legs) =>
      fc.record({
        legs: fc.constant(legs),
        stake: anyStake,
        system: fc.uniqueArray(fc.integer({ min: 1, max: legs.length }), { minLength: 1, maxLength: 4 }),
      }),
    )
    fc.assert(
      fc.property(anySystem, (parts) => {
        const placed = bet('system', parts.legs, parts)
        expect(settleBet(placed).returned).toBe(slowReturn(placed))
      }),
      { numRuns: 300 },
    )
  })

  test('B17 a decided bet is lost when it returns nothing, void if all legs are void, otherwise won', () => {
    fc.assert(
      fc.property(fc.array(anyLeg, { minLength: 2, maxLength: 5 }), anyStake, (legs, stake) => {
        const { decided, state, returned } = settleBet(bet('multi', legs, { stake }))
        const all = legs.every((leg) => leg.state === 'void')
        expect(decided).toBe(true)
        expect(state).toBe(all ? 'void' : returned === 0n ? 'lost' : 'won')
      }),
    )
  })
})

describe('B13 the factor of a leg', () => {
  test.each([
    ['won', 1900n, 1n],
    ['lost', 0n, 1n],
    ['void', 1000n, 1n],
    ['half_won', 2900n, 2n],
    ['half_lost', 1000n, 2n],
  ] as const)('%s at 1.90', (state, numerator, over) => {
    const factor = legFactor(state, price(1900n))
    expect(factor.numerator * 1000n * over).toBe(numerator * factor.denominator)
  })
})

describe('examples', () => {
  test('a treble at 2.10, 1.50 and half won at 1.90 pays 456.75 for 100.00', () => {
    const settled = paid('multi', [leg('won', 2100n), leg('won', 1500n), leg('half_won', 1900n)])
    expect(settled).toMatchObject({ decided: true, state: 'won', returned: 45_675n })
  })

  test('a system of doubles from three legs pays one of its three lines if one leg is lost', () => {
    const settled = paid('system', [leg('won', 2000n), leg('won', 3000n), leg('lost', 1500n)], { system: [2] })
    expect(settled).toMatchObject({ state: 'won', returned: 20_000n })
  })

  test('B14 the return is rounded once, at the end', () => {
    const legs = [leg('half_lost', 1500n), leg('won', 2000n)]
    expect(paid('multi', legs, { stake: money(3n) }).returned).toBe(3n)
  })

  test('B17 a return below the stake is a win, and a return of half a cent is zero', () => {
    expect(paid('single', [leg('half_lost', 1900n)])).toMatchObject({ state: 'won', returned: 5000n })
    expect(paid('single', [leg('half_lost', 1900n)], { stake: money(1n) })).toMatchObject({
      state: 'lost',
      returned: 0n,
    })
  })

  test('B17 when all legs are void the stake is refunded, also for a system', () => {
    const legs = [leg('void', 2000n), leg('void', 3000n), leg('void', 4000n)]
    expect(paid('multi', legs)).toMatchObject({ decided: true, state: 'void', returned: 10_000n })
    expect(paid('system', legs, { system: [2, 3] })).toMatchObject({ state: 'void', returned: 10_000n })
  })

  test('a system without sizes throws instead of being lost', () => {
    expect(() => paid('system', [leg('won', 2000n), leg('won', 2000n)])).toThrow('size')
  })

  test('a void leg of a multi has the price 1', () => {
    expect(paid('multi', [leg('won', 2000n), leg('void', 9000n)]).returned).toBe(20_000n)
  })

  test('a system of sixes from twelve legs is settled with its 924 lines', () => {
    const legs = Array.from({ length: 12 }, () => leg('won', 2000n))
    expect(choose(12, 6)).toBe(924n)
    expect(paid('system', legs, { system: [6] }).returned).toBe(640_000n)
  })
})

describe('B16 when a bet is decided', () => {
  test('a multi is lost with its first lost leg, and otherwise waits for all legs', () => {
    expect(paid('multi', [leg('lost', 2000n), leg('open', 2000n)])).toMatchObject({ decided: true, state: 'lost' })
    const waiting = { decided: false, state: 'open', returned: 0n }
    expect(paid('multi', [leg('won', 2000n), leg('open', 2000n)])).toMatchObject(waiting)
    expect(paid('multi', [leg('void', 2000n), leg('open', 2000n)])).toMatchObject(waiting)
  })

  test('a system is lost when too few legs are left for its shortest line', () => {
    const legs = [leg('lost', 2000n), leg('lost', 2000n), leg('open', 2000n)]
    expect(paid('system', legs, { system: [2, 3] })).toMatchObject({ decided: true, state: 'lost' })
    expect(paid('system', legs, { system: [1, 3] })).toMatchObject({ decided: false, state: 'open' })
  })
})

describe('B18, B19 caps and boost', () => {
  const rules: BoostRules = { table: [{ legs: 3, percent: 5 }], minLeg: price(1500n), cap: money(1_000_000n) }
  const treble = [leg('won', 2000n), leg('won', 2000n), leg('won', 2000n)]

  test('a won treble is boosted on its winnings', () => {
    const settled = paid('multi', treble, { boost: rules })
    expect(settled).toMatchObject({ returned: 83_500n, boost: { percent: 5, amount: 3500n } })
  })

  test.each(['void', 'half_lost'] as const)('a %s leg does not qualify for the boost at settlement', (state) => {
    const settled = paid('multi', [...treble.slice(1), leg(state, 2000n)], { boost: rules })
    expect(settled.boost).toEqual({ percent: 0, amount: 0n })
  })

  test('a half won leg qualifies, a price below the minimum does not', () => {
    expect(paid('multi', [...treble.slice(1), leg('half_won', 2000n)], { boost: rules }).boost.percent).toBe(5)
    expect(paid('multi', [...treble.slice(1), leg('won', 1490n)], { boost: rules }).boost.percent).toBe(0)
  })

  test('a system has no boost', () => {
    expect(paid('system', treble, { system: [3], boost: rules }).boost.amount).toBe(0n)
  })

  test('the cap limits win and boost together, and never a refund', () => {
    const cap: Money = money(82_000n)
    expect(paid('multi', treble, { boost: rules, cap })).toMatchObject({ returned: cap, boost: { amount: 2000n } })
    expect(paid('multi', treble, { boost: rules, cap: money(500n) })).toMatchObject({
      returned: 500n,
      boost: { amount: 0n },
    })
    expect(paid('single', [leg('void', 2000n)], { cap: money(500n) }).returned).toBe(10_000n)
  })
})
