import { describe, expect, test } from 'vitest'
import { quartersOf } from '../markets/line.ts'
import { market, otherMarkets, soccerMarkets } from '../markets/markets.ts'
import type { Market } from '../markets/markets.ts'
import { outcome } from './outcome.ts'
import { cardsOf } from '../result.ts'
import type { LegState, Result, Score, Side } from '../result.ts'

const at = (home: number, away: number): Score => ({ home, away })
const text = (score: string): Score => at(Number(score.split(':')[0]), Number(score.split(':')[1]))
const sides = (letters: string): Side[] => [...letters].map((letter) => (letter === 'h' ? 'home' : 'away'))
const final = (half: string, full: string, goals?: string): Result => ({
  finished: true,
  halfTime: text(half),
  fullTime: text(full),
  ...(goals === undefined ? {} : { goals: sides(goals) }),
})

function linesOf(definition: Market): string[] {
  if (definition.line === 'none') return ['']
  if (definition.line === 'total')
    return ['0.25', '0.5', '1', '2.25', '2.5', '3', '4.75', '9.5'].filter((l) => definition.keys(l).length)
  if (definition.line === 'asian') return ['-3', '-1.75', '-1', '-0.25', '0', '0.5', '1', '2.25']
  if (definition.line === 'goal') return ['1', '2', '5', '12']
  return ['0:1', '1:0', '2:0', '0:3']
}

const won: Readonly<Record<LegState, number>> = { won: 1, half_won: 0.5, half_lost: 0, lost: 0, void: 0, open: NaN }
const refunded: Readonly<Record<LegState, number>> = {
  won: 0,
  half_won: 0.5,
  half_lost: 0.5,
  lost: 0,
  void: 1,
  open: NaN,
}

/** Every half-time score of a match with up to six goals, otherwise the three most different ones. */
function halvesOf(full: Score): Score[] {
  const all: Score[] = []
  for (let home = 0; home <= full.home; home++) for (let away = 0; away <= full.away; away++) all.push(at(home, away))
  const few = full.home + full.away > 6
  return few ? [at(0, 0), at(full.home, 0), at(full.home, full.away)] : all
}

function everyResult(): Result[] {
  const results: Result[] = []
  for (let home = 0; home <= 9; home++) {
    for (let away = 0; away <= 9; away++) {
      const goals = sides('h'.repeat(home) + 'a'.repeat(away))
      for (const halfTime of halvesOf(at(home, away))) {
        const fullTime = at(home, away)
        const counts = { corners: fullTime, cards: at(away, home) }
        results.push({ finished: true, halfTime, fullTime, goals, periods: [at(6, home), at(4, away)], ...counts })
      }
    }
  }
  return results
}

describe('B4 the winning parts of every market sum to its number of winners, for every score up to 9-9', () => {
  const results = everyResult()
  test.each(
    [...soccerMarkets, ...otherMarkets].map((definition) => [definition.id, definition.name, definition] as const),
  )('%s %s', (_id, _name, definition) => {
    for (const line of linesOf(definition)) {
      const keys = definition.keys(line)
      for (const result of results) {
        const states = keys.map((key) => outcome(definition.id, key, result))
        const back = refunded[states[0] ?? 'open']
        const sum = states.reduce((total, state) => total + won[state], 0)
        const ok = sum === definition.winners * (1 - back) && states.every((state) => refunded[state] === back)
        if (!ok) expect({ result, states }, `${definition.id} ${line}`).toBe('a partition')
        if (back > 0) expect(mayRefund(definition, line)).toBe(true)
      }
    }
  })
})

function mayRefund(definition: Market, line: string): boolean {
  if (definition.line === 'none') return ['11', '64', '219', '186', '406', '340'].includes(definition.id)
  return (quartersOf(line) ?? 2) % 4 !== 2
}

describe('examples of outcomes', () => {
  test.each([
    ['1', 'home_team', 'won'],
    ['10', 'x2', 'lost'],
    ['14', 'draw 0:1', 'won'],
    ['19', 'over 1.5', 'won'],
    ['20', 'over 1.5', 'lost'],
    ['21', '3', 'won'],
    ['23', '2', 'won'],
    ['24', '3+', 'lost'],
    ['25', '2-3', 'won'],
    ['26', 'odd', 'won'],
    ['30', 'both', 'won'],
    ['31', 'no', 'won'],
    ['33', 'yes', 'lost'],
    ['35', 'home_team yes', 'won'],
    ['36', 'over 2.5 yes', 'won'],
    ['37', 'home_team under 2.5', 'lost'],
    ['45', '2:1', 'won'],
    ['47', 'away_team/home_team', 'won'],
    ['52', 'second_half', 'won'],
    ['60', 'away_team', 'won'],
    ['63', '12', 'won'],
    ['64', 'home_team', 'lost'],
    ['68', 'under 1.5', 'won'],
    ['75', 'no', 'won'],
    ['83', 'home_team', 'won'],
    ['85', '1x', 'won'],
    ['90', 'over 2', 'void'],
    ['8', 'away_team 1', 'won'],
    ['8', 'home_team 3', 'won'],
    ['8', 'none 4', 'won'],
  ] as const)('0:1 at the half, 2:1 at the end: %s %s is %s', (id, key, state) => {
    expect(outcome(id, key, final('0:1', '2:1', 'ahh'))).toBe(state)
  })

  test('a goalless match is even, without goal, and refunds draw no bet', () => {
    const result = final('0:0', '0:0', '')
    expect(outcome('26', 'even', result)).toBe('won')
    expect(outcome('29', 'yes', result)).toBe('lost')
    expect(outcome('8', 'none 1', result)).toBe('won')
    expect(outcome('11', 'home_team', result)).toBe('void')
    expect(outcome('45', 'other', final('0:0', '5:0'))).toBe('won')
  })

  test('an unknown outcome is void, so that its leg is settled', () => {
    expect(outcome('1', 'nobody', final('0:0', '1:0'))).toBe('void')
  })

  test('tennis counts games for the handicap and the total, and sets for the winner', () => {
    const result: Result = { finished: true, fullTime: at(2, 1), periods: [at(6, 4), at(3, 6), at(7, 5)] }
    expect(outcome('186', 'home_team', result)).toBe('won')
    expect(outcome('189', 'over 30.5', result)).toBe('won')
    expect(outcome('187', 'home_team minus 1.5', result)).toBe('lost')
    expect(outcome('187', 'home_team minus 1.5', { finished: true, fullTime: at(2, 1) })).toBe('void')
  })
})

describe('B9 an Asian handicap placed live', () => {
  test('counts only the goals after the bet', () => {
    const result = final('1:0', '2:1')
    expect(outcome('16', 'home_team plus 0', result)).toBe('won')
    expect(outcome('16', 'home_team plus 0', result, { scoreAtBet: at(1, 0) })).toBe('void')
    expect(outcome('16', 'away_team plus 0.25', result, { scoreAtBet: at(1, 0) })).toBe('half_won')
    expect(outcome('66', 'home_team minus 0.5', result, { scoreAtBet: at(1, 0) })).toBe('lost')
  })

  test('the rest of the match counts only the goals after the bet, and may end in a draw', () => {
    const result = final('1:0', '2:1')
    expect(outcome('7', 'draw', result, { scoreAtBet: at(1, 0) })).toBe('won')
    expect(outcome('7', 'away_team', result, { scoreAtBet: at(2, 0) })).toBe('won')
    expect(outcome('7', 'home_team', result, { scoreAtBet: at(2, 1) })).toBe('lost')
    expect(outcome('7', 'home_team', result)).toBe('won')
  })

  test('handicaps of other sports count the whole match, whatever the score at the bet', () => {
    const basketball = { finished: true, fullTime: at(90, 80) }
    expect(outcome('223', 'home_team minus 5.5', basketball, { scoreAtBet: at(60, 40) })).toBe('won')
    const sets = { finished: true, fullTime: at(2, 0), periods: [at(6, 4), at(6, 4)] }
    expect(outcome('187', 'home_team minus 3.5', sets, { scoreAtBet: at(1, 0) })).toBe('won')
  })

  test('totals and all other markets count the whole score', () => {
    expect(outcome('18', 'over 2.5', final('1:0', '2:1'), { scoreAtBet: at(1, 1) })).toBe('won')
    expect(outcome('1', 'home_team', final('1:0', '2:1'), { scoreAtBet: at(1, 0) })).toBe('won')
  })
})

describe('B10, B11 markets whose data are missing are void', () => {
  test('corners and cards', () => {
    const result: Result = { ...final('1:0', '2:1'), corners: at(7, 3), cards: at(1, 4) }
    expect([outcome('166', 'over 9.5', result), outcome('166', 'under 9.5', result)]).toEqual(['won', 'lost'])
    expect([outcome('139', 'over 5.5', result), outcome('139', 'under 5.5', result)]).toEqual(['lost', 'won'])
    for (const key of ['over 9.5', 'under 9.5'])
      expect([outcome('166', key, final('1:0', '2:1')), outcome('139', key, final('1:0', '2:1'))]).toEqual([
        'void',
        'void',
      ])
  })

  test('the order of the goals', () => {
    expect(outcome('8', 'home_team 1', final('1:0', '2:1'))).toBe('void')
    expect(outcome('8', 'home_team 1', final('1:0', '2:1', 'hh'))).toBe('void')
    expect(outcome('8', 'home_team 1', final('1:0', '2:1', 'hha'))).toBe('won')
  })

  test.each(
    soccerMarkets
      .filter((definition) => definition.period !== 'match' || definition.needs === 'halves')
      .map((definition) => definition.id),
  )('the half-time score, for market %s', (id) => {
    const definition = market(id)
    for (const key of definition?.keys(linesOf(definition)[1] ?? '') ?? []) {
      expect(outcome(id, key, { finished: true, fullTime: at(2, 1) })).toBe('void')
    }
  })

  test('the final score, while markets decided at half-time keep their state', () => {
    const noFinal: Result = { finished: true, halfTime: at(1, 0) }
    expect(outcome('1', 'home_team', noFinal)).toBe('void')
    expect(outcome('60', 'home_team', noFinal)).toBe('won')
  })
})

test('a red card counts as two cards', () => {
  expect(cardsOf({ yellows: at(2, 3), reds: at(1, 0) })).toEqual(at(4, 3))
})
