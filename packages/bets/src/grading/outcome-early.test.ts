import { describe, expect, test } from 'vitest'
import { isCounted, soccerMarkets } from '../markets/markets.ts'
import type { Market } from '../markets/markets.ts'
import { outcome } from './outcome.ts'
import type { LegState, Result, Score } from '../result.ts'

const at = (home: number, away: number): Score => ({ home, away })

describe('B12 an unfinished match', () => {
  const abandoned: Result = { finished: false, halfTime: at(1, 0), goals: ['home', 'home', 'away'] }
  test.each([
    ['60', 'home_team', 'won'],
    ['66', 'home_team minus 1.25', 'half_lost'],
    ['68', 'over 1', 'void'],
    ['18', 'over 2.5', 'won'],
    ['18', 'under 2.5', 'lost'],
    ['18', 'over 3', 'open'],
    ['18', 'over 2.75', 'open'],
    ['18', 'over 2.25', 'won'],
    ['29', 'yes', 'won'],
    ['30', 'none', 'lost'],
    ['31', 'yes', 'lost'],
    ['33', 'no', 'won'],
    ['36', 'over 2.5 yes', 'won'],
    ['36', 'over 3.5 yes', 'open'],
    ['8', 'home_team 1', 'won'],
    ['8', 'none 3', 'lost'],
    ['8', 'home_team 4', 'open'],
    ['1', 'home_team', 'open'],
    ['11', 'home_team', 'open'],
    ['16', 'home_team minus 1', 'open'],
    ['45', '0:0', 'open'],
    ['47', 'draw/draw', 'open'],
    ['52', 'second_half', 'won'],
    ['26', 'odd', 'open'],
    ['90', 'over 1.5', 'won'],
    ['83', 'draw', 'open'],
  ] as const)('%s %s is %s after a half-time 1:0 and goals home, home, away', (id, key, state) => {
    expect(outcome(id, key, abandoned)).toBe(state)
  })

  test('every market is open before the first score', () => {
    for (const market of soccerMarkets) {
      for (const key of market.keys(lineOf(market))) expect(outcome(market.id, key, { finished: false })).toBe('open')
    }
  })

  test('a first-half market waits for the half-time score even after a goal in the first half', () => {
    expect(outcome('68', 'over 0.5', { finished: false, goals: ['home'] })).toBe('open')
  })

  test('the score so far counts like the goals so far', () => {
    expect(outcome('18', 'over 2.5', { finished: false, fullTime: at(3, 0) })).toBe('won')
    expect(outcome('45', 'other', { finished: false, fullTime: at(5, 0) })).toBe('won')
  })
})

describe('B12 against the reference implementation, which tries every continuation of up to twelve more goals a side', () => {
  const ofScore = soccerMarkets.filter(
    (market) => market.period !== 'first_half' && market.needs !== 'goals' && !isCounted(market),
  )
  test.each(ofScore.map((market) => [market.id, market] as const))('%s', (_id, market) => {
    for (const [halfTime, fullTime] of moments()) {
      const keys = market.keys(lineOf(market))
      const slow = slowStates(market, keys, { halfTime, fullTime })
      const fast = keys.map((key) => outcome(market.id, key, { finished: false, halfTime, fullTime }))
      expect(fast, `${market.id} ${fullTime.home}:${fullTime.away}`).toEqual(slow)
    }
  })
})

describe('B12 a total of corners or cards before the end', () => {
  test.each(['9.5', '9', '9.25', '9.75'])(
    'at %s is decided only if every further count of up to forty gives the same result',
    (line) => {
      for (let soFar = 0; soFar <= 14; soFar++) {
        for (const key of [`over ${line}`, `under ${line}`]) {
          const states = Array.from({ length: 41 }, (_, more) =>
            outcome('166', key, { finished: true, corners: at(soFar + more, 0) }),
          )
          const slow = new Set(states).size === 1 ? (states[0] ?? 'open') : 'open'
          expect(outcome('166', key, { finished: false, corners: at(0, soFar) }), `${soFar} ${key}`).toBe(slow)
        }
      }
    },
  )

  test('is open while the count is unknown, at any score', () => {
    expect(outcome('139', 'over 0.5', { finished: false, fullTime: at(9, 9) })).toBe('open')
  })
})

function slowStates(market: Market, keys: string[], now: { halfTime: Score; fullTime: Score }): LegState[] {
  const seen = keys.map(() => new Set<LegState>())
  for (let home = 0; home <= 12; home++) {
    for (let away = 0; away <= 12; away++) {
      const fullTime = at(now.fullTime.home + home, now.fullTime.away + away)
      const result = { finished: true, halfTime: now.halfTime, fullTime }
      keys.forEach((key, index) => seen[index]?.add(outcome(market.id, key, result)))
    }
  }
  const decided = seen.every((states) => states.size === 1)
  return seen.map((states) => (decided ? ([...states][0] ?? 'open') : 'open'))
}

function moments(): [Score, Score][] {
  const list: [Score, Score][] = []
  for (let home = 0; home <= 5; home++) {
    for (let away = 0; away <= 5; away++)
      list.push([at(0, 0), at(home, away)], [at(home, Math.min(away, 1)), at(home, away)])
  }
  return list
}

function lineOf(market: Market): string {
  const lines = { none: '', total: '2.5', asian: '-1.25', start: '0:1', goal: '1', combination: 'm1 draw and m29 yes' }
  return lines[market.line]
}
