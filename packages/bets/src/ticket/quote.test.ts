import { money, price } from '@nare/money/money'
import { describe, expect, test } from 'vitest'
import { quote } from './quote.ts'
import type { Draft } from './quote.ts'
import type { PricedLeg } from './slip.ts'

const leg = (n: number, more: Partial<PricedLeg> = {}): PricedLeg => ({
  matchId: `${n}`,
  marketId: '1',
  oddKey: 'draw',
  expected: price(2000n),
  present: price(2000n),
  marketState: 'open',
  matchState: 'not_started',
  startsAtMs: 1000,
  ...more,
})
const legs = (count: number) => Array.from({ length: count }, (_, n) => leg(n))
const steps = [
  { legs: 3, percent: 5 },
  { legs: 5, percent: 10 },
]
const known = { nowMs: 0, boost: { table: steps, minLeg: price(1500n), cap: money(1_000_000n) } }
const stake = money(10_000n)
const value = (draft: Draft) => quote(draft, known)

describe('B27 a quotation', () => {
  test('has both possible wins, including the stake, and the next boost step', () => {
    expect(value({ legs: legs(4), stake })).toMatchObject({
      netWin: 160_000n,
      netWinBoosted: 167_500n,
      hasBoost: true,
      remainingGames: 1,
      multiboostmessage: 'Your boost is 5%. Add 1 more game at 1.50 or more for a 10% boost.',
    })
  })

  test('below the first step there is no boost, only the next step', () => {
    expect(value({ legs: legs(1), stake })).toMatchObject({
      netWin: 20_000n,
      netWinBoosted: 20_000n,
      hasBoost: false,
      remainingGames: 2,
      multiboostmessage: 'Add 2 more games at 1.50 or more for a 5% boost.',
    })
  })

  test('the message at the highest step names no further games', () => {
    expect(value({ legs: legs(6), stake })).toMatchObject({
      remainingGames: 0,
      multiboostmessage: 'Your boost is 10%.',
    })
  })

  test('a price below the minimum counts for the win and not for the boost', () => {
    const short = leg(9, { expected: price(1490n), present: price(1490n) })
    expect(value({ legs: [...legs(2), short], stake })).toMatchObject({ hasBoost: false, remainingGames: 1 })
  })

  test('the wins are null without a stake or for an invalid slip', () => {
    expect(value({ legs: legs(3) })).toMatchObject({ netWin: null, netWinBoosted: null, hasBoost: true })
    expect(value({ legs: [], stake })).toMatchObject({ netWin: null, netWinBoosted: null, legs: [] })
    expect(value({ legs: legs(3), type: 'single', stake }).netWin).toBeNull()
  })

  test('a system has a win and no boost', () => {
    const system = value({ legs: legs(3), type: 'system', system: [2], stake })
    expect(system).toMatchObject({ netWin: 40_000n, netWinBoosted: 40_000n, hasBoost: false, multiboostmessage: '' })
  })

  test('without boost rules there is no boost message', () => {
    expect(quote({ legs: legs(5), stake }, { nowMs: 0 })).toMatchObject({
      hasBoost: false,
      remainingGames: 0,
      multiboostmessage: '',
    })
  })

  test('each pick has its state and whether its price changed; the win is at the current prices', () => {
    const moved = leg(1, { present: price(2500n) })
    const gone = leg(2, { present: undefined })
    const suspended = leg(3, { marketState: 'suspended' })
    const { legs: picks, netWin } = value({ legs: [leg(0), moved, gone, suspended, leg(4, { startsAtMs: 0 })], stake })
    expect(picks).toEqual([
      { state: 'open', changed: false },
      { state: 'open', changed: true },
      { state: 'closed', changed: false },
      { state: 'suspended', changed: false },
      { state: 'started', changed: false },
    ])
    expect(netWin).toBe(400_000n)
  })
})
