import { price } from '@nare/money/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atRisk, combinedAtRisk, type PossibleOutcome } from './at-risk.ts'
import { countedRisks, type RiskBet } from './event-risk.ts'
import { matchAtRisk } from './match-risk.ts'
import { outcome } from '../grading/outcome.ts'
import { pickedOf, possibleResults } from '../grading/possible-results.ts'
import { legFactor } from '../ticket/settle.ts'

type Leg = readonly [match: number, pick: string, at?: number]
let ids = 0n
const bet = (legs: readonly Leg[], stake = 100, more: Partial<RiskBet> = {}): RiskBet => ({
  betId: ++ids,
  type: legs.length === 1 ? 'single' : 'multi',
  stake: BigInt(stake * 100),
  returned: 0n,
  state: 'decided',
  placedAt: 0,
  settledAt: 1000,
  legs: legs.map(([match, oddKey, at = 2]) => ({ match, marketId: '1', oddKey, price: price(BigInt(at * 1000)) })),
  ...more,
})
const counted = (bets: readonly RiskBet[]) => {
  const risks = countedRisks(bets)
  return bets.map(({ betId }) => risks.get(betId)?.atRisk)
}
const sum = (all: readonly (bigint | undefined)[]): bigint =>
  all.reduce<bigint>((total, one) => total + (one ?? 0n), 0n)

test('B38 singles on one match count together and are split by stake; those on other matches count alone', () => {
  const bets = [
    bet([[1, 'home_team', 2.1]]),
    bet([[1, 'draw', 3.3]]),
    bet([[1, 'away_team', 3.4]]),
    bet([[2, 'draw', 3]]),
  ]
  expect(counted(bets)).toEqual([30_00n, 30_00n, 30_00n, 100_00n])
})

test('B38 nothing counts until the last bet on the match is settled, and void and cashed-out bets count nothing', () => {
  const [home, away] = [bet([[1, 'home_team']], 100), bet([[1, 'away_team']], 50)]
  const open = { ...away, state: 'open', settledAt: Infinity } as const
  expect(counted([home, open])).toEqual([undefined, undefined])
  expect(counted([home, { ...away, state: 'gone' }])).toEqual([100_00n, 0n])
})

test('B38 what was cashed out hedges the singles on its match that were open with it', () => {
  const cashed = { stake: 108_00n, paid: 1n }
  const home = bet([[1, 'home_team', 2]], 100, { returned: 200_00n })
  const sold = { ...bet([[1, 'away_team', 1.85]], 0), state: 'gone', settledAt: 900, cashed } as const
  const scoreOf = (bets: readonly RiskBet[]) => countedRisks(bets).get(home.betId)
  expect(scoreOf([home])).toMatchObject({ atRisk: 100_00n, profit: 100_00n, eventStakes: 100_00n })
  expect(scoreOf([home, sold])).toMatchObject({ profit: 0n, eventStakes: 208_00n })
  const before = { ...sold, placedAt: -200, settledAt: -100 }
  expect(scoreOf([home, before])).toMatchObject({ atRisk: 100_00n, profit: 100_00n, eventStakes: 100_00n })
  expect(scoreOf([home, { ...sold, cashed: undefined }])).toMatchObject({ atRisk: 100_00n, profit: 100_00n })
})

test('B38 over and under of which the lost one was sold count what both had at risk, split by stake', () => {
  const total = (oddKey: string, more: Partial<RiskBet>) => {
    const one = bet([[1, oddKey, 1.95]], 100, more)
    return { ...one, legs: one.legs.map((leg) => ({ ...leg, marketId: '18' })) }
  }
  const over = total('over 2.5', { returned: 195_00n })
  const under = total('under 2.5', { stake: 0n, state: 'gone', settledAt: 900, cashed: { stake: 100_00n, paid: 50n } })
  expect(counted([over, under])).toEqual([2_50n, 0n])
  const half = total('under 2.5', { stake: 50_00n, cashed: { stake: 50_00n, paid: 10n } })
  expect(counted([over, half])).toEqual([2_50n, 1_25n])
})

test('B39 of multis and singles that share a match and differ there only the largest stake counts', () => {
  const one = bet(
    [
      [1, 'home_team'],
      [2, 'home_team'],
    ],
    40,
  )
  const other = bet(
    [
      [1, 'draw'],
      [3, 'home_team'],
    ],
    60,
  )
  const third = bet(
    [
      [3, 'home_team'],
      [4, 'draw'],
    ],
    50,
  )
  expect(counted([one, other, third])).toEqual([0n, 60_00n, 50_00n])
  expect(counted([one, bet([[1, 'home_team']], 70)])).toEqual([40_00n, 70_00n])
  expect(counted([one, bet([[1, 'draw']], 30), bet([[1, 'away_team']], 35)])).toEqual([40_00n, 0n, 0n])
  expect(counted([one, { ...other, state: 'gone' }])).toEqual([40_00n, 0n])
  expect(counted([one, { ...other, placedAt: 2000, settledAt: 3000 }])).toEqual([40_00n, 60_00n])
})

test('B39 of singles that count against a smaller bet, at most the largest stake counts', () => {
  const two = [bet([[1, 'home_team']], 70), bet([[1, 'home_team', 2.5]], 60)]
  const against = bet(
    [
      [1, 'draw'],
      [2, 'home_team'],
    ],
    50,
  )
  expect(sum(counted(two))).toBe(130_00n)
  expect([sum(counted([...two, against])), counted([...two, against]).at(-1)]).toEqual([70_00n, 0n])
})

test('the profit of an event is what its bets returned together less all their stakes, divided by stake, and never below zero', () => {
  const profits = (...returned: number[]) => {
    const bets = returned.map((shillings, n) =>
      bet([[1, n === 0 ? 'home_team' : 'draw']], n === 0 ? 100 : 50, { returned: BigInt(shillings * 100) }),
    )
    return [...countedRisks(bets).values()].map((risk) => risk && [risk.profit, risk.eventStakes])
  }
  expect(profits(210, 0)).toEqual([
    [40_00n, 150_00n],
    [20_00n, 150_00n],
  ])
  expect(profits(0, 140)).toEqual([
    [0n, 150_00n],
    [0n, 150_00n],
  ])
})

test('B39 nine multis that cover two matches count once', () => {
  const results = ['home_team', 'draw', 'away_team']
  const nine = results.flatMap((one) =>
    results.map((other) =>
      bet([
        [1, one, 2.9],
        [2, other, 2.9],
      ]),
    ),
  )
  expect(sum(counted(nine))).toBe(100_00n)
})

test('B39 many bets of one bettor on a match stay fast, and the smallest count nothing', () => {
  const many = Array.from({ length: 2000 }, (_, n) =>
    bet(
      [
        [1, 'home_team'],
        [n + 2, 'draw'],
      ],
      n + 1,
    ),
  )
  const against = [
    bet(
      [
        [1, 'draw'],
        [9999, 'draw'],
      ],
      5000,
    ),
  ]
  expect(sum(counted([...many, ...against]))).toBe(5000_00n)
})

test('B36 what is at risk is the least that leaving out outcomes of less than 5 % can make of the largest loss', () => {
  const anyOutcome = fc.record({ chance: fc.integer({ min: 1, max: 60 }), returned: fc.bigInt(0n, 500n) })
  fc.assert(
    fc.property(fc.array(anyOutcome, { minLength: 1, maxLength: 8 }), fc.bigInt(0n, 500n), (outcomes, stakes) => {
      expect(atRisk(stakes, outcomes)).toBe(slowAtRisk(stakes, outcomes))
    }),
  )
})

/** Tries every set of outcomes that may be left out. */
function slowAtRisk(stakes: bigint, outcomes: readonly PossibleOutcome[]): bigint {
  const chance = (of: readonly PossibleOutcome[]) => of.reduce((all, one) => all + one.chance, 0)
  const losses = Array.from({ length: 2 ** outcomes.length }, (_, set) => {
    const left = outcomes.filter((_one, n) => ((set >> n) & 1) === 0)
    const out = outcomes.filter((_one, n) => ((set >> n) & 1) === 1)
    if (chance(out) * 20 >= chance(outcomes) && out.length > 0) return undefined
    return left.reduce((most, { returned }) => (stakes - returned > most ? stakes - returned : most), 0n)
  })
  return losses.reduce<bigint>((least, loss) => (loss !== undefined && loss < least ? loss : least), stakes)
}

test.each([
  ['a multi', { prices: [2000n, 1500n] }, 100_00n],
  ['a multi of almost sure legs', { prices: [1010n, 1010n, 1010n] }, 0n],
  ['a system of two singles at 2.00', { prices: [2000n, 2000n], system: [1] }, 100_00n],
  [
    'a system of ten singles at 2.00, of which two win in 19 of 20 cases',
    { prices: Array<bigint>(10).fill(2000n), system: [1] },
    60_00n,
  ],
] as const)('B36 at risk: %s', (_, { prices, ...of }, expected) => {
  expect(combinedAtRisk({ stake: 100_00n, prices: prices.map(price), ...of })).toBe(expected)
})

const anyPick = fc.constantFrom(
  ...(['home_team', 'draw', 'away_team'] as const).map((key) => ['1', key] as const),
  ...(['1x', '12', 'x2'] as const).map((key) => ['10', key] as const),
  ...['over 1.5', 'under 1.5', 'over 2.5', 'under 2.5', 'over 2', 'under 2.25'].map((key) => ['18', key] as const),
  ...['yes', 'no'].map((key) => ['29', key] as const),
  ...['0:0', '1:0', '1:1', 'other'].map((key) => ['45', key] as const),
)
const anySingle = fc.record({ pick: anyPick, at: fc.bigInt(1_020n, 9_000n), stake: fc.bigInt(20_00n, 500_00n) })

test('B37 what counts on a match never exceeds what the bets can lose, and grows by at most the stake of a further bet', () => {
  fc.assert(
    fc.property(fc.array(anySingle, { minLength: 1, maxLength: 6 }), (list) => {
      const singles = list.map(({ pick: [marketId, oddKey], at, stake }) => ({
        marketId,
        oddKey,
        stake,
        price: price(at),
      }))
      const risk = matchAtRisk(singles)
      expect(risk).toBeLessThanOrEqual(largestLoss(singles))
      expect(risk).toBeGreaterThanOrEqual(0n)
    }),
    { numRuns: 150 },
  )
})

test('B40 a grant that is wagered with one set of bets over and over has no sure profit, in whichever order they are accepted', () => {
  const anyGrant = fc.record({ grant: fc.bigInt(100_00n, 1000_00n), times: fc.bigInt(1n, 5n) })
  fc.assert(
    fc.property(fc.array(anySingle, { minLength: 1, maxLength: 5 }), anyGrant, (list, { grant, times }) => {
      const singles = list.map(({ pick: [marketId, oddKey], at, stake }) => ({
        marketId,
        oddKey,
        stake,
        price: price(at),
      }))
      const risk = matchAtRisk(singles.toReversed())
      if (risk === 0n) return
      const rounds = (grant * times + risk - 1n) / risk
      expect(grant - rounds * largestLoss(singles)).toBeLessThanOrEqual(0n)
    }),
    { numRuns: 150 },
  )
})

/** The largest loss over every possible result, whatever its chance. */
function largestLoss(singles: Parameters<typeof matchAtRisk>[0]): bigint {
  const stakes = sum(singles.map(({ stake }) => stake))
  const picks = singles.flatMap(({ marketId, oddKey }) => pickedOf(marketId, oddKey, undefined) ?? [])
  return possibleResults(picks).reduce((most, { result }) => {
    const returned = sum(
      singles.map(({ marketId, oddKey, stake, price: at }) => {
        const state = outcome(marketId, oddKey, result)
        if (state === 'open') throw new Error('a finished match leaves a pick open')
        const { numerator, denominator } = legFactor(state, at)
        return (stake * numerator) / denominator
      }),
    )
    return stakes - returned > most ? stakes - returned : most
  }, 0n)
}
