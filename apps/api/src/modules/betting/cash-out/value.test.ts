import { expect, test } from 'vitest'
import { money, price } from '@nare/money/money'
import type { LegExpectation } from '#modules/catalog/catalog'
import type { Db } from '#platform/db'
import type { CashOutBet, CashOutLeg } from './store.ts'
import type { CashOutRules } from './settings.ts'
import { valuesOf } from './value.ts'

const leg = (given: Partial<CashOutLeg> = {}): CashOutLeg => ({
  n: 0,
  matchId: 1,
  marketId: '1',
  oddKey: 'home_team',
  price: price(2000n),
  state: 'open',
  scoreAtBet: undefined,
  ...given,
})

const bet = (given: Partial<CashOutBet> = {}): CashOutBet => ({
  betId: 1n,
  bettor: 1n,
  product: 'sports',
  type: 'single',
  system: undefined,
  state: 'open',
  stake: money(10_000n),
  bonusStake: money(0n),
  cashed: money(0n),
  cashedTax: money(0n),
  possibleWin: money(20_000n),
  left: { stake: money(10_000n), possibleWin: money(20_000n) },
  n: 0,
  legs: [leg()],
  settling: false,
  editing: false,
  rule: undefined,
  at: new Date(0),
  ...given,
})

const expected = (live = false): LegExpectation => ({ kind: 'expected', share: { win: 0.5, refund: 0 }, live })

async function valueOf(
  cashOutBet: CashOutBet,
  by: {
    leg?: LegExpectation
    agesMs?: readonly (readonly [number, number])[]
    markets?: CashOutRules['markets']
  } = {},
) {
  const legCounts: number[] = []
  const deps = {
    catalog: {
      expectations: async (_on: unknown, legs: readonly unknown[]) => {
        legCounts.push(legs.length)
        return legs.map(() => by.leg ?? expected())
      },
      freshOf: async () => new Map(by.agesMs ?? []),
      schedulesOf: async () => new Map(),
    },
    cashOut: () => ({ on: true, marginBps: 500, marginLiveBps: 800, markets: by.markets ?? new Map() }),
  }
  const [value] = await valuesOf(deps, {} as Db, [cashOutBet])
  return { value, legCounts }
}

test('a feed whose last heartbeat is more than ten seconds old in play, or sixty before it, stops a cash-out', async () => {
  const silent = { value: { kind: 'none', reason: 'silent_feed' } }
  expect(await valueOf(bet(), { leg: expected(true), agesMs: [[1, 10_001]] })).toMatchObject(silent)
  expect(await valueOf(bet(), { leg: expected(true), agesMs: [[1, 10_000]] })).toMatchObject({
    value: { amount: 9_200n, live: true },
  })
  expect(await valueOf(bet(), { agesMs: [[1, 60_001]] })).toMatchObject(silent)
  expect(await valueOf(bet(), { agesMs: [[1, 60_000]] })).toMatchObject({ value: { amount: 9_500n, live: false } })
  expect(await valueOf(bet(), { leg: { kind: 'none', why: 'suspended' }, agesMs: [[1, 60_001]] })).toMatchObject(silent)
})

test('the feed of a settled leg does not matter', async () => {
  const legs = [leg({ state: 'won' }), leg({ matchId: 2 })]
  const both = bet({ type: 'multi', legs, left: { stake: money(10_000n), possibleWin: money(40_000n) } })
  const { value, legCounts } = await valueOf(both, { agesMs: [[1, 1e9]] })
  expect(value).toMatchObject({ amount: 19_000n })
  expect(legCounts).toEqual([1])
})

test.each([
  ['product', { product: 'league' as const }],
  ['product', { product: 'jackpot' as const, type: 'jackpot' as const }],
  ['product', { product: 'games' as const, legs: [] }],
  ['cashed_out', { state: 'cashed_out' as const }],
  ['settled', { state: 'won' as const }],
  ['settling', { settling: true }],
  ['editing', { editing: true }],
  ['lost', { type: 'multi' as const, legs: [leg({ state: 'lost' }), leg({ matchId: 2 })] }],
])('no value: %s', async (reason, given) => {
  const { value, legCounts } = await valueOf(bet(given))
  expect(value).toEqual({ kind: 'none', reason })
  expect(legCounts).toEqual([0])
})

test('a system with a lost leg has a value until nothing can return, and a bet worth less than a cent has none', async () => {
  const legs = [leg({ state: 'lost' }), leg({ matchId: 2 }), leg({ matchId: 3 })]
  const system = bet({ type: 'system', system: [2], legs })
  expect((await valueOf(system)).value).toMatchObject({ kind: 'value' })
  const gone = bet({
    ...system,
    legs: [leg({ state: 'lost' }), leg({ matchId: 2, state: 'lost' }), leg({ matchId: 3 })],
  })
  expect((await valueOf(gone)).value).toEqual({ kind: 'none', reason: 'lost' })
  const nothing: LegExpectation = { kind: 'expected', share: { win: 1e-8, refund: 0 }, live: false }
  expect((await valueOf(bet(), { leg: nothing })).value).toEqual({ kind: 'none', reason: 'worthless' })
})

test('a market without cash-outs stops them for each bet with an open pick on it, and of several margins the highest counts', async () => {
  const terms = (own: Partial<{ offered: 'on' | 'off'; marginBps: number | null; marginLiveBps: number | null }>) =>
    new Map([['1', { market: '1', offered: 'on' as const, marginBps: null, marginLiveBps: null, ...own }]])
  const both = bet({ legs: [leg(), leg({ n: 1, marketId: '18' })] })
  const amountOf = async (of: CashOutBet, markets: CashOutRules['markets'], by: { leg?: LegExpectation } = {}) => {
    const { value } = await valueOf(of, { ...by, markets })
    return value?.kind === 'value' ? value.amount : value?.reason
  }
  expect(await amountOf(bet(), terms({ offered: 'off' }))).toBe('off')
  expect(await amountOf(both, terms({ offered: 'off' }))).toBe('off')
  const [usual, own] = [await amountOf(bet(), new Map()), await amountOf(bet(), terms({ marginBps: 2_000 }))]
  expect([usual, own]).toEqual([9_500n, 8_000n])
  // A lower margin of one market does not lower that of a bet with another.
  expect(await amountOf(both, terms({ marginBps: 0 }))).toBe(await amountOf(both, new Map()))
  expect(await amountOf(bet(), terms({ marginBps: 2_000 }), { leg: expected(true) })).toBe(9_200n)
})
