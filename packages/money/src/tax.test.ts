import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { money } from './money.ts'
import { taxOf, winTaxOf } from './tax.ts'

const net = { percent: '15', of: 'net' } as const
const gross = { percent: '15', of: 'gross' } as const

describe('the tax on winnings', () => {
  test('is 600 of a payout of 5,000 on a stake of 1,000 by the net win, and 750 by the whole payout', () => {
    const payment = { paid: 500_000n, stake: 100_000n }
    expect([winTaxOf(net, payment), winTaxOf(gross, payment)]).toEqual([60_000n, 75_000n])
  })

  test.each([0n, 1n, 99_999n, 100_000n])('is nothing of a return of %s cents on a stake of 100,000', (paid) => {
    expect(winTaxOf(net, { paid, stake: 100_000n })).toBe(0n)
    expect(winTaxOf(gross, { paid, stake: 100_000n })).toBe(0n)
    expect(winTaxOf(net, { paid, stake: 100_000n, bonus: 100_000n })).toBe(0n)
  })

  test('does not deduct the part of the stake that was bonus money', () => {
    expect(winTaxOf(net, { paid: 500_000n, stake: 100_000n, bonus: 100_000n })).toBe(75_000n)
    expect(winTaxOf(net, { paid: 500_000n, stake: 100_000n, bonus: 40_000n })).toBe(66_000n)
  })

  test('is rounded down to the cent', () => {
    expect(winTaxOf({ percent: '12.5', of: 'net' }, { paid: 107n, stake: 100n })).toBe(0n)
    expect(winTaxOf({ percent: '12.5', of: 'net' }, { paid: 108n, stake: 100n })).toBe(1n)
    expect(taxOf('0.125', money(100_000n))).toBe(125n)
  })

  test('is never above what is paid, and never falls when more is paid', () => {
    const amounts = fc.bigInt(0n, 10n ** 12n)
    fc.assert(
      fc.property(
        fc.record({
          stake: fc.bigInt(1n, 10n ** 12n),
          paid: amounts,
          more: amounts,
          of: fc.constantFrom('net', 'gross'),
        }),
        fc.integer({ min: 0, max: 100_000 }),
        ({ stake, paid, more, of }, thousandths) => {
          const rule = { percent: (thousandths / 1000).toFixed(3), of } as const
          const tax = winTaxOf(rule, { paid, stake })
          expect(tax >= 0n && tax <= paid).toBe(true)
          expect(winTaxOf(rule, { paid: paid + more, stake }) >= tax).toBe(true)
        },
      ),
    )
  })
})
