import { describe, expect, test } from 'vitest'
import { isLeagueMarket, leagueMarkets } from './league-markets.ts'
import { lineText } from './line.ts'
import {
  display,
  lineOf,
  market,
  marketsOfSport,
  marketTitle,
  mayOffer,
  otherMarkets,
  quotedMarkets,
  soccerMarkets,
} from './markets.ts'
import type { Market } from './markets.ts'
import { sportKeys } from './sports.ts'
import { ucn } from '../ucn.ts'

const spread = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => lineText(from + n))

function manyLines(definition: Market): string[] {
  if (definition.line === 'none') return ['']
  if (definition.line === 'total') return spread(1, 1000)
  if (definition.line === 'asian') return spread(-200, 200)
  if (definition.line === 'goal') return Array.from({ length: 30 }, (_, n) => `${n + 1}`)
  return Array.from({ length: 9 }, (_, n) => [`0:${n + 1}`, `${n + 1}:0`]).flat()
}

describe('the catalogue', () => {
  test('B1 soccer has exactly these markets, each number once', () => {
    const expected =
      '1 7 8 10 11 14 16 18 19 20 21 23 24 25 26 29 30 31 32 33 34 35 36 37 45 47 52 60 63 64 66 68 75 83 85 90 139 166'
    const ids = soccerMarkets.map((definition) => definition.id).sort((a, b) => Number(a) - Number(b))
    expect(ids.join(' ')).toBe(expected)
  })

  test('no two markets of any sports share a number', () => {
    const all = [...soccerMarkets, ...otherMarkets, ...leagueMarkets].map((definition) => definition.id)
    expect(new Set(all).size).toBe(all.length)
    expect(all.every((id) => market(id)?.id === id)).toBe(true)
    expect(market('2')).toBeUndefined()
  })

  test('the league has twelve numbers, with the keys and rules of the same markets on real matches', () => {
    expect(leagueMarkets.map((definition) => definition.id)).toEqual(
      '3 310 318 329 345 360 347 321 319 320 337 308'.split(' '),
    )
    for (const definition of leagueMarkets) {
      const real = market(definition.id === '3' ? '1' : String(Number(definition.id) - 300))
      expect(market(definition.id)).toBe(definition)
      expect(definition.keys('2.5')).toEqual(real?.keys('2.5'))
      expect([isLeagueMarket(definition.id), real && isLeagueMarket(real.id)]).toEqual([true, false])
      for (const sport of sportKeys) expect(marketsOfSport(sport)).not.toContain(definition)
    }
    expect([lineOf('3', 'draw'), lineOf('318', 'over 2.5'), lineOf('308', 'none 1')]).toEqual(['', '2.5', '1'])
    expect([marketTitle('3', ''), marketTitle('308', '1'), display('308', 'none 1')]).toEqual([
      'Match result',
      'First goal',
      'None',
    ])
  })

  test('rugby shares three of the soccer numbers', () => {
    expect(marketsOfSport('rugby').map((definition) => definition.id)).toEqual(['1', '18', '16'])
  })

  test('providers quote the winner, and the handicap and the total of the whole match', () => {
    const quoted = sportKeys.map((sport) => {
      const { winner, handicap, total } = quotedMarkets(sport)
      return [sport, winner?.id, handicap?.id, total?.id]
    })
    expect(quoted.slice(0, 6)).toEqual([
      ['soccer', '1', '16', '18'],
      ['basketball', '219', '223', '225'],
      ['tennis', '186', '187', '189'],
      ['rugby', '1', '16', '18'],
      ['ice_hockey', '406', '410', '412'],
      ['cricket', '340', undefined, undefined],
    ])
  })
})

describe('B2 keys and lines', () => {
  test('every key of every line is parsed to that line', () => {
    for (const definition of [...soccerMarkets, ...otherMarkets]) {
      for (const line of manyLines(definition)) {
        for (const key of definition.keys(line))
          expect(lineOf(definition.id, key), `${definition.id} ${key}`).toBe(line)
      }
    }
  })

  test('B3 an Asian key contains the line of its side', () => {
    expect(market('16')?.keys('-1.25')).toEqual(['home_team minus 1.25', 'away_team plus 1.25'])
    expect(market('16')?.keys('0.5')).toEqual(['home_team plus 0.5', 'away_team minus 0.5'])
    expect(market('16')?.keys('0')).toEqual(['home_team plus 0', 'away_team plus 0'])
    expect(lineOf('66', 'away_team minus 2')).toBe('2')
  })

  test.each([
    ['1', 'home'],
    ['1', 'home_team 2.5'],
    ['1', 'HOME_TEAM'],
    ['1', ''],
    ['18', 'over'],
    ['18', 'over 2.50'],
    ['18', 'over 2.3'],
    ['18', 'over 0'],
    ['18', 'over -1'],
    ['18', 'over 2.5 '],
    ['18', 'over 02.5'],
    ['16', 'home_team minus 0'],
    ['16', 'home_team -1.25'],
    ['16', 'draw plus 0'],
    ['14', 'draw 0:0'],
    ['14', 'draw 1:1'],
    ['8', 'home_team 0'],
    ['8', 'home_team'],
    ['45', '5:0'],
    ['21', '6'],
    ['2', 'home_team'],
  ])('market %s has no key %s', (id, key) => {
    expect(lineOf(id, key)).toBeUndefined()
  })

  test('B6 a market that combines a total has half lines only', () => {
    expect(market('36')?.keys('2.5')).toEqual(['over 2.5 yes', 'under 2.5 yes', 'over 2.5 no', 'under 2.5 no'])
    expect(market('37')?.keys('2.5')).toContain('home_team over 2.5')
    expect(market('36')?.keys('2')).toEqual([])
    expect(market('37')?.keys('2.25')).toEqual([])
  })
})

describe('B5 ucn', () => {
  test.each(sportKeys)('is unique among the outcomes of a match of %s', (sport) => {
    const seen = new Map<string, string>()
    for (const definition of marketsOfSport(sport)) {
      for (const line of manyLines(definition).filter((at) => mayOffer(sport, definition.id, at))) {
        for (const key of definition.keys(line)) {
          const mark = ucn('10000001', definition.id, key)
          expect(mark).toMatch(/^10000001[a-z0-9]+$/)
          expect(seen.get(mark), `${definition.id} ${key}`).toBeUndefined()
          seen.set(mark, key)
        }
      }
    }
    expect(seen.size).toBeGreaterThan(1)
  })

  test('is unique among the outcomes of a league match', () => {
    const lines = ['', '0.5', '1.5', '2.5', '3.5', '4.5', '1']
    const marks = leagueMarkets.flatMap((definition) =>
      lines.flatMap((line) => definition.keys(line).map((key) => ucn('30000001', definition.id, key))),
    )
    expect(new Set(marks).size).toBe(marks.length)
    expect(marks.length).toBeGreaterThan(60)
  })

  test('lines that would share a ucn are not offered', () => {
    expect(ucn('1', '18', 'over 2.5')).toBe(ucn('1', '18', 'over 25'))
    expect(mayOffer('soccer', '18', '2.5')).toBe(true)
    expect(mayOffer('soccer', '18', '25')).toBe(false)
    expect(mayOffer('basketball', '225', '205.5')).toBe(true)
    expect(mayOffer('basketball', '225', '205')).toBe(false)
    expect([mayOffer('soccer', '166', '12.5'), mayOffer('soccer', '166', '9')]).toEqual([true, false])
    expect(mayOffer('soccer', '139', '4.25')).toBe(false)
    expect(mayOffer('rugby', '29', '')).toBe(false)
  })
})

test('labels are short and distinct within a market', () => {
  expect(display('1', 'draw')).toBe('X')
  expect(display('18', 'over 2.5')).toBe('Over 2.5')
  expect(display('16', 'home_team minus 1.25')).toBe('1 (-1.25)')
  expect(display('16', 'away_team plus 1.25')).toBe('2 (+1.25)')
  expect(display('16', 'away_team plus 0')).toBe('2 (0)')
  expect(display('36', 'over 2.5 yes')).toBe('Over 2.5 & Yes')
  expect(display('1', 'nonsense')).toBe('nonsense')
  expect(marketTitle('8', '2')).toBe('Next goal 2')
  for (const definition of soccerMarkets) {
    const labels = definition.outcomes(manyLines(definition)[1] ?? '').map((outcome) => outcome.display)
    expect(new Set(labels).size).toBe(labels.length)
  }
})
