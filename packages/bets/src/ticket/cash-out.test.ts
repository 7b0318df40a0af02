import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money, price } from '@nare/money/money'
import { partOf, valueOf, type BetToValue, type LegValue } from './cash-out.ts'
import { settleBet } from './settle.ts'

const decided = (state: 'won' | 'lost' | 'void' | 'half_won' | 'half_lost', at: bigint): LegValue => ({
  state,
  price: price(at),
})
const bet = (given: Partial<BetToValue>): BetToValue => ({
  type: 'single',
  stake: money(10_000n),
  possibleWin: money(1_000_000_000n),
  legs: [],
  ...given,
})

test('B31 a single is worth its stake times the expected multiplier, less the margin, rounded down', () => {
  expect(valueOf(bet({ legs: [{ expected: 0.94 }] }), 500)).toEqual({ fair: 9400n, amount: 8930n })
  expect(valueOf(bet({ stake: money(3333n), legs: [{ expected: 1.2345 }] }), 800)).toEqual({
    fair: 4114n,
    amount: 3785n,
  })
})

test('B31 settled legs count by their result', () => {
  const legs = [decided('won', 2100n), decided('void', 5000n), decided('half_won', 1900n), { expected: 0.5 }]
  expect(valueOf(bet({ type: 'multi', legs }), 0).fair).toBe(15_225n)
  expect(valueOf(bet({ type: 'multi', legs: [decided('lost', 2100n), { expected: 1.5 }] }), 0).amount).toBe(0n)
})

test('B31 a system is worth the mean of its lines', () => {
  const legs = [decided('won', 2000n), decided('lost', 3000n), { expected: 0.9 }]
  // Of three doubles only 2.00 × 0.9 can still return.
  expect(valueOf(bet({ type: 'system', system: [2], legs, stake: money(30_000n) }), 0).fair).toBe(18_000n)
})

test('B32 a value is never above the possible win', () => {
  expect(valueOf(bet({ possibleWin: money(500n), legs: [{ expected: 0.9 }] }), 500)).toEqual({
    fair: 500n,
    amount: 500n,
  })
  const prices = fc.array(fc.bigInt({ min: 1010n, max: 50_000n }), { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(
      prices,
      fc.bigInt({ min: 1n, max: 10_000_000n }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (all, cents, p) => {
        const legs = all.map((at): LegValue => ({ expected: (p * Number(at)) / 1000 }))
        const won = settleBet({
          type: 'multi',
          stake: money(cents),
          legs: all.map((at) => ({ price: price(at), state: 'won' as const })),
        }).returned
        expect(
          valueOf(bet({ type: 'multi', stake: money(cents), possibleWin: money(1n << 80n), legs }), 0).fair,
        ).toBeLessThanOrEqual(won)
      },
    ),
  )
})

test('B34 an amount is never above what the present prices pay for the same bet', () => {
  const leg = (expected: number, taken: bigint, present: bigint): LegValue => ({
    expected,
    now: { taken: price(taken), present: price(present) },
  })
  expect(valueOf(bet({ legs: [leg(0.9, 2000n, 3000n)] }), 500)).toEqual({ fair: 9_000n, amount: 6_666n })
  expect(valueOf(bet({ stake: money(30_000n), legs: [leg(0.9, 2000n, 3000n)] }), 500).amount).toBe(20_000n)
  expect(valueOf(bet({ legs: [leg(0.6, 2000n, 3000n)] }), 500).amount).toBe(5_700n)
  const settled = [decided('won', 2100n), decided('half_lost', 1900n), leg(0.9, 2000n, 4000n)]
  expect(valueOf(bet({ type: 'multi', legs: settled }), 0).amount).toBe(5_250n)
  // A leg that has no price now counts by its expectation.
  expect(valueOf(bet({ type: 'multi', legs: [{ expected: 0.5 }, leg(0.9, 2000n, 4000n)] }), 0).amount).toBe(2_500n)
  // Of three doubles: 2 × 1/2, 2 × 1/4 and 1/2 × 1/4.
  const system = [decided('won', 2000n), leg(2, 2000n, 4000n), leg(2, 1500n, 6000n)]
  expect(valueOf(bet({ type: 'system', system: [2], legs: system, stake: money(30_000n) }), 0).amount).toBe(16_250n)
})

test('B33 the quotes of parts add up to the whole within a cent, and so do their stakes', () => {
  const hundredths = fc.integer({ min: 1, max: 99 })
  const cents = fc.bigInt({ min: 1n, max: 100_000_000n })
  fc.assert(
    fc.property(cents, fc.double({ min: 0.001, max: 40, noNaN: true }), hundredths, (stake, expected, share) => {
      const worth = (left: bigint) =>
        valueOf(bet({ possibleWin: money(1n << 80n), stake: money(left), legs: [{ expected }] }), 800).amount
      const whole = { stake: money(stake), amount: worth(stake) }
      const first = partOf(whole, share)
      const rest = partOf({ stake: money(stake - first.stake), amount: worth(stake - first.stake) }, 100)
      expect(first.stake + rest.stake).toBe(stake)
      const difference = whole.amount - first.amount - rest.amount
      expect(difference >= -1n && difference <= 1n).toBe(true)
    }),
  )
})
