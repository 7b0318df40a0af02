import {
  combinablePart,
  combinationKey,
  combinationParts,
  readCombination,
  type NamedPart,
} from '@nare/bets/markets/combination'
import { winsByText } from '@nare/bets/markets/combination-twin'
import { soccerMarkets } from '@nare/bets/markets/markets'
import { price, type Price } from '@nare/money/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { combinationChance, combine, isNearGrid, oneIn } from './combination.ts'
import { chanceByEnumeration, combinableParts, modelsForTests } from './combination-twin.ts'
import { expectedShare, presentPrice } from './expected.ts'
import { implied, toLadder } from './ladder.ts'
import { priceMatch } from './pricing.ts'
import { selectionShare } from './selection-share.ts'

const models = modelsForTests()
const [early, live, late, blind] = models

const named = (key: string): readonly NamedPart[] => readCombination(key) ?? []
const before = early.match

test('O20 the chance of a combination is the sum of the scores that win all its parts', () => {
  const some = fc.uniqueArray(fc.constantFrom(...combinableParts()), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(some, fc.constantFrom(early, live, late), (parts, { match, inPlay }) => {
      const { chance, conflicts } = combine(match, { parts, inPlay })
      const combining = parts.filter((part) => combinablePart(part, { inPlay }))
      if (combining.length < parts.length) {
        expect(chance).toBeUndefined()
        expect(conflicts.filter(({ why }) => why === 'not_combinable')).toHaveLength(parts.length - combining.length)
        return
      }
      expect(Math.abs((chance ?? NaN) - chanceByEnumeration(match, parts))).toBeLessThan(1e-12)
      const key = combinationKey(parts)
      if (key !== undefined) expect(combinationChance(match, key)).toBe(chance)
    }),
    { numRuns: 25 },
  )
})

test('O20 every part that combines has the chance of its single price', () => {
  for (const { match, inPlay } of [early, live, late])
    for (const { marketId, outcomes } of priceMatch(match))
      for (const { key, probability } of outcomes) {
        const part = { marketId, oddKey: key }
        if (!combinablePart(part, { inPlay })) continue
        expect(Math.abs((combine(match, { parts: [part], inPlay }).chance ?? NaN) - probability)).toBeLessThan(1e-9)
      }
})

test('O21 a price is at most the fair odds, and returns no more than any of its parts', () => {
  const lines = models.map(({ match }) =>
    priceMatch(match).flatMap(({ marketId, outcomes }) =>
      outcomes.map((one) => ({ ...one, marketId, oddKey: one.key })),
    ),
  )
  const indexes = fc.uniqueArray(fc.nat(400), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(indexes, fc.constantFrom(0, 1, 2), (at, n) => {
      const own = lines[n] ?? []
      const chosen = own.filter((_, place) => at.includes(place))
      const { match, inPlay } = models[n] ?? early
      const priceOf = ({ marketId, oddKey }: NamedPart): Price | undefined =>
        chosen.find((one) => one.marketId === marketId && one.oddKey === oddKey)?.price
      const { chance = 0, price: at900 } = combine(match, { parts: chosen, inPlay, priceOf })
      if (at900 === undefined) return
      const returned = chance / implied(at900)
      expect(returned).toBeLessThanOrEqual(1)
      for (const one of chosen) expect(returned).toBeLessThanOrEqual(one.probability / implied(one.price) + 1e-9)
      expect(toLadder(Number(at900) / 1000)).toBe(at900)
    }),
    { numRuns: 60 },
  )
})

test('a combination has a margin of its own, and none under 1.01 or from a chance of 0.985', () => {
  const wish = { parts: named('m1 home_team and m29 yes'), inPlay: false }
  const { chance = 0, price: usual } = combine(before, wish)
  expect(usual).toBe(toLadder(1 + (1 - chance) / chance / 1.12))
  expect(combine(before, { ...wish, margins: { '900': 0 } }).price).toBe(toLadder(1 / chance))
  const sure = { parts: named('m14 home_team 9:0 and m18 under 9.5'), inPlay: false }
  expect(combine(before, sure).chance).toBeGreaterThan(0.985)
  expect(combine(before, sure).price).toBeUndefined()
  expect(combine(before, sure).conflicts).toEqual([])
  const likely = { parts: named('m14 home_team 3:0 and m18 under 6.5'), inPlay: false, margins: { '900': 20 } }
  expect(combine(before, likely).chance).toBeLessThan(0.985)
  expect(combine(before, likely).price).toBeUndefined()
})

test('an all but certain part does not free a pick of its margin', () => {
  const [one, other] = named('m45 2:1 and m68 under 3.5')
  const priceOf = (part: NamedPart): Price => (part.marketId === '45' ? price(6500n) : price(1010n))
  const parts = [one, other].filter((part) => part !== undefined)
  const alone = combine(before, { parts: parts.slice(0, 1), inPlay: false }).chance ?? 0
  const { chance = 0, price: at900 = price(0n) } = combine(before, { parts, inPlay: false, priceOf })
  expect(chance / implied(at900)).toBeLessThanOrEqual(alone * 6.5)
})

const conflictsOf = (key: string, { match, inPlay } = early, suspended?: string): string[] =>
  combine(match, {
    parts: named(key),
    inPlay,
    ...(suspended !== undefined && { isSuspended: ({ marketId }) => marketId === suspended }),
  }).conflicts.map(({ why, parts }) => `${why} ${parts.map((one) => `m${one.marketId} ${one.oddKey}`).join(', ')}`)

test.each([
  ['m1 home_team and m29 yes', []],
  ['m18 over 2.5 and m18 under 2.5', ['impossible m18 over 2.5, m18 under 2.5']],
  ['m1 away_team and m1 home_team and m29 yes', ['impossible m1 away_team, m1 home_team']],
  // No two of these exclude each other.
  [
    'm1 draw and m18 over 1.5 and m18 under 3.5 and m29 no',
    ['impossible m1 draw, m18 over 1.5, m29 no', 'implied m18 under 3.5, m1 draw, m29 no'],
  ],
  ['m1 home_team and m10 1x', ['implied m10 1x, m1 home_team']],
  ['m1 home_team and m18 over 2.5 and m29 yes', ['implied m18 over 2.5, m1 home_team, m29 yes']],
  // The same event in other words is named once.
  ['m20 under 0.5 and m31 yes', ['implied m20 under 0.5, m31 yes']],
  ['m1 home_team and m11 home_team', ['not_combinable m11 home_team']],
  ['m18 over 2 and m29 yes', ['not_combinable m18 over 2']],
  ['m8 home_team 1 and m166 over 9.5', ['not_combinable m8 home_team 1', 'not_combinable m166 over 9.5']],
] as const)('the conflicts of %s', (key, conflicts) => {
  expect(conflictsOf(key)).toEqual(conflicts)
})

test('conflicts with the score, with the moment and with a suspended line', () => {
  expect(conflictsOf('m18 over 0.5 and m29 yes', live)).toEqual(['implied m18 over 0.5'])
  expect(conflictsOf('m31 yes and m32 yes', live)).toEqual(['impossible m32 yes'])
  expect(conflictsOf('m1 away_team and m16 home_team minus 0.5', live)).toEqual([
    'not_combinable m16 home_team minus 0.5',
  ])
  expect(conflictsOf('m1 away_team and m60 draw', late)).toEqual(['impossible m60 draw'])
  expect(conflictsOf('m1 away_team and m83 draw', blind)).toEqual(['suspended m83 draw'])
  expect(conflictsOf('m1 home_team and m29 yes', early, '29')).toEqual(['suspended m29 yes'])
  const { price: none, chance } = combine(before, {
    parts: named('m1 home_team and m29 yes'),
    inPlay: false,
    isSuspended: () => true,
  })
  expect([none, chance === undefined]).toEqual([undefined, false])
})

test('conflicts are those of an enumeration of every group', () => {
  const some = fc.uniqueArray(fc.constantFrom(...combinableParts()), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(some, (parts) => {
      const { conflicts } = combine(before, { parts, inPlay: false })
      const chanceOf = (group: readonly NamedPart[]): number => chanceByEnumeration(before, group)
      const groups = Array.from({ length: 1 << parts.length }, (_, bits) =>
        parts.filter((_part, at) => bits & (1 << at)),
      )
      const excluded = groups.filter((group) => chanceOf(group) === 0)
      const least = excluded.filter((group) =>
        group.every((part) => chanceOf(group.filter((other) => other !== part)) > 0),
      )
      const nameOf = (group: readonly NamedPart[]): string =>
        group
          .map((one) => JSON.stringify(one))
          .toSorted()
          .join()
      expect(new Set(conflicts.filter(({ why }) => why === 'impossible').map((one) => nameOf(one.parts)))).toEqual(
        new Set(least.map(nameOf)),
      )
      for (const {
        parts: [first, ...rest],
      } of conflicts.filter(({ why }) => why === 'implied')) {
        if (!first) throw new Error('a conflict names a part')
        expect(Math.abs(chanceOf([first, ...rest]) - chanceOf(rest))).toBeLessThan(1e-15)
        for (const part of rest) {
          const fewer = rest.filter((other) => other !== part)
          expect(chanceOf([first, ...fewer])).toBeLessThan(chanceOf(fewer))
        }
      }
      const isImplied = parts.some((part) => {
        const others = parts.filter((other) => other !== part)
        return chanceOf(others) > 0 && chanceOf([part, ...others]) >= chanceOf(others) * (1 - 1e-15)
      })
      if (isImplied) expect(conflicts.some(({ why }) => why === 'implied')).toBe(true)
      if (conflicts.length === 0) expect(excluded).toEqual([])
    }),
    { numRuns: 12 },
  )
})

test('a placed combination is cashed out at its joint chance, and at its price of now if that is present', () => {
  const oddKey = 'm16 home_team minus 0.5 and m29 yes'
  const parts = combinationParts(oddKey) ?? []
  const bet = { marketId: '900', oddKey, scoreAtBet: { home: 1, away: 0 } }
  expect(selectionShare(live.match, bet)).toEqual({
    win: chanceByEnumeration(
      live.match,
      parts.map(({ market, outcome }) => ({ marketId: market.id, oddKey: outcome.key })),
    ),
    refund: 0,
  })
  const now = { score: live.match.score, model: live.match, refunds: true, present: () => undefined }
  expect(expectedShare(bet, now)?.win).toBe(combinationChance(live.match, oddKey))
  const line = { keys: [oddKey], prices: [price(2500n)] }
  expect(presentPrice(bet, { ...now, present: () => line })).toBe(2500n)
  expect(expectedShare(bet, { ...now, model: undefined })).toBeUndefined()
  expect(combinationChance(blind.match, 'm1 away_team and m83 draw')).toBeUndefined()
  expect(combinationChance(blind.match, 'm32 yes and m83 draw')).toBe(0)
})

test('a price of a feed is near the grid at most at its fair odds and within the margin of its market', () => {
  const home = { marketId: '1', oddKey: 'home_team' }
  const own = priceMatch(before, { markets: ['1'] })[0]?.outcomes[0]
  if (!own) throw new Error('the board has a winner')
  const near = (odds: number): boolean => isNearGrid(before, home, { price: toLadder(odds) })
  expect(near(Number(own.price) / 1000)).toBe(true)
  expect(near(1 / own.probability + 0.05)).toBe(false)
  expect(near((Number(own.price) / 1000) * 0.96)).toBe(true)
  expect(near((Number(own.price) / 1000) * 0.9)).toBe(false)
  expect(isNearGrid(before, { marketId: '18', oddKey: 'over 9.5' }, { price: price(50_000n) })).toBe(false)
})

test('one in so many has one decimal', () => {
  expect([0.145, 0.5, 0.00031].map(oneIn)).toEqual(['6.9', '2.0', '3225.8'])
})

test('the twin knows every market that combines', () => {
  const ids = new Set(combinableParts().map(({ marketId }) => marketId))
  expect(ids.size).toBe(32)
  expect(soccerMarkets.filter(({ id }) => ids.has(id))).toHaveLength(32)
  const half = { home: 0, away: 1 }
  for (const part of combinableParts()) expect(() => winsByText(part, { half, full: half })).not.toThrow()
})
