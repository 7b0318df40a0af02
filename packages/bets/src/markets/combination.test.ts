import fc from 'fast-check'
import { expect, test } from 'vitest'
import { combinablePart, combinationKey, combinedState, readCombination, type NamedPart } from './combination.ts'
import { endsUpTo, linesForTests, winsByText } from './combination-twin.ts'
import { openMatchBook } from '../risk/match-book.ts'
import { display, lineOf, market, marketsOfSport, mayOffer, selection, soccerMarkets } from './markets.ts'
import { outcome, partStates } from '../grading/outcome.ts'
import { pickedOf, possibleResults } from '../grading/possible-results.ts'
import type { Result, Score } from '../result.ts'
import { stillOpen } from '../grading/still-open.ts'
import { whyLeg } from '../grading/why.ts'

const example = 'm1 home_team and m18 over 2.5 and m29 yes'

test.each([
  ['m1 home_team', 'one part'],
  ['m18 over 2.5 and m1 home_team', 'ordered by the number of the market'],
  ['m10 12 and m1 home_team', '1 before 10'],
  ['m1 home_team and m1 away_team', 'ordered by key within a market'],
  ['m1 home_team and m1 home_team', 'a part twice'],
  ['m1 home_team and ', 'an empty part'],
  ['m1 home_team  and m29 yes', 'two spaces'],
  ['m01 home_team and m29 yes', 'a leading zero'],
  ['1 home_team and m29 yes', 'no m'],
  ['M1 home_team and m29 yes', 'a capital'],
  [Array.from({ length: 9 }, (_, n) => `m45 ${n}:0`).join(' and '), 'nine parts'],
  [`m1 ${'x'.repeat(290)} and m29 yes`, 'more than 300 characters'],
  ['', 'nothing'],
])('"%s" is no combination: %s', (key) => {
  expect(readCombination(key)).toBeUndefined()
  expect(selection('900', key)).toBeUndefined()
})

test('a combination names its parts in order, also those that do not exist or combine', () => {
  expect(readCombination(example)).toEqual([
    { marketId: '1', oddKey: 'home_team' },
    { marketId: '18', oddKey: 'over 2.5' },
    { marketId: '29', oddKey: 'yes' },
  ])
  expect(readCombination('m11 home_team and m999 what')).toHaveLength(2)
  expect(selection('900', 'm11 home_team and m29 yes')).toBeUndefined()
})

const everyPart: readonly NamedPart[] = soccerMarkets.flatMap((of) =>
  linesForTests.flatMap((line) => of.keys(line).map((oddKey) => ({ marketId: of.id, oddKey }))),
)
const parts = everyPart.filter((part) => combinablePart(part))

test('the key of parts in any order reads as these parts', () => {
  const some = fc.uniqueArray(fc.constantFrom(...parts), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(some, fc.nat(), (chosen, by) => {
      const key = combinationKey(chosen)
      expect(combinationKey([...chosen.slice(by % chosen.length), ...chosen.slice(0, by % chosen.length)])).toBe(key)
      if (key === undefined) return
      expect(readCombination(key)).toHaveLength(chosen.length)
      expect(new Set(readCombination(key)?.map((one) => JSON.stringify(one)))).toEqual(
        new Set(chosen.map((one) => JSON.stringify(one))),
      )
      expect(selection('900', key)?.outcome.parts).toHaveLength(chosen.length)
    }),
    { numRuns: 100 },
  )
  expect(combinationKey([...parts.slice(0, 1), ...parts.slice(0, 1)])).toBeUndefined()
  expect(combinationKey(parts.slice(0, 9))).toBeUndefined()
})

test('exactly the markets of the contract combine, those with stakes back on half lines only', () => {
  const ids = [...new Set(parts.map(({ marketId }) => Number(marketId)))].toSorted((a, b) => a - b)
  expect(ids).toEqual([
    1, 10, 14, 16, 18, 19, 20, 21, 23, 24, 25, 26, 29, 30, 31, 32, 33, 34, 35, 36, 37, 45, 47, 52, 60, 63, 66, 68, 75,
    83, 85, 90,
  ])
  const inPlay = parts.filter((part) => combinablePart(part, { inPlay: true }))
  expect(new Set(parts.filter((part) => !inPlay.includes(part)).map(({ marketId }) => marketId))).toEqual(
    new Set(['16', '66']),
  )
  for (const { marketId, oddKey } of parts) {
    const line = lineOf(marketId, oddKey) ?? ''
    expect(mayOffer('soccer', marketId, line)).toBe(true)
    if (market(marketId)?.line === 'total' || market(marketId)?.line === 'asian') expect(line).toMatch(/\.5$/)
  }
  expect(combinablePart({ marketId: '18', oddKey: 'over 10.5' })).toBeUndefined()
  expect(combinablePart({ marketId: '301', oddKey: 'home_team' })).toBeUndefined()
  expect(combinablePart({ marketId: '900', oddKey: example })).toBeUndefined()
})

test('no part ever gives a stake back, and what the halves decide wins as its text says', () => {
  const ends = endsUpTo(3)
  for (const part of parts) {
    for (const { half, full } of ends) {
      const result: Result = { halfTime: half, fullTime: full, finished: true }
      expect(outcome(part.marketId, part.oddKey, result)).toBe(winsByText(part, { half, full }) ? 'won' : 'lost')
    }
  }
})

test('a sample of pairs over all scores is graded as its parts', () => {
  const ends = endsUpTo(3).map(({ half, full }) => ({ halfTime: half, fullTime: full, finished: true }))
  const pairs = parts.flatMap((one, n) => parts.slice(n + 1).map((other) => [one, other]))
  for (const pair of pairs.filter((_, n) => n % 401 === 0)) {
    const key = combinationKey(pair) ?? ''
    for (const result of ends) {
      const ended = { half: result.halfTime, full: result.fullTime }
      const state = pair.every((part) => winsByText(part, ended)) ? 'won' : 'lost'
      expect(outcome('900', key, result)).toBe(state)
    }
  }
})

test.each([
  [['won', 'won'], 'won'],
  [['won', 'open'], 'open'],
  [['open', 'lost'], 'lost'],
  [['void', 'lost'], 'lost'],
  [['void', 'won'], 'void'],
  // It can still lose.
  [['void', 'open'], 'open'],
] as const)('%s together are %s', (states, state) => {
  expect(combinedState(states)).toBe(state)
})

const read = (text: string): Score => {
  const [home = 0, away = 0] = text.split(':').map(Number)
  return { home, away }
}

test.each([
  ['m1 home_team and m18 over 2.5', '2:1', undefined, false, 'open'],
  ['m18 over 2.5 and m29 yes', '2:1', undefined, false, 'won'],
  ['m1 home_team and m18 under 2.5', '2:1', undefined, false, 'lost'],
  ['m1 home_team and m60 draw', '2:1', '1:0', false, 'lost'],
  ['m1 home_team and m60 home_team', '2:1', '1:0', true, 'won'],
  ['m1 home_team and m60 home_team', '2:1', undefined, true, 'void'],
  ['m1 away_team and m60 home_team', '2:1', undefined, true, 'lost'],
  // A handicap of a combination counts from the start.
  ['m1 home_team and m16 home_team minus 0.5', '2:1', undefined, true, 'won'],
] as const)('%s at %s (half-time %s, finished %s) is %s', (key, score, half, finished, state) => {
  const result = { fullTime: read(score), ...(half && { halfTime: read(half) }), finished }
  expect(outcome('900', key, result, { scoreAtBet: { home: 2, away: 0 } })).toBe(state)
})

test('a combination is void if it is not one, and its parts have their own states', () => {
  expect(outcome('900', 'm1 home_team and m11 home_team', { finished: false })).toBe('void')
  const result = { fullTime: { home: 1, away: 2 }, finished: false }
  expect(partStates(selection('900', example)?.outcome.parts ?? [], result)).toEqual(['open', 'won', 'won'])
})

test('the market is known by its number and offered on no board', () => {
  expect(market('900')?.name).toBe('Combination')
  expect(marketsOfSport('soccer').some(({ id }) => id === '900')).toBe(false)
  expect(mayOffer('soccer', '900', example)).toBe(false)
  expect(lineOf('900', example)).toBe(example)
  expect(display('900', example)).toBe('1X2: 1 + Total goals: Over 2.5 + Both teams to score: Yes')
})

test.each([
  ['m1 home_team and m18 over 2.5', '0:1', undefined, true],
  ['m1 home_team and m18 over 2.5', '2:1', undefined, false],
  // Each is open, but no course of the match has both.
  ['m1 home_team and m23 1', '1:1', undefined, false],
  ['m1 home_team and m60 draw', '1:0', '0:0', false],
  ['m1 home_team and m83 draw', '1:0', '0:0', false],
  ['m1 home_team and m83 home_team', '1:0', '0:0', true],
  ['m1 home_team and m16 home_team minus 1.5', '0:0', undefined, false],
] as const)('in play %s at %s (half-time %s) may be placed: %s', (key, score, half, isOpen) => {
  const progress = { score: read(score), firstHalfOver: half !== undefined, ...(half && { halfTime: read(half) }) }
  expect(stillOpen('900', key, progress)).toEqual([isOpen])
})

test('the book of a match counts a combination where all its parts win', () => {
  const book = openMatchBook('soccer')
  const returns = { won: 50_000n, half_won: 0n, void: 10_000n, half_lost: 0n, lost: 0n }
  book.add({ marketId: '900', oddKey: example, stake: 10_000n, returns })
  const now = { fullTime: { home: 0, away: 0 }, finished: false, isFirstHalf: true }
  expect(book.worst(now)).toBe(40_000n)
  const keeps = new Map(book.keepsByScore(now).map((end) => [`${end.home}:${end.away}`, end.keeps]))
  expect([keeps.get('2:1'), keeps.get('2:0'), keeps.get('1:2')]).toEqual([-40_000n, 10_000n, 10_000n])
  book.add({ marketId: '1', oddKey: 'away_team', stake: 10_000n, returns: { ...returns, won: 30_000n } })
  expect(book.worst(now)).toBe(30_000n)
})

test('possible results tell a combination of halves from its parts', () => {
  const picked = pickedOf('900', 'm1 home_team and m60 draw', undefined)
  const results = possibleResults(picked ? [picked] : [])
  const states = new Set(results.map(({ result }) => outcome('900', 'm1 home_team and m60 draw', result)))
  expect(states).toEqual(new Set(['won', 'lost']))
})

test('why a combination has its state is said by its parts', () => {
  const leg = { marketId: '900', oddKey: example, home: 'Simba', away: 'Yanga', kind: 'result' as const }
  const result = { fullTime: { home: 2, away: 0 }, finished: true }
  expect(whyLeg({ ...leg, state: 'lost', result })).toBe(
    '1X2, 1 (Simba) + Over 2.5 goals + Both teams to score, Yes: the match ended 2:0, 1X2, 1 (Simba) won; ' +
      'Over 2.5 goals lost; Both teams to score, Yes lost, so it lost.',
  )
  const half = { ...leg, oddKey: 'm1 home_team and m60 draw', state: 'void' as const, result }
  expect(whyLeg(half)).toBe(
    '1X2, 1 (Simba) + 1st half 1X2, X: there is no half-time score, the match ended 2:0, 1X2, 1 (Simba) won; ' +
      '1st half 1X2, X is void, so it is void and counts as odds of 1.00.',
  )
})
