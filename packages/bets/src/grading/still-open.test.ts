import fc from 'fast-check'
import { expect, test } from 'vitest'
import { market, soccerMarkets } from '../markets/markets.ts'
import { outcome } from './outcome.ts'
import { plus, type Result, type Score } from '../result.ts'
import { stillOpen, type Progress } from './still-open.ts'

const read = (text: string): Score => {
  const [home = 0, away = 0] = text.split(':').map(Number)
  return { home, away }
}
const at = (score: string, more: Partial<Progress> = {}): Progress => ({
  score: read(score),
  firstHalfOver: false,
  ...more,
})

function openKeys(marketId: string, line: string, progress: Progress): string[] {
  const open = stillOpen(marketId, line, progress)
  return (market(marketId)?.keys(line) ?? []).filter((_, n) => open[n])
}

test.each([
  ['1', '', at('2:2'), 'home_team,draw,away_team'],
  ['21', '', at('2:2'), '4,5,6+'],
  ['21', '', at('4:2'), ''],
  ['23', '', at('2:2'), '2,3+'],
  ['24', '', at('2:2'), '2,3+'],
  ['25', '', at('2:2'), '4-6,7+'],
  ['29', '', at('2:2'), ''],
  ['29', '', at('2:0'), 'yes,no'],
  ['30', '', at('0:1'), 'only away_team,both'],
  ['31', '', at('2:2'), ''],
  ['33', '', at('0:1'), ''],
  ['33', '', at('1:0'), 'yes,no'],
  ['35', '', at('1:1'), 'home_team yes,draw yes,away_team yes'],
  ['45', '', at('3:4'), '3:4,4:4,other'],
  ['45', '', at('5:0'), ''],
  // A bet that can no longer win is closed, and so is one that can no longer lose.
  ['18', '4', at('2:2'), ''],
  ['18', '4.25', at('2:2'), 'over 4.25,under 4.25'],
  ['18', '3.75', at('2:2'), ''],
  ['18', '4.5', at('2:2'), 'over 4.5,under 4.5'],
  ['36', '2.5', at('2:1'), ''],
  ['36', '3.5', at('3:0'), 'over 3.5 yes,over 3.5 no,under 3.5 no'],
  ['37', '1.5', at('1:1'), 'home_team over 1.5,draw over 1.5,away_team over 1.5'],
  ['14', '0:9', at('0:3'), 'home_team 0:9,draw 0:9,away_team 0:9'],
  ['8', '4', at('2:2'), ''],
  ['8', '5', at('2:2'), 'home_team 5,none 5,away_team 5'],
  ['7', '', at('2:2'), 'home_team,draw,away_team'],
  ['16', '-0.5', at('2:2'), 'home_team minus 0.5,away_team plus 0.5'],
  ['68', '1.5', at('1:0'), 'over 1.5,under 1.5'],
  ['68', '0.5', at('1:0'), ''],
  ['75', '', at('1:1'), ''],
  ['60', '', at('1:1', { firstHalfOver: true }), ''],
  ['60', '', at('1:1', { halfTime: read('1:1') }), ''],
  ['47', '', at('1:0'), market('47')?.keys('').join() ?? ''],
  [
    '47',
    '',
    at('2:0', { firstHalfOver: true, halfTime: read('1:0') }),
    'home_team/home_team,home_team/draw,home_team/away_team',
  ],
  // Without the half-time score every score up to the current one may have been it.
  ['47', '', at('0:0', { firstHalfOver: true }), 'draw/home_team,draw/draw,draw/away_team'],
  ['52', '', at('1:1', { firstHalfOver: true, halfTime: read('1:0') }), 'second_half,equal'],
  ['90', '1.5', at('2:0', { firstHalfOver: true, halfTime: read('0:0') }), ''],
  ['90', '1.5', at('2:0', { firstHalfOver: true }), 'over 1.5,under 1.5'],
  ['166', '9.5', at('0:0', { corners: read('6:4') }), ''],
  ['166', '9.5', at('0:0', { corners: read('5:4') }), 'over 9.5,under 9.5'],
  ['166', '9.5', at('0:0'), 'over 9.5,under 9.5'],
  ['139', '3.5', at('0:0', { cards: read('2:2') }), ''],
  ['225', '165.5', at('90:76'), ''],
  ['225', '165.5', at('80:70'), 'over 165.5,under 165.5'],
  ['223', '-30.5', at('20:80'), 'home_team minus 30.5,away_team plus 30.5'],
  ['189', '22.5', at('1:1', { periods: [read('7:6'), read('3:6'), read('1:0')] }), ''],
  ['189', '23.5', at('1:1', { periods: [read('7:6'), read('3:6'), read('1:0')] }), 'over 23.5,under 23.5'],
  ['186', '', at('1:1'), 'home_team,away_team'],
  ['186', '', at('2:0'), ''],
  ['412', '5.5', at('3:3'), ''],
  ['340', '', at('150:90'), 'home_team,away_team'],
  ['999', '', at('0:0'), ''],
])('B35 market %s %s at %j leaves open: %s', (marketId, line, progress, keys) => {
  expect(openKeys(marketId, line, progress)).toEqual(keys === '' ? [] : keys.split(','))
})

const lines: Readonly<Record<string, readonly string[]>> = {
  none: [''],
  start: ['0:1', '2:0'],
  goal: ['1', '3'],
  total: ['0.5', '1', '2.25', '2.5', '3.75', '4.5', '6'],
  asian: ['-1.25', '-0.5', '0', '1'],
}

/** Whether an outcome wins at some end of the match up to nine goals away, and loses at another: one by one, by settlement. */
function slowly(marketId: string, key: string, progress: Progress): boolean {
  const { score, halfTime, firstHalfOver } = progress
  const states = new Set<string>()
  const more = Array.from({ length: 100 }, (_, n) => ({ home: Math.floor(n / 10), away: n % 10 }))
  const halves = halfTime ? [halfTime] : more.map((step) => plus(score, step))
  for (const half of halves)
    for (const step of more) {
      const full = plus(firstHalfOver ? score : half, step)
      const result: Result = { halfTime: half, fullTime: full, finished: true }
      states.add(outcome(marketId, key, result, { scoreAtBet: score }))
    }
  return ['won', 'half_won'].some((one) => states.has(one)) && ['lost', 'half_lost'].some((one) => states.has(one))
}

test('B35 an outcome is open exactly if settlement can still pay it and can still refuse it', () => {
  const goals = fc.integer({ min: 0, max: 3 })
  const scores = fc.record({ home: goals, away: goals })
  const markets = soccerMarkets.filter(({ needs }) => needs === 'score' || needs === 'halves')
  fc.assert(
    fc.property(fc.constantFrom(...markets), scores, scores, fc.boolean(), fc.nat(), (of, half, later, isFirst, n) => {
      const score = isFirst ? half : { home: half.home + later.home, away: half.away + later.away }
      const progress = isFirst ? { score, firstHalfOver: false } : { score, halfTime: half, firstHalfOver: true }
      const all = lines[of.line] ?? []
      const line = all[n % all.length] ?? ''
      const open = stillOpen(of.id, line, progress)
      const expected = of.keys(line).map((key) => {
        return !(of.period === 'first_half' && !isFirst) && slowly(of.id, key, progress)
      })
      expect([of.id, line, score, open]).toEqual([of.id, line, score, expected])
    }),
    { numRuns: 150 },
  )
})
