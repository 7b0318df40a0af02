import { formatPrice, money, price } from '@nare/money/money'
import { describe, expect, test } from 'vitest'
import { acceptSlip, productOf } from './accept.ts'
import type { Accepted, AcceptContext, Refused } from './accept.ts'
import type { AcceptMode, PricedLeg, Slip } from './slip.ts'

const leg = (matchId: string, more: Partial<PricedLeg> = {}): PricedLeg => ({
  matchId,
  marketId: '1',
  oddKey: 'home_team',
  expected: price(2000n),
  present: price(2000n),
  marketState: 'open',
  matchState: 'not_started',
  startsAtMs: 1000,
  ...more,
})
const slip = (legs: PricedLeg[], more: Partial<Slip> = {}): Slip => ({
  legs,
  stake: money(10_000n),
  accept: 'higher',
  ...more,
})
const context: AcceptContext = {
  nowMs: 999,
  limits: {
    minStake: money(2000n),
    maxStake: money(100_000n),
    maxPayout: money(10_000_000n),
    maxLegs: 30,
    maxSystemLegs: 12,
  },
  boost: { table: [{ legs: 3, percent: 5 }], minLeg: price(1500n), cap: money(1_000_000n) },
}
const legs = (count: number, more?: Partial<PricedLeg>) => Array.from({ length: count }, (_, n) => leg(`${n}`, more))
const codeOf = (answer: Accepted | Refused) => (answer.ok ? 'ok' : answer.code)
const codeFor = (slip: Slip, more: Partial<AcceptContext> = {}) => codeOf(acceptSlip(slip, { ...context, ...more }))

describe('an accepted slip', () => {
  test('has prices, total odds, and the possible win with the boost', () => {
    expect(acceptSlip(slip(legs(3)), context)).toEqual({
      ok: true,
      type: 'multi',
      prices: [2000n, 2000n, 2000n],
      totalOdds: 8000n,
      possibleWin: 83_500n,
      boost: { percent: 5, amount: 3500n },
    })
  })

  test('B23 without a type one pick is a single', () => {
    expect(acceptSlip(slip(legs(1)), context)).toMatchObject({ type: 'single', possibleWin: 20_000n, totalOdds: 2000n })
  })

  test('B25 total odds are truncated, not rounded, and null for a system', () => {
    expect(formatPrice(productOf([price(1110n), price(1110n), price(1110n)]))).toBe('1.36')
    expect(productOf([price(1190n), price(1190n)])).toBe(1410n)
    const system = acceptSlip(slip(legs(3), { type: 'system', system: [2] }), context)
    expect(system).toMatchObject({ ok: true, totalOdds: null, possibleWin: 40_000n, boost: { percent: 0 } })
  })
})

describe('B22 the order of refusals', () => {
  const hugePrice = price(9_000_000n)
  const wrong: [string, Slip][] = [
    ['bad_slip', slip([leg('1', { matchState: 'ended' }), leg('1')], { type: 'single' })],
    ['match_started', slip([leg('1', { marketState: 'suspended' }), leg('1', { matchState: 'ended' })])],
    ['market_suspended', slip([leg('1', { marketState: 'suspended' }), leg('1', { present: price(1900n) })])],
    ['odds_changed', slip([leg('1'), leg('1', { present: price(1900n) })])],
    ['related_contingency', slip([leg('1'), leg('1')], { stake: money(1n) })],
    ['too_many_legs', slip(legs(31), { stake: money(1n) })],
    ['stake_too_small', slip(legs(2, { expected: hugePrice, present: hugePrice }), { stake: money(1999n) })],
    ['stake_too_large', slip(legs(2, { expected: hugePrice, present: hugePrice }), { stake: money(100_001n) })],
    ['payout_too_large', slip(legs(2, { expected: hugePrice, present: hugePrice }))],
  ]
  test.each(wrong)('%s precedes the codes after it', (code, wrongSlip) => {
    expect(codeFor(wrongSlip)).toBe(code)
  })

  test('a refusal names the picks that break the rule', () => {
    const changed = acceptSlip(slip([leg('1'), leg('2', { present: price(1990n) }), leg('3')]), context)
    expect(changed).toEqual({ ok: false, code: 'odds_changed', legs: [1] })
    const related = acceptSlip(slip([leg('1'), leg('2'), leg('1', { marketId: '18', oddKey: 'over 2.5' })]), context)
    expect(related).toEqual({ ok: false, code: 'related_contingency', legs: [0, 2] })
    expect(acceptSlip(slip(legs(1), { stake: money(1n) }), context)).toMatchObject({ limit: 2000n })
  })

  test('two matches of the same sides that start within twelve hours of each other are related', () => {
    const hour = 3_600_000
    const pairs = (later: number, pair = 'a|b') =>
      codeFor(slip([leg('1', { pair: 'a|b' }), leg('2', { pair, startsAtMs: 1000 + later })]))
    expect([pairs(0), pairs(12 * hour), pairs(12 * hour + 1), pairs(0, 'a|c')]).toEqual([
      'related_contingency',
      'related_contingency',
      'ok',
      'ok',
    ])
  })
})

describe('B26 the state of a pick', () => {
  test.each<[string, Partial<PricedLeg>, number]>([
    ['ok', {}, 999],
    ['match_started', {}, 1000],
    ['ok', { matchState: 'live' }, 5000],
    ['match_started', { matchState: 'ended' }, 5000],
    ['market_suspended', { matchState: 'interrupted' }, 5000],
    ['market_suspended', { matchState: 'abandoned' }, 5000],
    ['market_suspended', { matchState: 'postponed' }, 1],
    ['market_suspended', { matchState: 'cancelled' }, 1],
    ['market_suspended', { marketState: 'suspended' }, 1],
    ['market_suspended', { marketState: 'closed' }, 1],
    ['market_suspended', { present: undefined }, 1],
  ])('%s: %o at %i, with a kick-off at 1000', (code, more, nowMs) => {
    expect(codeFor(slip([leg('1', more)]), { nowMs })).toBe(code)
  })
})

describe('B24 accepting prices', () => {
  const moved = (accept: AcceptMode, ...presents: bigint[]) =>
    acceptSlip(
      slip(
        presents.map((at, n) => leg(`${n}`, { present: price(at) })),
        { accept },
      ),
      context,
    )

  test('none refuses any difference, even a better price', () => {
    expect(codeOf(moved('none', 2000n, 2000n))).toBe('ok')
    expect(codeOf(moved('none', 2000n, 2010n))).toBe('odds_changed')
    expect(codeOf(moved('none', 2000n, 1990n))).toBe('odds_changed')
  })

  test('higher accepts better prices, and refuses a lower one even when the total odds rose', () => {
    expect(moved('higher', 2000n, 2500n)).toMatchObject({ ok: true, prices: [2000n, 2500n], totalOdds: 5000n })
    expect(codeOf(moved('higher', 1990n, 9000n))).toBe('odds_changed')
  })

  test('any accepts every price, and the bet has the current prices', () => {
    expect(moved('any', 1010n, 1990n)).toMatchObject({ ok: true, prices: [1010n, 1990n] })
  })
})

describe('B23 the shape of a slip', () => {
  test.each<[string, Slip, string]>([
    ['no pick', slip([]), 'slip'],
    ['a single of two picks', slip(legs(2), { type: 'single' }), 'slip'],
    ['a multi of one pick', slip(legs(1), { type: 'multi' }), 'slip'],
    ['a system of one pick', slip(legs(1), { type: 'system', system: [1] }), 'slip'],
    ['a system without sizes', slip(legs(3), { type: 'system' }), 'system'],
    ['no size', slip(legs(3), { type: 'system', system: [] }), 'system'],
    ['a size twice', slip(legs(3), { type: 'system', system: [2, 2] }), 'system'],
    ['size zero', slip(legs(3), { type: 'system', system: [0] }), 'system'],
    ['a size above the number of picks', slip(legs(3), { type: 'system', system: [4] }), 'system'],
    ['a fractional size', slip(legs(3), { type: 'system', system: [1.5] }), 'system'],
  ])('%s is refused with its field', (_name, wrongSlip, field) => {
    const answer = acceptSlip(wrongSlip, context)
    expect(answer).toMatchObject({ ok: false, code: 'bad_slip', fields: { [field]: expect.any(String) } })
  })
})

describe('limits', () => {
  test('are inclusive', () => {
    expect(codeFor(slip(legs(1), { stake: money(2000n) }))).toBe('ok')
    expect(codeFor(slip(legs(1), { stake: money(100_000n) }))).toBe('ok')
    expect(codeFor(slip(legs(30, { expected: price(1010n), present: price(1010n) })))).toBe('ok')
    expect(
      codeFor(slip(legs(12, { expected: price(1010n), present: price(1010n) }), { type: 'system', system: [2] })),
    ).toBe('ok')
  })

  test('a system has a lower limit of legs than a multi', () => {
    const thirteen = legs(13, { expected: price(1010n), present: price(1010n) })
    expect(codeFor(slip(thirteen, { type: 'system', system: [2] }))).toBe('too_many_legs')
    expect(codeFor(slip(thirteen))).toBe('ok')
  })

  test('B25 the payout limit counts the boost', () => {
    const limits = { ...context.limits, maxPayout: money(83_499n) }
    expect(codeFor(slip(legs(3)), { limits })).toBe('payout_too_large')
    expect(codeFor(slip(legs(3)), { limits: { ...limits, maxPayout: money(83_500n) } })).toBe('ok')
  })

  test('a stake of zero is refused, whatever the minimum stake is', () => {
    const limits = { ...context.limits, minStake: money(0n) }
    expect(codeFor(slip(legs(1), { stake: money(0n) }), { limits })).toBe('stake_too_small')
  })
})
